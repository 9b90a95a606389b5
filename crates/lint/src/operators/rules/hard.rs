//! `operator-hard`: a change without upgrader, as the table says.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-hard", lint::HARD, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.breaks(&RULE, Direction::NewReadsOld, found);
}
