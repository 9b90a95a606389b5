//! `operator-upgrader-fails`: an unusable upgrader or downgrader.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-upgrader-fails", versions::BAD_FUNCTION, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
