//! Rules of verifiers on operations of quant.

use super::{OpView, Rule, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[rule("quant-match", quant_match, "")];

fn quant_match(op: &OpView<'_, '_>) -> Option<bool> {
    let (operand, result) = (op.operand(0)?, op.result(0)?);
    let (quantized, other) = match (operand.element(), result.element()) {
        (Ty::Quantized(quantized), _) => (quantized, &result),
        (_, Ty::Quantized(quantized)) => (quantized, &operand),
        _ => return None,
    };
    if !quantized.uniform {
        return None;
    }
    let wanted = match op.name() == "quant.scast" {
        true => &quantized.stored,
        false => quantized.expressed.as_ref()?,
    };
    if other.element() != &**wanted {
        return Some(false);
    }
    let Some((axis, scales)) = quantized.axis else { return Some(true) };
    Some(match &*operand {
        Ty::Tensor(None, ..) => true,
        Ty::Tensor(Some(dims), ..) => {
            dims.get(axis).is_some_and(|dim| dim.size.is_none_or(|size| usize::try_from(size) == Ok(scales)))
        }
        _ => false,
    })
}
