//! Faults of the optimized kernels for `add`, `sub`, `mul` and `div` up to 1.4.1, which depend on sizes.
//!
//! Those kernels choose a fast path by the sizes of their arguments (read from `kernels/optimized/cpu/binary_ops.h`, and confirmed by runs):
//!
//! * same element types, as many elements, and sizes equal except for leading ones: the result takes the sizes of the first
//!   argument (or of the larger one, if one is broadcast); if its rank is another, the kernel fails;
//! * since 0.7 for `mul` and 1.0 for the others, where the sizes are equal except for leading ones, the result is resized properly, and the
//!   rest stands until 1.4.1;
//! * in 0.5, one argument has a 1 where the other does not: `add`, `sub` and `div` abort, because their path handles only
//!   a matrix with a vector.

use crate::defs::ScalarType;
use crate::facts::{Argument, CallShape, TensorShape};

use super::{JudgeContext, actions, codes};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// The fast path that a kernel takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FastPath {
    /// None: the general code, which works.
    General,
    /// All three tensors are one row of elements.
    Flat,
    /// A matrix and a vector: the larger one is the first argument, or not.
    MatrixVector { larger_first: bool },
    /// One dimension is broadcast: the larger one is the first argument, or not.
    OneDimension { larger_first: bool },
}

/// Element-wise operators on shapes for which the reader's kernel is at fault.
pub(super) fn optimized_kernels(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for op in case.calls.iter().copied() {
        let Some(says) = fault(case.profile, &op.name, &op.shape) else { continue };
        reasons.push(
            Reason::new(codes::OPERATOR_FAILS, Outcome::Fails)
                .basis(Basis::Measured)
                .message(Some(format!(
                    "`{}` of {} fails for these sizes: ({})",
                    op.name, case.profile.name, op.shape
                )))
                .stage(Some(Stage::Run))
                .subject(op.name.clone())
                .needs(format!("the operator for ({})", op.shape))
                .has("a kernel whose fast path does not handle these sizes".into())
                .says(Some(says.into()))
                .place(op.first.clone())
                .help(Some(actions::failing(case, op))),
        );
    }
}

/// Whether no fast path of the operator fails for a call.
pub(super) fn runs(profile: &Profile, name: &str, shape: &CallShape) -> bool {
    fault(profile, name, shape).is_none()
}

/// What the reader says of a call that its fast path does not handle.
fn fault(profile: &Profile, name: &str, shape: &CallShape) -> Option<&'static str> {
    let fault = profile.get("elementwise", name)?;
    let [Argument::Tensor(a), Argument::Tensor(b), .., Argument::Tensor(out)] = &shape.0[..] else {
        return None;
    };
    failure(fault, a, b, out)
}

/// The message with which the kernel fails, if it does. `fault` is the table's word for the release: `rank`, `rank,broadcast` where only a
/// matrix with a vector is handled, or `spread` where only the paths that broadcast are at fault.
fn failure(fault: &str, a: &TensorShape, b: &TensorShape, out: &TensorShape) -> Option<&'static str> {
    let path = fast_path(a, b, out);
    let rank = |shape: &TensorShape| shape.layout.sizes.len();
    let result = match path {
        FastPath::General => return None,
        FastPath::Flat if fault == "spread" => return None,
        FastPath::Flat => rank(a),
        FastPath::OneDimension { .. } if fault.contains("broadcast") => {
            return Some(
                "assert failed: selected_optimized_path == ElementwiseOptimizedPath::kBroadcast2dBy1d",
            );
        }
        FastPath::MatrixVector { larger_first } | FastPath::OneDimension { larger_first, .. } => {
            if larger_first {
                rank(a)
            } else {
                rank(b)
            }
        }
    };
    (result != rank(out)).then_some("Attempted to change the tensor rank which is immutable")
}

