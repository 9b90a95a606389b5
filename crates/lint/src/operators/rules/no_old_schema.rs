//! `operator-no-old-schema`: an upgrader without the old schema.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-no-old-schema", versions::NO_OLD_SCHEMA, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
