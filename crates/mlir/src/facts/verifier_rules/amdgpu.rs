//! Rules of verifiers on operations of amdgpu.

use std::rc::Rc;

use super::{OpView, Rule, rule};
use crate::typed::{Dim, Layout, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("amd-wmma-19", amd_wmma_19, ""),
    rule("amd-wmma-21", amd_wmma_21, ""),
    rule("amd-wmma-flags", amd_wmma_flags, ""),
    rule("fat-buffer-layout", fat_buffer_layout, ""),
    rule("gather-lds-contiguous", gather_lds_contiguous, "destination types must be contiguous"),
    rule("mfma-19", mfma_19, ""),
    rule("raw-buffer-space-0", raw_buffer_space_0, "Buffer ops must operate on a memref in global memory"),
];

/// The name of a float type of elements; empty of integers.
fn element(ty: &Ty) -> Option<&'static str> {
    match ty.element() {
        Ty::Float(name) => Some(name),
        Ty::Integer(..) => Some(""),
        _ => None,
    }
}

fn amd_wmma(op: &OpView<'_, '_>, sources: &[&str]) -> Option<bool> {
    let (source, result) = (element(&*op.operand(0)?)?, element(&*op.result(0)?)?);
    Some(sources.contains(&source) && ["", "f32", "f16", "bf16"].contains(&result))
}

fn amd_wmma_19(op: &OpView<'_, '_>) -> Option<bool> {
    amd_wmma(op, &["", "f16", "bf16"])
}

fn amd_wmma_21(op: &OpView<'_, '_>) -> Option<bool> {
    let (one, other) = (op.operand(0)?, op.operand(1)?);
    let small = |ty: &Ty| matches!(ty.element(), Ty::Float("f8E4M3FN" | "f8E5M2"));
    let same = one.element() == other.element() || small(&one) && small(&other);
    Some(same && amd_wmma(op, &["", "f16", "bf16", "f8E4M3FN", "f8E5M2"])?)
}

fn amd_wmma_flags(op: &OpView<'_, '_>) -> Option<bool> {
    if matches!(op.operand(0)?.element(), Ty::Integer(..)) {
        return Some(true);
    }
    Some(!op.has("clamp")? && !op.has("unsignedA")? && !op.has("unsignedB")?)
}

/// Strides of a memref that has no gaps.
fn contiguous(dims: &[Dim]) -> Option<Vec<Option<i64>>> {
    let (mut strides, mut stride) = (Vec::with_capacity(dims.len()), 1_i64);
    for (at, dim) in dims.iter().enumerate().rev() {
        strides.push(Some(stride));
        // The outermost size is no part of a stride.
        if at > 0 {
            stride = stride.checked_mul(dim.size?)?;
        }
    }
    strides.reverse();
    Some(strides)
}

fn fat_buffer_layout(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("resetOffset")? {
        return Some(true);
    }
    let ty = op.operand(0)?;
    if matches!(&*ty, Ty::MemRef(Some(_), _, Layout::Identity, _)) {
        return Some(true);
    }
    let (dims, strides) = (ty.dims()?, ty.strides()?);
    if ty.is_static() {
        return Some(strides != contiguous(dims)?);
    }
    Some(strides != [Some(1)])
}

/// The memrefs among the operands.
fn memrefs(op: &OpView<'_, '_>) -> Option<Vec<Rc<Ty>>> {
    let mut found = Vec::new();
    for at in 0..op.operands() {
        found.extend(Some(op.operand(at)?).filter(|ty| matches!(**ty, Ty::MemRef(..))));
    }
    Some(found)
}

fn gather_lds_contiguous(op: &OpView<'_, '_>) -> Option<bool> {
    let memrefs = memrefs(op)?;
    let ty = memrefs.get(1)?;
    if matches!(&**ty, Ty::MemRef(Some(_), _, Layout::Identity, _)) {
        return Some(true);
    }
    Some(ty.is_static() && ty.strides()? == contiguous(ty.dims()?)?)
}

fn mfma_19(op: &OpView<'_, '_>) -> Option<bool> {
    let (one, other) = (op.operand(0)?, op.operand(1)?);
    let small = |ty: &Ty| matches!(ty.element(), Ty::Float("f8E5M2FNUZ" | "f8E4M3FNUZ"));
    Some(one == other || small(&one) && small(&other))
}

fn raw_buffer_space_0(op: &OpView<'_, '_>) -> Option<bool> {
    let at = usize::from(op.name() != "amdgpu.raw_buffer_load");
    let ty = op.operand(at)?;
    let Ty::MemRef(_, _, _, space) = &*ty else { return None };
    Some(space.as_ref().is_none_or(|space| space.integer() == Some(0)))
}
