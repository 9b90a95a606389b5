//! `operator-table-version-twice`: two changes of an operator at one version.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-table-version-twice", versions::VERSION_TWICE, Level::Break);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.table(&RULE, found);
}
