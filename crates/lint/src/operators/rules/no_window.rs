//! `operator-no-window`: the table does not say when writers may give the new form.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-no-window", lint::NO_WINDOW, Level::DependsOnData);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.says(&RULE, Direction::OldReadsNew, found);
}
