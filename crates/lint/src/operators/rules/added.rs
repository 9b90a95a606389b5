//! `operator-added`: an operator is new.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-added", lint::ADDED, Level::Note);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.breaks(&RULE, Direction::OldReadsNew, found);
}
