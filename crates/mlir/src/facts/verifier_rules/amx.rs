//! Rules of verifiers on operations of amx.

use super::vector::unit_stride;
use super::{OpView, Rule, rule};
use crate::typed::{Ty, shaped};

/// The rules.
pub(super) const RULES: &[Rule] =
    &[rule("amx-base", amx_base, ""), rule("amx-bf16", amx_bf16, "unsupported type combination")];

fn amx_base(op: &OpView<'_, '_>) -> Option<bool> {
    let base = op.operand(0)?;
    Some(base.rank()? >= 2 && unit_stride(&base)?)
}

fn amx_bf16(op: &OpView<'_, '_>) -> Option<bool> {
    Some(is_bf16(&*op.operand(0)?)? && is_bf16(&*op.operand(1)?)?)
}

/// Whether the elements of a vector or tile are of the type `bf16`.
fn is_bf16(ty: &Ty) -> Option<bool> {
    match ty {
        Ty::Dialect(text) => Some(shaped(text.strip_prefix("!amx.tile<")?)?.1 == Ty::Float("bf16")),
        ty => Some(*ty.element() == Ty::Float("bf16")),
    }
}
