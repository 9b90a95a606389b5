//! `operator-old-schema-name`: the old schema is of another operator.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-old-schema-name", versions::OLD_SCHEMA_NAME, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
