//! `operator-too-early`: the new form may not be written yet.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-too-early", lint::TOO_EARLY, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.breaks(&RULE, Direction::OldReadsNew, found);
}
