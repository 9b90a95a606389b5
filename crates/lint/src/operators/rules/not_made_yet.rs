//! `operator-not-made-yet`: a change with a later date.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-not-made-yet", lint::NOT_MADE_YET, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
