//! Rules of verifiers on operations of xegpu.

use super::{OpView, Rule, rule};
use crate::typed::{Attr, Ty, shaped};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule(
        "dpas-2d",
        dpas_2d,
        "expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.",
    ),
    rule("dpas-3d", dpas_3d, "lhs and rhs rank does not match for dpas op, or their rank is not 3."),
    rule("load-nd-19", load_nd_19, ""),
    rule("load-nd-plain", load_nd_plain, ""),
    rule("nd-desc-19", nd_desc_19, ""),
    rule("nd-desc-21", nd_desc_21, ""),
    rule("nd-desc-22", nd_desc_22, ""),
    rule("store-nd-21", store_nd_21, ""),
    rule("store-nd-2d", store_nd_2d, "Expecting a 2D TensorDesc."),
    rule(
        "tdesc-source-rank",
        tdesc_source_rank,
        "Expecting the source is a 1D memref or pointer (uint64_t).",
    ),
    rule("xegpu-desc", xegpu_desc, ""),
];

fn dpas_2d(op: &OpView<'_, '_>) -> Option<bool> {
    let (lhs, rhs, result) = (op.operand(0)?.sizes()?, op.operand(1)?.sizes()?, op.result(0)?.sizes()?);
    let ([m, k], [rows, columns]) = (lhs.as_slice(), result.as_slice()) else { return Some(false) };
    let depth = match rhs.as_slice() {
        [depth, _] => *depth,
        [depth, _, packed] => Some((*depth)?.checked_mul((*packed)?)?),
        _ => return Some(false),
    };
    Some(m == rows && rhs.get(1) == Some(columns) && *k == depth)
}

fn dpas_3d(op: &OpView<'_, '_>) -> Option<bool> {
    let (lhs, rhs) = (op.operand(0)?.sizes()?, op.operand(1)?.sizes()?);
    let ([_, k, packed], [depth, _, with]) = (lhs.as_slice(), rhs.as_slice()) else { return Some(false) };
    Some(k == depth && packed == with)
}

/// The tensor and what follows it in the type of a description of a tensor.
fn desc(ty: &Ty) -> Option<(Vec<Option<i64>>, String)> {
    let (dims, _, rest) = shaped(ty.text()?.strip_prefix("!xegpu.tensor_desc<")?)?;
    Some((dims.iter().map(|dim| dim.size).collect(), rest.join(", ")))
}

/// A number among the parameters of a description.
fn array_length(rest: &str) -> Option<i64> {
    let Some((_, value)) = rest.split_once("array_length = ") else { return Some(1) };
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}

/// Whether a permutation of two dimensions exchanges them; none if it is another.
fn transposes(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("transpose")? {
        return Some(false);
    }
    match op.integers("transpose")?.as_slice() {
        [0, 1] => Some(false),
        [1, 0] => Some(true),
        _ => None,
    }
}

fn load_nd_19(op: &OpView<'_, '_>) -> Option<bool> {
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
    Some(op.result(0)?.sizes()? == wanted)
}

fn load_nd_plain(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!op.has("vnni_axis")? && transposes(op).is_some())
}

fn nd_desc_19(op: &OpView<'_, '_>) -> Option<bool> {
    Some(desc(&*op.result(0)?)?.0.len() == op.integers("const_offsets")?.len())
}

fn nd_desc_21(op: &OpView<'_, '_>) -> Option<bool> {
    let (shape, rest) = desc(&*op.result(0)?)?;
    let count = op.integers("const_offsets")?.len();
    let source = op.operand(0)?;
    let space = match &*source {
        Ty::MemRef(_, _, _, Some(space)) if space.starts_with("#xegpu.memory_space") => match space.word()? {
            "slm" => 3,
            "global" => 0,
            _ => return None,
        },
        Ty::MemRef(_, _, _, Some(space)) if matches!(**space, Attr::Integer(..)) => space.integer()?,
        _ => 0,
    };
    let wanted = if rest.contains("slm") { 3 } else { 0 };
    let rank = match &*source {
        Ty::MemRef(dims, ..) => dims.as_ref()?.len() == count,
        _ => true,
    };
    Some(space == wanted && rank && shape.len() <= count)
}

fn nd_desc_22(op: &OpView<'_, '_>) -> Option<bool> {
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

fn store_nd_21(op: &OpView<'_, '_>) -> Option<bool> {
    let (value, (shape, rest)) = (op.operand(0)?.sizes()?, desc(&*op.operand(1)?)?);
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

fn store_nd_2d(op: &OpView<'_, '_>) -> Option<bool> {
    Some(desc(&*op.operand(1)?)?.0.len() == 2)
}

fn tdesc_source_rank(op: &OpView<'_, '_>) -> Option<bool> {
    Some(match &*op.operand(0)? {
        Ty::MemRef(dims, ..) => dims.as_ref()?.len() <= 1,
        _ => true,
    })
}

fn xegpu_desc(op: &OpView<'_, '_>) -> Option<bool> {
    let at = usize::from(op.name() == "xegpu.store");
    let operand = op.operand(at)?;
    let scattered = operand.starts_with("!xegpu.tensor_desc<")
        && operand.text().is_some_and(|text| text.contains("scatter_tdesc_attr"));
    let value = match op.name().as_str() {
        "xegpu.load" => op.result(0)?.is_vector(),
        "xegpu.store" => op.operand(0)?.is_vector(),
        _ => true,
    };
    Some(scattered && value)
}
