//! `operator-table-version-above`: a change above the set's version.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-table-version-above", versions::VERSION_ABOVE, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
