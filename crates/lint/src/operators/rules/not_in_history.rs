//! `operator-not-in-history`: an old schema that no release had.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-not-in-history", lint::NOT_IN_HISTORY, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