fn fast_path(a: &TensorShape, b: &TensorShape, out: &TensorShape) -> FastPath {
    const HALF: ScalarType = ScalarType(5);
    const BFLOAT16: ScalarType = ScalarType(15);
    let types = [a, b, out].map(|t| t.layout.scalar_type);
    if types[0] != types[1] || types[0] != types[2] || types[0] == HALF || types[0] == BFLOAT16 {
        return FastPath::General;
    }
    let [a_sizes, b_sizes, out_sizes] = [a, b, out].map(|t| t.layout.sizes.as_slice());
    let elements = |sizes: &[i32]| sizes.iter().fold(1_i64, |all, n| all.saturating_mul(i64::from(*n)));
    if elements(a_sizes) == 1 || elements(b_sizes) == 1 {
        // One operand is a number: a path of its own, which resizes properly.
        return FastPath::General;
    }
    let (left, right) = (without_leading_ones(a_sizes), without_leading_ones(b_sizes));
    let count = elements(a_sizes);
    if a_sizes == b_sizes || (count == elements(b_sizes) && (count == elements(out_sizes) || left == right)) {
        return FastPath::Flat;
    }
    match (left, right) {
        ([_, columns], [n]) if columns == n => return FastPath::MatrixVector { larger_first: true },
        ([n], [_, columns]) if columns == n => return FastPath::MatrixVector { larger_first: false },
        _ => {}
    }
    match broadcast_dimension(left, right) {
        // The last dimension: the larger operand is the one without a single 1.
        Some(1) => FastPath::OneDimension { larger_first: !has_single_one(left) },
        Some(_) => FastPath::OneDimension { larger_first: has_single_one(right) },
        None => FastPath::General,
    }
}

fn without_leading_ones(sizes: &[i32]) -> &[i32] {
    let start = sizes.iter().position(|n| *n != 1).unwrap_or(sizes.len());
    sizes.get(start..).unwrap_or(&[])
}

fn has_single_one(sizes: &[i32]) -> bool {
    sizes.iter().filter(|n| **n == 1).count() == 1
}

/// The one dimension, counted from the end (1 is the last), in which exactly one operand has a 1 and all others are
/// equal. The kernels do not look at the first dimension.
fn broadcast_dimension(left: &[i32], right: &[i32]) -> Option<usize> {
    if left.len() != right.len() {
        return None;
    }
    let mut found = None;
    for (from_end, (a, b)) in
        (1..).zip(left.iter().rev().zip(right.iter().rev())).take(left.len().saturating_sub(1))
    {
        if *a == 1 || *b == 1 {
            if found.is_some() {
                return None;
            }
            found = Some(from_end);
        } else if a != b {
            return None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::Layout;

    use super::*;

    fn float(sizes: &[i32]) -> TensorShape {
        let dim_order = (0..).take(sizes.len()).collect();
        let layout = Layout { scalar_type: ScalarType(6), sizes: sizes.to_vec(), dim_order };
        TensorShape { layout, varies: false }
    }

    fn fails(fault: &str, a: &[i32], b: &[i32], out: &[i32]) -> bool {
        failure(fault, &float(a), &float(b), &float(out)).is_some()
    }

    #[test]
    fn sizes_decide() {
        assert!(fails("rank", &[4], &[1, 4], &[1, 4]), "the result takes the rank of the first");
        assert!(!fails("rank", &[1, 4], &[4], &[1, 4]));
        assert!(!fails("rank", &[2, 4], &[2, 4], &[2, 4]));
        assert!(fails("rank", &[2, 4], &[1, 1, 4], &[1, 2, 4]));
        assert!(!fails("rank", &[2, 3, 4], &[2, 1, 4], &[2, 3, 4]));
        assert!(fails("rank,broadcast", &[2, 3, 4], &[2, 1, 4], &[2, 3, 4]), "one dimension is broadcast");
        assert!(fails("rank,broadcast", &[2, 3, 4], &[2, 3, 1], &[2, 3, 4]), "the last one is");
        assert!(!fails("rank,broadcast", &[2, 3, 4], &[4], &[2, 3, 4]), "general code");
        assert!(!fails("rank,broadcast", &[2, 4], &[4], &[2, 4]), "a matrix and a vector");
        assert!(!fails("rank,broadcast", &[2, 3, 4], &[1], &[2, 3, 4]), "a number");
        assert!(fails("spread", &[1, 6, 1], &[6, 3], &[1, 6, 3]), "the larger one has a smaller rank");
        assert!(!fails("spread", &[1, 6, 3], &[6, 1], &[1, 6, 3]));
        assert!(fails("spread", &[2, 4], &[1, 1, 4], &[1, 2, 4]), "so has a matrix");
        assert!(
            fails("spread", &[2, 4, 3], &[1, 2, 1, 3], &[1, 2, 4, 3]),
            "and where another dimension is broadcast"
        );
        assert!(!fails("spread", &[4], &[1, 4], &[1, 4]));
    }
}
