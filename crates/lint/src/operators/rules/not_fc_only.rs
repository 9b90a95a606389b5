//! `operator-not-fc-only`: the table says `fc-only` for a change that breaks more.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-not-fc-only", lint::NOT_FC_ONLY, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.says(&RULE, Direction::NewReadsOld, found);
}
