//! `operator-upgrader-name`: the upgrader's name does not say its range.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-upgrader-name", versions::UPGRADER_NAME, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
