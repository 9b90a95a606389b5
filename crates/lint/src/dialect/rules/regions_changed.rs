//! `dialect-regions-changed`: an operation takes other numbers of regions.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-regions-changed",
    code: Code(4042),
    title: "an operation takes other numbers of regions",
    text: "The verifier refuses an operation with more or fewer regions than its definition has.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    super::counts_changed(&RULE, context, found, |op| op.regions.as_ref());
}
