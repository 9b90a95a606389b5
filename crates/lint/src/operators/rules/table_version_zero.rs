//! `operator-table-version-zero`: a change at version 0.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-table-version-zero", versions::VERSION_ZERO, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
