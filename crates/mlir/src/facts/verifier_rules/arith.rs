//! Rules of verifiers on operations of arith.

use super::{OpView, Rule, rule};
use crate::typed::{Attr, Elements, Form, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("constant-type", constant_type, "value and result have to have the same type"),
    rule("narrows", narrows, "result has to be narrower than the operand"),
    rule(
        "scalable-constant-splat",
        scalable_constant_splat,
        "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
    ),
    rule(
        "select-plain-tensor",
        select_plain_tensor,
        "expected condition type to have the same shape as the result type",
    ),
    rule("widens", widens, "result has to be wider than the operand"),
];

fn scalable_constant_splat(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    if !(ty.is_vector() && ty.is_scalable()) {
        return Some(true);
    }
    Some(matches!(&*op.attr("value")?, Attr::Elements(Elements { form: Form::Splat(..), .. })))
}

fn select_plain_tensor(op: &OpView<'_, '_>) -> Option<bool> {
    let plain = !matches!(&*op.result(0)?, Ty::Tensor(Some(_), _, Some(_)));
    Some(plain || *op.operand(0)? == Ty::signless(1))
}

fn constant_type(op: &OpView<'_, '_>) -> Option<bool> {
    let (value, result) = (op.typed("value")?, op.result(0)?);
    let signless = !matches!(result.element(), Ty::Integer("si" | "ui", _));
    Some(value == result && signless)
}

fn widths(op: &OpView<'_, '_>) -> Option<(u32, u32)> {
    let width = |ty: &Ty| match ty.element() {
        ty if ty.starts_with("!llvm.ppc_fp128") => Some(128),
        ty => ty.width(),
    };
    let (from, to) = (op.operand(0)?, op.result(0)?);
    let same = from.dims() == to.dims()
        && std::mem::discriminant(from.element()) == std::mem::discriminant(to.element());
    if !same { None } else { Some((width(&from)?, width(&to)?)) }
}

fn widens(op: &OpView<'_, '_>) -> Option<bool> {
    widths(op).map(|(from, to)| from < to)
}

fn narrows(op: &OpView<'_, '_>) -> Option<bool> {
    widths(op).map(|(from, to)| from > to)
}
