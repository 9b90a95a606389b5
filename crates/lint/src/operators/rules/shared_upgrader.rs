//! `operator-shared-upgrader`: one function for two changes.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-shared-upgrader", versions::SHARED_UPGRADER, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
