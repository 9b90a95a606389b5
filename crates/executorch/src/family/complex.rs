//! Operators on complex numbers: readers take the element types from 0.6 on, but few of their kernels do.

use crate::defs::ScalarType;
use crate::facts::OperatorUse;

use super::{JudgeContext, codes};
use outlast_model::verdict::{Outcome, Reason};

/// Operators of which neither their sources nor a run say that their kernels take complex numbers: those of most others fail.
pub(super) fn operators(case: &JudgeContext<'_>, reasons: &mut Vec<Reason>) {
    for op in case.calls.iter().copied() {
        if !has_complex(op) || !case.profile.has("op", &op.name) {
            continue;
        }
        let mut all = op.shape.element_types();
        let is_known = match case.profile.get("complex", &op.name) {
            Some("mixed") => true,
            Some(_) => all.next().is_none_or(|first| all.all(|other| other == first)),
            None => false,
        };
        if is_known {
            continue;
        }
        reasons.push(
            Reason::new(codes::COMPLEX, Outcome::Unknown)
                .message(Some(format!(
                    "whether the kernel of `{}` in {} takes complex numbers is not known",
                    op.name, case.profile.name
                )))
                .subject(op.name.clone())
                .needs(format!("the operator for ({})", op.shape))
                .has("the operator; whether its kernel takes complex numbers is not known".into())
                .place(op.first.clone()),
        );
    }
}

/// Whether a call has tensors of complex numbers.
pub(super) fn has_complex(op: &OperatorUse) -> bool {
    op.shape.element_types().any(ScalarType::is_complex)
}
