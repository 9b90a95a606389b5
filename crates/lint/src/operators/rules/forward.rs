//! `operator-forward`: programs for the new schema do not run with the old one.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-forward", lint::FORWARD, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.breaks(&RULE, Direction::OldReadsNew, found);
}
