//! `operator-bad-condition`: a condition that cannot be read.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-bad-condition", versions::BAD_CONDITION, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
