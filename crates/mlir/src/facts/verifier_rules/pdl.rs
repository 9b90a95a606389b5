//! Rules of verifiers on operations of pdl.

use super::{OpView, Rule, rule};

/// The rules.
pub(super) const RULES: &[Rule] = &[rule(
    "apply-constraint-results",
    apply_constraint_results,
    "returning an operation from a constraint is not supported",
)];

fn apply_constraint_results(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.results() {
        if op.result(at)?.starts_with("!pdl.operation") {
            return Some(false);
        }
    }
    Some(true)
}
