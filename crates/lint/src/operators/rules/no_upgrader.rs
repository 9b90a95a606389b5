//! `operator-no-upgrader`: a change without the upgrader that its kind asks for.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-no-upgrader", versions::NO_UPGRADER, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
