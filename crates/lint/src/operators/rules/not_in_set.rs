//! `operator-not-in-set`: the table lists an operator that no set has.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-not-in-set", lint::NOT_IN_SET, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
