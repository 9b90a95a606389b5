//! `dialect-operands-changed`: an operation takes other numbers of operands.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-operands-changed",
    code: Code(4040),
    title: "an operation takes other numbers of operands",
    text: "The verifier refuses an operation with more or fewer operands than its definition has.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    super::counts_changed(&RULE, context, found, |op| op.operands.as_ref());
}
