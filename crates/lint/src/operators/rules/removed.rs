//! `operator-removed`: an operator is removed.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-removed", lint::REMOVED, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.breaks(&RULE, Direction::NewReadsOld, found);
}
