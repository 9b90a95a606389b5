//! `operator-not-fc-only`: the table calls a change `fc-only` that is more.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-not-fc-only", lint::NOT_FC_ONLY, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.says(&RULE, Direction::NewReadsOld, found);
}
