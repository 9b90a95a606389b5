//! Conditions on operations of nvvm and nvgpu, and on modules for such devices.

use super::llvm_types::{is_struct, members, width};
use super::texts::{elements, inside, integer, parameter, word};
use super::types::split;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("async-copy-rank", async_copy_rank, "source memref most minor dim must have unit stride"),
    condition("gpu-target-21", gpu_target_21, "Minimum NVVM target SM version is sm_20"),
    condition("gpu-target-22", gpu_target_22, ""),
    condition("matrix-8x8", matrix_8x8, ""),
    condition("mbarrier-not-cluster", mbarrier_not_cluster, ""),
    condition("mma-22", mma_22, ""),
    condition("mma-not-bf16", mma_not_bf16, ""),
    condition("mma-rank-2", mma_rank_2, ""),
    condition("nvgpu-ldmatrix-rank-2", nvgpu_ldmatrix_rank_2, "results must be 2 dimensional vector"),
    condition("range-valid", range_valid, ""),
    condition("redux-type", redux_type, ""),
    condition("shfl-types", shfl_types, ""),
    condition("tcgen05-ld-offset", tcgen05_ld_offset, "offset argument is only supported for shape 16x32bx2"),
    condition("tma-coordinates", tma_coordinates, "expects coordinates between 1 to 5 dimension"),
    condition("tma-create-18", tma_create_18, ""),
    condition("tma-dims-19", tma_dims_19, ""),
    condition("tma-im2col-offsets", tma_im2col_offsets, ""),
    condition("tma-load-18", tma_load_18, ""),
    condition("tma-load-22", tma_load_22, ""),
    condition("tma-no-im2col", tma_no_im2col, ""),
    condition("tma-swizzle-19", tma_swizzle_19, ""),
    condition("tma-swizzle-22", tma_swizzle_22, ""),
    condition("wgmma-half", wgmma_half, ""),
    condition("wmma-not-f64", wmma_not_f64, ""),
    condition("wmma-not-integer", wmma_not_integer, "invalid attribute combination"),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &["gpu-target-22"];

