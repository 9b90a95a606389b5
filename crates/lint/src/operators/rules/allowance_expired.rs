//! `operator-allowance-expired`: an allowance has expired.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-allowance-expired", lint::ALLOWANCE_EXPIRED, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.allow(&RULE, found);
}
