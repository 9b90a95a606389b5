//! Rules of verifiers on operations of nvvm.

use super::llvm_types::{is_struct, members};
use super::{OpView, Rule, rule};
use crate::typed::{Ty, inside, list, parameter};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("matrix-8x8", matrix_8x8, ""),
    rule("mbarrier-not-cluster", mbarrier_not_cluster, ""),
    rule("mma-22", mma_22, ""),
    rule("mma-not-bf16", mma_not_bf16, ""),
    rule("range-valid", range_valid, ""),
    rule("redux-type", redux_type, ""),
    rule("shfl-types", shfl_types, ""),
    rule("tcgen05-ld-offset", tcgen05_ld_offset, "offset argument is only supported for shape 16x32bx2"),
    rule("tma-coordinates", tma_coordinates, "expects coordinates between 1 to 5 dimension"),
    rule("tma-im2col-offsets", tma_im2col_offsets, ""),
    rule("tma-load-22", tma_load_22, ""),
    rule("tma-no-im2col", tma_no_im2col, ""),
    rule("wgmma-half", wgmma_half, ""),
    rule("wmma-not-f64", wmma_not_f64, ""),
    rule("wmma-not-integer", wmma_not_integer, "invalid attribute combination"),
];

fn matrix_8x8(op: &OpView<'_, '_>) -> Option<bool> {
    let size = |name| size(op, name);
    Some(size("m")? == 8 && size("n")? == 8 && op.word("eltType")? == "b16")
}

/// A size in the attribute `shape`.
fn size(op: &OpView<'_, '_>, name: &str) -> Option<i64> {
    parameter(op.attr("shape")?.text()?, name)?.parse().ok()
}

fn mbarrier_not_cluster(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!op.operand(0)?.starts_with("!llvm.ptr<7>"))
}

fn mma_22(op: &OpView<'_, '_>) -> Option<bool> {
    let (m, n, k) = (size(op, "m")?, size(op, "n")?, size(op, "k")?);
    if m == 16 {
        let first = members(&*op.result(0)?)?.into_iter().next()?;
        let accumulator = op.operand(op.group(2)?.next()?)?;
        if first.element() != accumulator.element() {
            return Some(false);
        }
    }
    let is = |name: &str, value: &str| Some(op.word(name)? == value);
    let plain = is("layoutA", "row")? && is("layoutB", "col")?;
    Some(
        plain
            || (m, n, k) == (8, 8, 4)
                && op.has("multiplicandAPtxType")?
                && is("multiplicandAPtxType", "f16")?,
    )
}

fn mma_not_bf16(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.has("multiplicandAPtxType")? && op.word("multiplicandAPtxType")? != "bf16")
}

fn range_valid(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("range")? {
        return Some(true);
    }
    let range = op.attr("range")?;
    let parts = list(inside(range.text()?, '<', '>')?);
    let [_, lower, upper] = parts.as_slice() else { return None };
    Some(lower != upper || matches!(*lower, "0" | "-1" | "4294967295" | "18446744073709551615"))
}

fn redux_type(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    let float = *ty == Ty::Float("f32");
    let fits = match op.word("kind")?.as_str() {
        "fmin" | "fmax" => float,
        _ => *ty == Ty::signless(32),
    };
    let set = |name| Some(op.has(name)? && op.integer(name) != Some(0));
    Some(fits && (float || !set("abs")? && !set("nan")?))
}

fn shfl_types(op: &OpView<'_, '_>) -> Option<bool> {
    let (result, value) = (op.result(0)?, op.operand(1)?);
    let valid = op.has("return_value_and_is_valid")?;
    if !is_struct(&result) {
        return Some(!valid && result == value);
    }
    let members = members(&result)?;
    let [one, other] = members.as_slice() else { return Some(false) };
    Some(valid && *one == *value && *other == Ty::signless(1))
}

fn tcgen05_ld_offset(op: &OpView<'_, '_>) -> Option<bool> {
    let shape = op.word("shape")?;
    Some(op.operands() == 1 || shape.trim_start_matches("shape_") == "16x32bx2")
}

fn tma_coordinates(op: &OpView<'_, '_>) -> Option<bool> {
    if op.name() == "nvvm.cp.async.bulk.tensor.shared.cluster.global"
        && op.segments().is_none_or(|groups| groups.len() < 8)
    {
        // In 17 they stand behind the barrier.
        return match op.has("operandSegmentSizes")? {
            true => Some(!op.group(3)?.is_empty()),
            false => Some(op.operands() >= 4),
        };
    }
    Some(!op.group(2)?.is_empty())
}

/// Numbers of coordinates and of offsets into images.
fn im2col(op: &OpView<'_, '_>) -> Option<(usize, usize)> {
    let (coordinates, offsets) = match op.name().as_str() {
        "nvvm.cp.async.bulk.tensor.shared.cluster.global" => (2, 4),
        "nvvm.cp.async.bulk.tensor.prefetch" => (1, 2),
        _ => return None,
    };
    Some((op.group(coordinates)?.len(), op.group(offsets)?.len()))
}

fn tma_im2col_offsets(op: &OpView<'_, '_>) -> Option<bool> {
    let (coordinates, offsets) = im2col(op)?;
    Some(offsets == 0 || coordinates >= 3 && coordinates == offsets.checked_add(2)?)
}

fn tma_load_22(op: &OpView<'_, '_>) -> Option<bool> {
    let last = op.segments()?.len().checked_sub(1)?;
    Some(op.group(last)?.len() == 1 && im2col(op)?.1 == 0)
}

fn tma_no_im2col(op: &OpView<'_, '_>) -> Option<bool> {
    Some(im2col(op)?.1 == 0)
}

fn wgmma_half(op: &OpView<'_, '_>) -> Option<bool> {
    Some(matches!(op.word("typeA")?.as_str(), "f16" | "bf16"))
}

fn wmma_not_f64(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.word("eltype")? != "f64")
}

fn wmma_not_integer(op: &OpView<'_, '_>) -> Option<bool> {
    for name in ["eltype", "eltypeA", "eltypeB"] {
        if op.has(name)? && matches!(op.word(name)?.as_str(), "s8" | "u8" | "s32") {
            return Some(false);
        }
    }
    Some(true)
}
