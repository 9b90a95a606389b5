//! Conditions on operations of gpu, amdgpu and xegpu.

use super::texts::{parameter, word};
use super::types::Dim;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("amd-wmma-19", amd_wmma_19, ""),
    condition("amd-wmma-21", amd_wmma_21, ""),
    condition("amd-wmma-flags", amd_wmma_flags, ""),
    condition(
        "dpas-2d",
        dpas_2d,
        "expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.",
    ),
    condition("dpas-3d", dpas_3d, "lhs and rhs rank does not match for dpas op, or their rank is not 3."),
    condition("fat-buffer-layout", fat_buffer_layout, ""),
    condition("gather-lds-contiguous", gather_lds_contiguous, "destination types must be contiguous"),
    condition("gpu-launch-twelve", gpu_launch_twelve, "unexpected number of region arguments"),
    condition("gpu-reduce-no-minmax", gpu_reduce_no_minmax, ""),
    condition("gpu-reduce-scalar-bits", gpu_reduce_scalar_bits, ""),
    condition("gpu-rotate-constant", gpu_rotate_constant, "offset is not a constant value"),
    condition("load-nd-19", load_nd_19, ""),
    condition("load-nd-plain", load_nd_plain, ""),
    condition("mfma-19", mfma_19, ""),
    condition("nd-desc-19", nd_desc_19, ""),
    condition("nd-desc-21", nd_desc_21, ""),
    condition("nd-desc-22", nd_desc_22, ""),
    condition(
        "raw-buffer-space-0",
        raw_buffer_space_0,
        "Buffer ops must operate on a memref in global memory",
    ),
    condition("store-nd-21", store_nd_21, ""),
    condition("store-nd-2d", store_nd_2d, "Expecting a 2D TensorDesc."),
    condition(
        "tdesc-source-rank",
        tdesc_source_rank,
        "Expecting the source is a 1D memref or pointer (uint64_t).",
    ),
    condition("xegpu-desc", xegpu_desc, ""),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &["gpu-launch-twelve", "gpu-rotate-constant"];

/// The name of a float type of elements; empty of integers.
fn element(ty: &Ty) -> Option<String> {
    match ty.element() {
        Ty::Float(name) => Some(name.clone()),
        Ty::Integer(..) => Some(String::new()),
        _ => None,
    }
}

fn amd_wmma(op: &View<'_, '_>, sources: &[&str]) -> Option<bool> {
    let (source, result) = (element(&*op.operand(0)?)?, element(&*op.result(0)?)?);
    Some(sources.contains(&source.as_str()) && ["", "f32", "f16", "bf16"].contains(&result.as_str()))
}

fn amd_wmma_19(op: &View<'_, '_>) -> Option<bool> {
    amd_wmma(op, &["", "f16", "bf16"])
}

fn amd_wmma_21(op: &View<'_, '_>) -> Option<bool> {
    let (one, other) = (op.operand(0)?, op.operand(1)?);
    let small = |ty: &Ty| matches!(ty.element(), Ty::Float(name) if name == "f8E4M3FN" || name == "f8E5M2");
    let same = one.element() == other.element() || small(&one) && small(&other);
    Some(same && amd_wmma(op, &["", "f16", "bf16", "f8E4M3FN", "f8E5M2"])?)
}

fn amd_wmma_flags(op: &View<'_, '_>) -> Option<bool> {
    if matches!(op.operand(0)?.element(), Ty::Integer(..)) {
        return Some(true);
    }
    Some(!op.has("clamp")? && !op.has("unsignedA")? && !op.has("unsignedB")?)
}

fn sizes(ty: &Ty) -> Option<Vec<Option<i64>>> {
    Some(ty.dims()?.iter().map(|dim| dim.size).collect())
}

fn dpas_2d(op: &View<'_, '_>) -> Option<bool> {
    let (lhs, rhs, result) = (sizes(&*op.operand(0)?)?, sizes(&*op.operand(1)?)?, sizes(&*op.result(0)?)?);
    let ([m, k], [rows, columns]) = (lhs.as_slice(), result.as_slice()) else { return Some(false) };
    let depth = match rhs.as_slice() {
        [depth, _] => *depth,
        [depth, _, packed] => Some((*depth)?.checked_mul((*packed)?)?),
        _ => return Some(false),
    };
    Some(m == rows && rhs.get(1) == Some(columns) && *k == depth)
}

