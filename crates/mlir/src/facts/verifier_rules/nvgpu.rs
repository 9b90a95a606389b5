//! Rules of verifiers on operations of nvgpu.

use std::rc::Rc;

use super::{OpView, Rule, rule};
use crate::typed::{Ty, parameter};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("async-copy-rank", async_copy_rank, "source memref most minor dim must have unit stride"),
    rule("mma-rank-2", mma_rank_2, ""),
    rule("nvgpu-ldmatrix-rank-2", nvgpu_ldmatrix_rank_2, "results must be 2 dimensional vector"),
    rule("tma-create-18", tma_create_18, ""),
    rule("tma-dims-19", tma_dims_19, ""),
    rule("tma-load-18", tma_load_18, ""),
    rule("tma-swizzle-19", tma_swizzle_19, ""),
    rule("tma-swizzle-22", tma_swizzle_22, ""),
];

/// The parameter of a type, without brackets around it.
fn parameter_of(ty: &Ty, name: &str) -> Option<String> {
    Some(parameter(ty.text()?, name)?.trim_start_matches('<').trim_end_matches('>').to_owned())
}

fn async_copy_rank(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        let ty = op.operand(at)?;
        if matches!(*ty, Ty::MemRef(..)) && ty.rank()? == 0 {
            return Some(false);
        }
    }
    Some(true)
}

fn mma_rank_2(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..3 {
        let ty = op.operand(at)?;
        if !ty.is_vector() || ty.rank() != Some(2) {
            return Some(false);
        }
    }
    Some(true)
}

fn nvgpu_ldmatrix_rank_2(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    Some(ty.is_vector() && ty.rank() == Some(2))
}

/// The type of an operand or result that describes a tensor in memory.
fn descriptor(op: &OpView<'_, '_>) -> Option<Rc<Ty>> {
    op.types()?.into_iter().find(|ty| ty.starts_with("!nvgpu.tensormap.descriptor<"))
}

/// The tensor that a descriptor describes.
fn tensor(descriptor: &Ty) -> Option<Ty> {
    let tensor = Ty::parse(parameter(descriptor.text()?, "tensor")?);
    matches!(tensor, Ty::MemRef(Some(_), ..)).then_some(tensor)
}

fn is_shared(ty: &Ty) -> bool {
    let Ty::MemRef(_, _, _, Some(space)) = ty else { return false };
    space.integer() == Some(3) || space.text() == Some("#gpu.address_space<workgroup>")
}

fn tma_create_18(op: &OpView<'_, '_>) -> Option<bool> {
    let tensor = tensor(&*op.result(0)?)?;
    Some(tensor.is_static() && is_shared(&tensor))
}

fn tma_dims_19(op: &OpView<'_, '_>) -> Option<bool> {
    let tensor = tensor(&*descriptor(op)?)?;
    let small = tensor.dims()?.iter().all(|dim| dim.size.is_some_and(|size| (1..=256).contains(&size)));
    Some(small && tma_swizzle_19(op)?)
}

fn tma_load_18(op: &OpView<'_, '_>) -> Option<bool> {
    let descriptor = descriptor(op)?;
    let (tensor, dest) = (tensor(&descriptor)?, op.operand(0)?);
    let plain = parameter_of(&descriptor, "interleave")? == "none";
    let same = tensor.dims()? == dest.dims()? && tensor.element() == dest.element();
    Some(plain && is_shared(&tensor) && tensor.is_static() && dest.is_static() && same)
}

/// Bytes of the last dimension of a descriptor's tensor, and its swizzle; none inside if that does not count.
fn swizzle(op: &OpView<'_, '_>) -> Option<(Option<String>, i64)> {
    let descriptor = descriptor(op)?;
    let tensor = tensor(&descriptor)?;
    let kind = parameter_of(&descriptor, "swizzle")?;
    let kind = Some(kind).filter(|kind| kind != "none" && tensor.rank().is_some_and(|rank| rank > 1));
    let bits = i64::from(tensor.element().width()?);
    let bytes = match tensor.dims()?.last() {
        Some(last) => last.size?.checked_mul(bits)? / 8,
        None => bits / 8,
    };
    Some((kind, bytes))
}

fn tma_swizzle_19(op: &OpView<'_, '_>) -> Option<bool> {
    let (kind, bytes) = swizzle(op)?;
    Some(kind.is_none() || bytes == 128)
}

fn tma_swizzle_22(op: &OpView<'_, '_>) -> Option<bool> {
    let (kind, bytes) = swizzle(op)?;
    let fits = match kind.as_deref() {
        None => true,
        Some("swizzle_32b") => bytes == 32,
        Some("swizzle_64b") => bytes == 64,
        Some("swizzle_128b") => bytes == 128,
        Some(_) => return None,
    };
    Some(fits && (op.name() == "nvgpu.tma.create.descriptor" || bytes % 16 == 0))
}
