//! `dialect-results-changed`: an operation has other numbers of results.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-results-changed",
    code: Code(4041),
    title: "an operation has other numbers of results",
    text: "The verifier refuses an operation with more or fewer results than its definition has.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    super::counts_changed(&RULE, context, found, |op| op.results.as_ref());
}