fn dpas_3d(op: &View<'_, '_>) -> Option<bool> {
    let (lhs, rhs) = (sizes(&*op.operand(0)?)?, sizes(&*op.operand(1)?)?);
    let ([_, k, packed], [depth, _, with]) = (lhs.as_slice(), rhs.as_slice()) else { return Some(false) };
    Some(k == depth && packed == with)
}

/// Strides of a memref that has no gaps.
fn contiguous(dims: &[Dim]) -> Option<Vec<Option<i64>>> {
    let mut strides = vec![Some(1_i64); dims.len()];
    for at in (0..dims.len().saturating_sub(1)).rev() {
        strides[at] = Some(strides[at + 1]?.checked_mul(dims[at + 1].size?)?);
    }
    Some(strides)
}

fn fat_buffer_layout(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("resetOffset")? {
        return Some(true);
    }
    let ty = op.operand(0)?;
    if matches!(&*ty, Ty::MemRef(Some(_), _, layout, _) if layout.is_empty()) {
        return Some(true);
    }
    let (dims, strides) = (ty.dims()?, ty.strides()?);
    if ty.is_static() {
        return Some(strides != contiguous(dims)?);
    }
    Some(strides != [Some(1)])
}

/// The memrefs among the operands.
fn memrefs(op: &View<'_, '_>) -> Option<Vec<std::rc::Rc<Ty>>> {
    let mut found = Vec::new();
    for at in 0..op.operands() {
        found.extend(Some(op.operand(at)?).filter(|ty| matches!(**ty, Ty::MemRef(..))));
    }
    Some(found)
}

fn gather_lds_contiguous(op: &View<'_, '_>) -> Option<bool> {
    let memrefs = memrefs(op)?;
    let ty = memrefs.get(1)?;
    if matches!(&**ty, Ty::MemRef(Some(_), _, layout, _) if layout.is_empty()) {
        return Some(true);
    }
    Some(ty.is_static() && ty.strides()? == contiguous(ty.dims()?)?)
}

fn gpu_launch_twelve(op: &View<'_, '_>) -> Option<bool> {
    Some(op.region(0)?.first().is_none_or(|block| block.args.len() == 12))
}

fn gpu_reduce_no_minmax(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("op")? {
        return Some(true);
    }
    Some(matches!(word(&op.text("op")?), "add" | "mul" | "and" | "or" | "xor"))
}

fn gpu_reduce_scalar_bits(op: &View<'_, '_>) -> Option<bool> {
    let bits = op.has("op")? && matches!(word(&op.text("op")?), "and" | "or" | "xor");
    Some(!bits || matches!(*op.result(0)?, Ty::Integer(..)))
}

fn gpu_rotate_constant(op: &View<'_, '_>) -> Option<bool> {
    Some(op.origin(1)?.is_of("arith.constant") && op.origin(2)?.is_of("arith.constant"))
}

/// The tensor and what follows it in the type of a description of a tensor.
fn desc(ty: &Ty) -> Option<(Vec<Option<i64>>, String)> {
    let Ty::Other(text) = ty else { return None };
    let body = text.strip_prefix("!xegpu.tensor_desc<")?;
    let Ty::Tensor(Some(dims), _, rest) = Ty::parse(&format!("tensor<{body}")) else { return None };
    Some((dims.iter().map(|dim| dim.size).collect(), rest))
}

/// A number among the parameters of a description.
fn array_length(rest: &str) -> Option<i64> {
    let Some((_, value)) = rest.split_once("array_length = ") else { return Some(1) };
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    value[..end].parse().ok()
}

/// Whether a permutation of two dimensions exchanges them; none if it is another.
fn transposes(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("transpose")? {
        return Some(false);
    }
    match op.integers("transpose")?.as_slice() {
        [0, 1] => Some(false),
        [1, 0] => Some(true),
        _ => None,
    }
}

fn load_nd_19(op: &View<'_, '_>) -> Option<bool> {
    let (mut wanted, rest) = desc(&*op.operand(0)?)?;
    if wanted.len() != 2 || op.has("packed")? {
        return Some(false);
    }
    if transposes(op)? {
        wanted.reverse();
    }
    let length = array_length(&rest)?;
    if length > 1 {
        wanted.insert(0, Some(length));
    }
    Some(sizes(&*op.result(0)?)? == wanted)
}

