//! Rules of verifiers on operations of complex.

use super::{OpView, Rule, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[rule(
    "complex-constant-float",
    complex_constant_float,
    "requires attribute's elements to be float attributes",
)];

fn complex_constant_float(op: &OpView<'_, '_>) -> Option<bool> {
    Some(matches!(&*op.result(0)?, Ty::Complex(element) if matches!(**element, Ty::Float(_))))
}
