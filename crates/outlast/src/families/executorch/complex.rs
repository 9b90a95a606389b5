//! Operators on complex numbers: readers take the element types from 0.6 on, but few of their kernels do.

use outlast_executorch::defs::ScalarType;

use super::{Case, codes};
use crate::verdict::{Basis, Outcome, Reason};

/// Operators of which neither their sources nor a run say that their kernels take complex numbers: those of most others fail.
pub(super) fn operators(case: &Case<'_>, reasons: &mut Vec<Reason>) {
    for op in &case.entry.operators {
        let mut all = types(&op.kernel_key);
        if !all.clone().any(ScalarType::is_complex) || !case.profile.has("op", &op.name) {
            continue;
        }
        let is_known = match case.profile.get("complex", &op.name) {
            Some("mixed") => true,
            Some(_) => all.next().is_none_or(|first| all.all(|other| other == first)),
            None => false,
        };
        if is_known {
            continue;
        }
        reasons.push(Reason {
            basis: Basis::Defined,
            message: Some(format!(
                "whether the kernel of `{}` in {} takes complex numbers is not known",
                op.name, case.profile.name
            )),
            code: codes::COMPLEX,
            outcome: Outcome::Unknown,
            stage: None,
            subject: op.name.clone(),
            needs: format!("the operator for ({})", op.shape),
            has: "the operator; whether its kernel takes complex numbers is not known".into(),
            says: None,
            place: op.first.clone(),
            help: None,
        });
    }
}

/// The element types of a use's tensors, by its kernel key: `v1/9;0,1|6;0,1`.
fn types(kernel_key: &str) -> impl Iterator<Item = ScalarType> + Clone {
    let tensors = kernel_key.split_once('/').map_or("", |(_, tensors)| tensors).split('|');
    tensors.filter_map(|tensor| tensor.split_once(';')?.0.parse().ok()).map(ScalarType)
}

#[cfg(test)]
mod tests {
    use super::{ScalarType, types};

    #[test]
    fn kernel_keys_have_the_element_types() {
        let names = |key| types(key).map(|t| t.to_string()).collect::<Vec<_>>();
        assert_eq!(names("v1/9;0,1|6;|11;0"), ["complex64", "float32", "bool"]);
        assert!(types("v1/8;0|9;0|10;0").all(ScalarType::is_complex));
        assert!(names("v1/").is_empty() && names("").is_empty());
    }
}