fn load_nd_plain(op: &View<'_, '_>) -> Option<bool> {
    Some(!op.has("vnni_axis")? && transposes(op).is_some())
}

fn mfma_19(op: &View<'_, '_>) -> Option<bool> {
    let (one, other) = (op.operand(0)?, op.operand(1)?);
    let small =
        |ty: &Ty| matches!(ty.element(), Ty::Float(name) if name == "f8E5M2FNUZ" || name == "f8E4M3FNUZ");
    Some(one == other || small(&one) && small(&other))
}

fn nd_desc_19(op: &View<'_, '_>) -> Option<bool> {
    Some(desc(&*op.result(0)?)?.0.len() == op.integers("const_offsets")?.len())
}

fn nd_desc_21(op: &View<'_, '_>) -> Option<bool> {
    let (shape, rest) = desc(&*op.result(0)?)?;
    let count = op.integers("const_offsets")?.len();
    let source = op.operand(0)?;
    let space = match &*source {
        Ty::MemRef(_, _, _, space) if space.starts_with("#xegpu.memory_space") => match word(space) {
            "slm" => 3,
            "global" => 0,
            _ => return None,
        },
        Ty::MemRef(_, _, _, space) if space.starts_with(|c: char| c.is_ascii_digit()) => {
            super::texts::integer(space)?
        }
        _ => 0,
    };
    let wanted = if rest.contains("slm") { 3 } else { 0 };
    let rank = match &*source {
        Ty::MemRef(dims, ..) => dims.as_ref()?.len() == count,
        _ => true,
    };
    Some(space == wanted && rank && shape.len() <= count)
}

fn nd_desc_22(op: &View<'_, '_>) -> Option<bool> {
    let count = op.integers("const_offsets")?.len();
    let fits = |name: &str| match op.has(name)? {
        false => Some((false, 0)),
        true => Some((true, op.integers(name)?.len())),
    };
    let lists = [fits("const_shape")?, fits("const_strides")?];
    let address = matches!(*op.operand(0)?, Ty::Integer(..));
    let lists = lists
        .iter()
        .all(|(there, length)| (!there || *length == count) && (!address || *there && *length > 0));
    Some(lists && nd_desc_21(op)?)
}

fn raw_buffer_space_0(op: &View<'_, '_>) -> Option<bool> {
    let at = usize::from(op.name() != "amdgpu.raw_buffer_load");
    let ty = op.operand(at)?;
    let Ty::MemRef(_, _, _, space) = &*ty else { return None };
    Some(space.is_empty() || super::texts::integer(space) == Some(0))
}

fn store_nd_21(op: &View<'_, '_>) -> Option<bool> {
    let (value, (shape, rest)) = (sizes(&*op.operand(0)?)?, desc(&*op.operand(1)?)?);
    if array_length(&rest)? != 1 {
        return Some(false);
    }
    if value == shape {
        return Some(true);
    }
    let [Some(given)] = value.as_slice() else { return Some(false) };
    let mut count = 1_i64;
    for size in shape {
        count = count.checked_mul(size?)?;
    }
    Some(*given > 0 && *given < count && count % given == 0 && !rest.contains("layout"))
}

fn store_nd_2d(op: &View<'_, '_>) -> Option<bool> {
    Some(desc(&*op.operand(1)?)?.0.len() == 2)
}

fn tdesc_source_rank(op: &View<'_, '_>) -> Option<bool> {
    Some(match &*op.operand(0)? {
        Ty::MemRef(dims, ..) => dims.as_ref()?.len() <= 1,
        _ => true,
    })
}

fn xegpu_desc(op: &View<'_, '_>) -> Option<bool> {
    let at = usize::from(op.name() == "xegpu.store");
    let scattered = matches!(&*op.operand(at)?, Ty::Other(text) if text.starts_with("!xegpu.tensor_desc<") && text.contains("scatter_tdesc_attr"));
    let value = match op.name().as_str() {
        "xegpu.load" => op.result(0)?.is_vector(),
        "xegpu.store" => op.operand(0)?.is_vector(),
        _ => true,
    };
    Some(scattered && value)
}

/// The parameter of a type, without brackets around it.
pub(super) fn parameter_of(ty: &Ty, name: &str) -> Option<String> {
    let Ty::Other(text) = ty else { return None };
    Some(parameter(text, name)?.trim_start_matches('<').trim_end_matches('>').to_owned())
}
