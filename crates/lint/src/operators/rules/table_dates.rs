//! `operator-table-dates`: dates in the wrong order.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-table-dates", versions::DATES, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
