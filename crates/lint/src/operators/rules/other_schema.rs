//! `operator-other-schema`: the table has another old schema.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-other-schema", lint::OTHER_SCHEMA, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.says(&RULE, Direction::NewReadsOld, found);
}
