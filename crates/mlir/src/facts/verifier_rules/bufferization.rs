//! Rules of verifiers on operations of bufferization.

use super::{OpView, Rule, in_file, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_file("alloc-not-sparse", alloc_not_sparse, "sparse tensor allocation should not escape function"),
    rule(
        "dealloc-results-retained",
        dealloc_results_retained,
        "must have the same number of updated conditions (results) as retained operands",
    ),
    rule("materialize-both-ranked", materialize_both_ranked, "source/destination shapes are incompatible"),
];

fn alloc_not_sparse(op: &OpView<'_, '_>) -> Option<bool> {
    if !matches!(&*op.result(0)?, Ty::Tensor(_, _, Some(encoding)) if encoding.starts_with("#sparse_tensor"))
    {
        return Some(true);
    }
    let escapes = |name: &str| matches!(name, "func.return" | "func.call" | "func.call_indirect");
    Some(!op.users(0).iter().any(|(user, _)| escapes(&user.name())))
}

fn materialize_both_ranked(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.is_unranked() == op.operand(1)?.is_unranked())
}

fn dealloc_results_retained(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.group(2)?.len() == op.results())
}
