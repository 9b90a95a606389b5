//! Rules of verifiers on operations of async.

use super::{OpView, Rule, rule};

/// The rules.
pub(super) const RULES: &[Rule] = &[rule(
    "async-yield-unwrapped",
    async_yield_unwrapped,
    "operand types do not match the types returned from the parent ExecuteOp",
)];

fn async_yield_unwrapped(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        if op.operand(at)?.starts_with("!async.value<") {
            return Some(false);
        }
    }
    Some(true)
}
