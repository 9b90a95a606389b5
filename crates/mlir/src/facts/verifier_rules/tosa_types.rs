//! Rules of verifiers on operations of tosa: their types.

use std::rc::Rc;

use super::{OpView, Rule, in_file, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("bias-channels-21", bias_channels_21, ""),
    rule("fft-sizes", fft_sizes, ""),
    rule("gather-shapes", gather_shapes, ""),
    rule("matmul-types", matmul_types, ""),
    in_file("mul-types", mul_types, ""),
    rule("no-unsigned-quant", no_unsigned_quant, ""),
    rule(
        "no-zero-dim",
        no_zero_dim,
        "tensor has a dimension with size zero. Each dimension of a tensor must have size >= 1",
    ),
    rule("rfft-shapes", rfft_shapes, ""),
    rule("same-element-type", same_element_type, ""),
    rule("scatter-shapes", scatter_shapes, ""),
    rule("select-types", select_types, ""),
    rule("table-dims", table_dims, ""),
    rule("table-ranked", table_ranked, ""),
    rule("unary-types", unary_types, ""),
];

/// Sizes of all types, if all have a rank.
pub(super) fn all_ranked(types: &[Rc<Ty>]) -> Option<Vec<Vec<Option<i64>>>> {
    types.iter().map(|ty| ty.sizes()).collect()
}

/// Whether two sizes may be the same.
pub(super) fn compatible_size(one: Option<i64>, other: Option<i64>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Whether two shapes may be the same.
pub(super) fn compatible(one: &Ty, other: &Ty) -> bool {
    let (Some(one), Some(other)) = (one.sizes(), other.sizes()) else { return true };
    one.len() == other.len() && one.iter().zip(&other).all(|(one, other)| compatible_size(*one, *other))
}

/// The type of elements, of quantized ones the type that they are stored as; none of quantized ones that are not signed.
pub(super) fn storage(ty: &Ty) -> Option<Ty> {
    match ty.element() {
        Ty::Quantized(quantized) => {
            (quantized.signed && quantized.stored.is_signless()).then(|| (*quantized.stored).clone())
        }
        element => Some(element.clone()),
    }
}

fn no_unsigned_quant(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.types()?.iter().all(|ty| storage(ty).is_some()))
}

fn no_zero_dim(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.sizes().is_none_or(|dims| !dims.contains(&Some(0))))
}

fn bias_channels_21(op: &OpView<'_, '_>) -> Option<bool> {
    let (Some(bias), Some(result)) = (op.operand(2)?.sizes(), op.result(0)?.sizes()) else {
        return Some(true);
    };
    let (bias, channels) = (*bias.first()?, *result.get(3)?);
    Some(bias == channels || bias == Some(1))
}

/// Whether dimensions 1 and 2 are powers of two where they are known.
fn powers(ty: &Ty) -> Option<bool> {
    let Some(dims) = ty.sizes() else { return Some(true) };
    let power = |size: &Option<i64>| size.is_none_or(|size| size > 0 && size.count_ones() == 1);
    Some(power(dims.get(1)?) && power(dims.get(2)?))
}

fn fft_sizes(op: &OpView<'_, '_>) -> Option<bool> {
    Some(powers(&*op.operand(0)?)? && powers(&*op.operand(1)?)?)
}

fn rfft_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let (input, real, imaginary) = (op.operand(0)?, op.result(0)?, op.result(1)?);
    if !compatible(&real, &imaginary) || !powers(&input)? {
        return Some(false);
    }
    let (Some(from), Some(to)) = (input.sizes(), real.sizes()) else { return Some(true) };
    let same = |at: usize| Some(compatible_size(*from.get(at)?, *to.get(at)?));
    let wanted = from.get(2)?.map(|size| size / 2 + 1);
    Some(same(0)? && same(1)? && compatible_size(wanted, *to.get(2)?))
}

/// Whether all known dimensions that have the same letter are the same; and the size for each letter.
fn letters(of: &[(&Ty, &str)]) -> Option<Vec<(char, i64)>> {
    let mut known: Vec<(char, i64)> = Vec::new();
    for (ty, names) in of {
        let Some(dims) = ty.sizes() else { continue };
        for (size, name) in dims.iter().zip(names.chars()) {
            let Some(size) = size else { continue };
            match known.iter().find(|(letter, _)| *letter == name) {
                Some((_, other)) if other != size => return None,
                Some(_) => {}
                None => known.push((name, *size)),
            }
        }
    }
    Some(known)
}

