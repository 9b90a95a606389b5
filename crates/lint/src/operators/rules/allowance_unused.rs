//! `operator-allowance-unused`: an unused allowance.

use super::prelude::*;

pub(super) static RULE: Rule =
    rule_of("operator-allowance-unused", lint::ALLOWANCE_UNUSED, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.allow(&RULE, found);
}
