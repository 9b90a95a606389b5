//! `operator-check-raises`: PyTorch's own check ends with an exception.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-check-raises", lint::RAISES, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    // It does not say in which direction; what it was asked does.
    for direction in Direction::ALL {
        context.says_where(&RULE, direction, found, |change| match direction {
            Direction::NewReadsOld => change.backward.outcome == Outcome::Raises,
            Direction::OldReadsNew => change.forward.outcome == Outcome::Raises,
        });
    }
}
