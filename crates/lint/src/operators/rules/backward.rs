//! `operator-backward`: programs for the old schema do not run with the new one.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-backward", lint::BACKWARD, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.breaks(&RULE, Direction::NewReadsOld, found);
}