fn async_copy_rank(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        let ty = op.operand(at)?;
        if matches!(*ty, Ty::MemRef(..)) && ty.rank()? == 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// The number of a device's generation, and whether its features are those of that one only.
fn chip(text: &str) -> Option<(u32, bool)> {
    let name = parameter(text, "chip").unwrap_or("\"sm_50\"").trim_matches('"');
    let number = name.strip_prefix("sm_")?;
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    Some((digits.parse().ok()?, number.ends_with('a')))
}

/// Targets of NVIDIA's devices that a module has.
fn targets(op: &View<'_, '_>) -> Option<Vec<(u32, bool)>> {
    if !op.has("targets")? {
        return Some(Vec::new());
    }
    let text = op.text("targets")?;
    let mut found = Vec::new();
    for target in elements(&text)? {
        if target.starts_with("#nvvm.target") {
            found.push(chip(target)?);
        }
    }
    Some(found)
}

fn gpu_target_21(op: &View<'_, '_>) -> Option<bool> {
    Some(targets(op)?.iter().all(|(chip, _)| *chip >= 20))
}

/// Whether a device has an operation.
fn has(name: &str, chip: u32, only: bool) -> bool {
    let Some(name) = name.strip_prefix("nvvm.") else { return true };
    match name {
        "shfl.sync" => chip >= 30,
        "redux.sync" => chip >= 80,
        "read.ptx.sreg.clusterid.x"
        | "read.ptx.sreg.cluster.ctaid.x"
        | "read.ptx.sreg.cluster.ctaid.y"
        | "read.ptx.sreg.cluster.ctaid.z"
        | "read.ptx.sreg.cluster.nctaid.x"
        | "read.ptx.sreg.cluster.nctaid.y"
        | "read.ptx.sreg.cluster.ctarank"
        | "read.ptx.sreg.aggr.smem.size"
        | "cluster.arrive.relaxed"
        | "cluster.wait"
        | "cp.async.bulk.wait_group"
        | "cp.async.bulk.tensor.shared.cluster.global"
        | "mapa" => chip >= 90,
        "wgmma.fence.aligned" | "wgmma.commit.group.sync.aligned" | "wgmma.wait.group.sync.aligned" => {
            chip == 90 && only
        }
        name if name.starts_with("clusterlaunchcontrol.") => chip >= 100,
        name => !name.starts_with("tcgen05.") && !name.starts_with("convert.f32x4."),
    }
}

fn gpu_target_22(op: &View<'_, '_>) -> Option<bool> {
    let targets = targets(op)?;
    if !targets.iter().all(|(chip, _)| *chip >= 20) {
        return Some(false);
    }
    if targets.is_empty() {
        return Some(true);
    }
    for op in op.inside()? {
        let name = op.name();
        if !targets.iter().all(|(chip, only)| has(&name, *chip, *only)) {
            return Some(false);
        }
    }
    Some(true)
}

fn matrix_8x8(op: &View<'_, '_>) -> Option<bool> {
    let shape = op.text("shape")?;
    let size = |name| integer(parameter(&shape, name)?);
    Some(size("m")? == 8 && size("n")? == 8 && word(&op.text("eltType")?) == "b16")
}

fn mbarrier_not_cluster(op: &View<'_, '_>) -> Option<bool> {
    Some(!op.operand(0)?.is_other("!llvm.ptr<7>"))
}

fn mma_22(op: &View<'_, '_>) -> Option<bool> {
    let shape = op.text("shape")?;
    let size = |name| integer(parameter(&shape, name)?);
    let (m, n, k) = (size("m")?, size("n")?, size("k")?);
    if m == 16 {
        let first = members(&*op.result(0)?)?.into_iter().next()?;
        let accumulator = op.operand(op.group(2)?.next()?)?;
        if first.element() != accumulator.element() {
            return Some(false);
        }
    }
    let is = |name: &str, value: &str| Some(word(&op.text(name)?) == value);
    let plain = is("layoutA", "row")? && is("layoutB", "col")?;
    Some(
        plain
            || (m, n, k) == (8, 8, 4)
                && op.has("multiplicandAPtxType")?
                && is("multiplicandAPtxType", "f16")?,
    )
}

fn mma_not_bf16(op: &View<'_, '_>) -> Option<bool> {
    Some(op.has("multiplicandAPtxType")? && word(&op.text("multiplicandAPtxType")?) != "bf16")
}

fn mma_rank_2(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..3 {
        let ty = op.operand(at)?;
        if !ty.is_vector() || ty.rank() != Some(2) {
            return Some(false);
        }
    }
    Some(true)
}

fn nvgpu_ldmatrix_rank_2(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    Some(ty.is_vector() && ty.rank() == Some(2))
}

fn range_valid(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("range")? {
        return Some(true);
    }
    let text = op.text("range")?;
    let parts = split(inside(&text, '<', '>')?);
    let [_, lower, upper] = parts.as_slice() else { return None };
    Some(lower != upper || matches!(*lower, "0" | "-1" | "4294967295" | "18446744073709551615"))
}

fn redux_type(op: &View<'_, '_>) -> Option<bool> {
    let kind = op.text("kind")?;
    let ty = op.result(0)?;
    let float = *ty == Ty::Float("f32".to_owned());
    let fits =
        if matches!(word(&kind), "fmin" | "fmax") { float } else { *ty == Ty::Integer("i".to_owned(), 32) };
    let set = |name| Some(op.has(name)? && op.integer(name) != Some(0));
    Some(fits && (float || !set("abs")? && !set("nan")?))
}

fn shfl_types(op: &View<'_, '_>) -> Option<bool> {
    let (result, value) = (op.result(0)?, op.operand(1)?);
    let valid = op.has("return_value_and_is_valid")?;
    if !is_struct(&result) {
        return Some(!valid && result == value);
    }
    let members = members(&result)?;
    let [one, other] = members.as_slice() else { return Some(false) };
    Some(valid && *one == *value && *other == Ty::Integer("i".to_owned(), 1))
}

fn tcgen05_ld_offset(op: &View<'_, '_>) -> Option<bool> {
    let shape = op.text("shape")?;
    Some(op.operands() == 1 || word(&shape).trim_start_matches("shape_") == "16x32bx2")
}

fn tma_coordinates(op: &View<'_, '_>) -> Option<bool> {
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
fn im2col(op: &View<'_, '_>) -> Option<(usize, usize)> {
    let (coordinates, offsets) = match op.name().as_str() {
        "nvvm.cp.async.bulk.tensor.shared.cluster.global" => (2, 4),
        "nvvm.cp.async.bulk.tensor.prefetch" => (1, 2),
        _ => return None,
    };
    Some((op.group(coordinates)?.len(), op.group(offsets)?.len()))
}

fn tma_im2col_offsets(op: &View<'_, '_>) -> Option<bool> {
    let (coordinates, offsets) = im2col(op)?;
    Some(offsets == 0 || coordinates >= 3 && coordinates == offsets.checked_add(2)?)
}

fn tma_load_22(op: &View<'_, '_>) -> Option<bool> {
    let last = op.segments()?.len().checked_sub(1)?;
    Some(op.group(last)?.len() == 1 && im2col(op)?.1 == 0)
}

fn tma_no_im2col(op: &View<'_, '_>) -> Option<bool> {
    Some(im2col(op)?.1 == 0)
}

/// The type of an operand or result that describes a tensor in memory.
fn descriptor(op: &View<'_, '_>) -> Option<std::rc::Rc<Ty>> {
    op.types()?.into_iter().find(|ty| ty.is_other("!nvgpu.tensormap.descriptor<"))
}

/// The tensor that a descriptor describes.
fn tensor(descriptor: &Ty) -> Option<Ty> {
    let Ty::Other(text) = descriptor else { return None };
    Some(Ty::parse(parameter(text, "tensor")?)).filter(|ty| matches!(ty, Ty::MemRef(Some(_), ..)))
}

fn is_shared(ty: &Ty) -> bool {
    matches!(ty, Ty::MemRef(_, _, _, space) if integer(space) == Some(3) || space == "#gpu.address_space<workgroup>")
}

fn tma_create_18(op: &View<'_, '_>) -> Option<bool> {
    let tensor = tensor(&*op.result(0)?)?;
    Some(tensor.is_static() && is_shared(&tensor))
}

fn tma_dims_19(op: &View<'_, '_>) -> Option<bool> {
    let tensor = tensor(&*descriptor(op)?)?;
    let small = tensor.dims()?.iter().all(|dim| dim.size.is_some_and(|size| (1..=256).contains(&size)));
    Some(small && tma_swizzle_19(op)?)
}

fn tma_load_18(op: &View<'_, '_>) -> Option<bool> {
    let descriptor = descriptor(op)?;
    let (tensor, dest) = (tensor(&descriptor)?, op.operand(0)?);
    let plain = super::gpu::parameter_of(&descriptor, "interleave")? == "none";
    let same = tensor.dims()? == dest.dims()? && tensor.element() == dest.element();
    Some(plain && is_shared(&tensor) && tensor.is_static() && dest.is_static() && same)
}

/// Bytes of the last dimension of a descriptor's tensor, and its swizzle; none inside if that does not count.
fn swizzle(op: &View<'_, '_>) -> Option<(Option<String>, i64)> {
    let descriptor = descriptor(op)?;
    let tensor = tensor(&descriptor)?;
    let kind = super::gpu::parameter_of(&descriptor, "swizzle")?;
    let kind = Some(kind).filter(|kind| kind != "none" && tensor.rank().is_some_and(|rank| rank > 1));
    let bits = i64::from(width(tensor.element())?);
    let bytes = match tensor.dims()?.last() {
        Some(last) => last.size?.checked_mul(bits)? / 8,
        None => bits / 8,
    };
    Some((kind, bytes))
}

fn tma_swizzle_19(op: &View<'_, '_>) -> Option<bool> {
    let (kind, bytes) = swizzle(op)?;
    Some(kind.is_none() || bytes == 128)
}

fn tma_swizzle_22(op: &View<'_, '_>) -> Option<bool> {
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

fn wgmma_half(op: &View<'_, '_>) -> Option<bool> {
    Some(matches!(word(&op.text("typeA")?), "f16" | "bf16"))
}

fn wmma_not_f64(op: &View<'_, '_>) -> Option<bool> {
    Some(word(&op.text("eltype")?) != "f64")
}

fn wmma_not_integer(op: &View<'_, '_>) -> Option<bool> {
    for name in ["eltype", "eltypeA", "eltypeB"] {
        if op.has(name)? && matches!(word(&op.text(name)?), "s8" | "u8" | "s32") {
            return Some(false);
        }
    }
    Some(true)
}
