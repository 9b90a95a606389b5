//! `operator-needless-upgrader`: an upgrader that the kind does not ask for.

use super::prelude::*;

pub(super) static RULE: Rule =
    rule_of("operator-needless-upgrader", versions::NEEDLESS_UPGRADER, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