fn gather_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let (values, indices, result) = (op.operand(0)?, op.operand(1)?, op.result(0)?);
    let shapes = letters(&[(&values, "NKC"), (&indices, "NW"), (&result, "NWC")]);
    Some(shapes.is_some() && values.element() == result.element())
}

fn scatter_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let (values, indices, input, result) = (op.operand(0)?, op.operand(1)?, op.operand(2)?, op.result(0)?);
    let Some(known) = letters(&[(&values, "NKC"), (&indices, "NW"), (&input, "NWC"), (&result, "NKC")])
    else {
        return Some(false);
    };
    let size = |name| known.iter().find(|(letter, _)| *letter == name).map(|(_, size)| *size);
    let fits = match (size('W'), size('K')) {
        (Some(width), Some(count)) => width <= count,
        _ => true,
    };
    Some(fits && values.element() == result.element() && input.element() == result.element())
}

fn matmul_types(op: &OpView<'_, '_>) -> Option<bool> {
    let (one, other) = (op.operand(0)?, op.operand(1)?);
    match (one.element(), other.element()) {
        (Ty::Quantized(_), Ty::Quantized(_)) => Some(storage(&one)? == storage(&other)?),
        (Ty::Quantized(_), _) | (_, Ty::Quantized(_)) => Some(false),
        (one, other) => Some(one == other),
    }
}

fn mul_types(op: &OpView<'_, '_>) -> Option<bool> {
    let (one, other, result) = (op.operand(0)?, op.operand(1)?, op.result(0)?);
    let elements = match (one.element(), other.element(), result.element()) {
        (Ty::Integer(sign, width), Ty::Integer(with, also), Ty::Integer(_, most)) => {
            sign == with && width == also && width <= most
        }
        (_, _, Ty::Integer(..)) => false,
        (one, other, result) => one == result && other == result && no_shift(op)?,
    };
    let ranks = [one.sizes(), other.sizes()];
    let result = result.sizes();
    let rank = result.is_none_or(|result| ranks.iter().flatten().all(|dims| dims.len() == result.len()));
    let broadcast = match &ranks {
        [Some(one), Some(other)] => {
            let fits = |(one, other): (&Option<i64>, &Option<i64>)| {
                compatible_size(*one, *other) || *one == Some(1) || *other == Some(1)
            };
            one.len() == other.len() && one.iter().zip(other).all(fits)
        }
        _ => true,
    };
    Some(elements && rank && broadcast)
}

/// Whether a product is not shifted, as far as that is known.
fn no_shift(op: &OpView<'_, '_>) -> Option<bool> {
    if op.operands() < 3 {
        return Some(!op.has("shift")? || op.integer("shift")? == 0);
    }
    let Some(shift) = op.origin(2)?.op() else { return Some(true) };
    let name = if shift.has("values")? { "values" } else { "value" };
    match shift.has(name)? {
        false => Some(true),
        true => Some(shift.integers(name)?.iter().all(|by| *by == 0)),
    }
}

fn same_element_type(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.element() == op.result(0)?.element())
}

fn unary_types(op: &OpView<'_, '_>) -> Option<bool> {
    Some(same_element_type(op)? && compatible(&*op.operand(0)?, &*op.result(0)?))
}

fn select_types(op: &OpView<'_, '_>) -> Option<bool> {
    let result = op.result(0)?;
    let same = op.operand(1)?.element() == result.element() && op.operand(2)?.element() == result.element();
    Some(same && *op.operand(0)?.element() == Ty::signless(1))
}

fn table_dims(op: &OpView<'_, '_>) -> Option<bool> {
    let (Some(from), Some(to)) = (op.operand(0)?.sizes(), op.result(0)?.sizes()) else { return Some(true) };
    Some(from.len() == to.len() && from.iter().zip(&to).all(|(from, to)| to.is_none() || from == to))
}

fn table_ranked(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.rank().is_some() && op.result(0)?.rank().is_some())
}
