//! Conditions on operations of quant, sparse_tensor, spirv, irdl, pdl and transform.

use super::scene::DYNAMIC;
use super::texts::{elements, inside, integer, integers, string, symbol};
use super::types::split;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition(
        "apply-constraint-results",
        apply_constraint_results,
        "returning an operation from a constraint is not supported",
    ),
    condition("coo-levels", coo_levels, "input/output trailing COO level-ranks don't match"),
    condition("copy-back-op", copy_back_op, "invalid copy_back_op"),
    condition("foreach-args", foreach_args, ""),
    condition("fuse-19", fuse_19, ""),
    condition("fuse-interchange", fuse_interchange, ""),
    condition("grid-dims", grid_dims, "transform require empty or size-3 grid_dims"),
    condition("identity-level", identity_level, "the sparse-tensor must have an identity mapping"),
    condition(
        "init-not-composite",
        init_not_composite,
        "initializer must be result of a spirv.SpecConstant or spirv.GlobalVariable op",
    ),
    condition(
        "init-not-variable",
        init_not_variable,
        "initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op",
    ),
    condition("irdl-distinct", irdl_distinct, ""),
    condition("irdl-name", irdl_name, ""),
    condition("irdl-names", irdl_names, ""),
    condition("iterate-one-arg", iterate_one_arg, ""),
    condition("lvl-in-range", lvl_in_range, "Level index exceeds the rank of the input sparse tensor"),
    condition("memcpy-op", memcpy_op, "unsupported memcpy op"),
    condition("memory-not-aligned", memory_not_aligned, "has unhandled memory operand 'Aligned'"),
    condition("no-joint-matrix", no_joint_matrix, ""),
    condition("one-shot-flags", one_shot_flags, "'print_conflicts' requires 'test_analysis_only'"),
    condition("perms-in-range", perms_in_range, ""),
    condition("quant-match", quant_match, ""),
    condition(
        "split-interfaces",
        split_interfaces,
        "expects result types to implement the same transform interface as the operand type",
    ),
    condition("replicate-plain", replicate_plain, ""),
    condition("tile-loops", tile_loops, ""),
    condition("value-typed-positive", value_typed_positive, "n must be not less than 1"),
    condition("values-element", values_element, "unexpected mismatch in element types"),
    condition(
        "variadicity-count",
        variadicity_count,
        "the number of operands and their variadicities must be the same",
    ),
    condition("vector-scalable-sizes", vector_scalable_sizes, ""),
    condition("weights-not-zero", weights_not_zero, "branch weights cannot both be zero"),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "foreach-args",
    "init-not-composite",
    "init-not-variable",
    "iterate-one-arg",
    "lvl-in-range",
    "value-typed-positive",
];

fn apply_constraint_results(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..op.results() {
        if op.result(at)?.is_other("!pdl.operation") {
            return Some(false);
        }
    }
    Some(true)
}

fn no_joint_matrix(op: &View<'_, '_>) -> Option<bool> {
    let has = |text: &str| text.contains("coopmatrix") || text.contains("jointmatrix");
    if op.has("type")? && has(&op.text("type")?) {
        return Some(false);
    }
    Some(!op.types()?.iter().any(|ty| matches!(ty.element(), Ty::Other(text) if has(text))))
}

/// Dimensions and levels of the encoding of a sparse tensor.
fn levels(ty: &Ty) -> Option<(Vec<String>, Vec<String>)> {
    let Ty::Tensor(_, _, encoding) = ty else { return None };
    let body = encoding.strip_prefix("#sparse_tensor.encoding<{")?.strip_suffix("}>")?;
    let map = split(body).into_iter().find_map(|part| part.trim().strip_prefix("map = "))?;
    let (from, to) = map.split_once(" -> ")?;
    let list =
        |text: &str| Some(split(inside(text, '(', ')')?).into_iter().map(str::to_owned).collect::<Vec<_>>());
    if !from.trim().starts_with('(') {
        return None;
    }
    Some((list(from)?, list(to)?))
}

/// The tensors among operands and results that have an encoding for sparse ones.
fn sparse(op: &View<'_, '_>) -> Option<Vec<std::rc::Rc<Ty>>> {
    let is_sparse = |ty: &Ty| matches!(ty, Ty::Tensor(_, _, encoding) if !encoding.is_empty());
    Some(op.types()?.into_iter().filter(|ty| is_sparse(ty)).collect())
}

fn coo_levels(op: &View<'_, '_>) -> Option<bool> {
    for ty in sparse(op)? {
        let (_, levels) = levels(&ty)?;
        if levels.iter().any(|level| level.contains("singleton") && !level.contains("soa")) {
            return Some(false);
        }
    }
    Some(true)
}

fn identity_level(op: &View<'_, '_>) -> Option<bool> {
    for ty in sparse(op)? {
        let (dims, levels) = levels(&ty)?;
        let same = |(dim, level): (&String, &String)| level.split(" : ").next() == Some(dim.as_str());
        if dims.len() != levels.len() || !dims.iter().zip(&levels).all(same) {
            return Some(false);
        }
    }
    Some(true)
}

fn iterate_one_arg(op: &View<'_, '_>) -> Option<bool> {
    Some(op.region(0)?.first()?.args.len() == 1)
}

/// The value of an operand that is a constant; none inside of others.
fn constant(op: &View<'_, '_>, at: usize) -> Option<Option<i64>> {
    let Some(of) = op.origin(at)?.op() else { return Some(None) };
    match of.operands() == 0 && of.has("value")? {
        false => Some(None),
        true => Some(Some(integer(&of.text("value")?)?)),
    }
}

fn lvl_in_range(op: &View<'_, '_>) -> Option<bool> {
    let Some(at) = constant(op, 1)? else { return Some(true) };
    let ty = op.operand(0)?;
    let count = match &*ty {
        Ty::Tensor(Some(dims), _, encoding) if encoding.is_empty() => dims.len(),
        ty => levels(ty)?.1.len(),
    };
    Some(usize::try_from(at).is_ok_and(|at| at < count))
}

fn value_typed_positive(op: &View<'_, '_>) -> Option<bool> {
    // Size, buffer, value, and how often it is added.
    if op.operands() < 4 {
        return Some(true);
    }
    Some(constant(op, 3)?.is_none_or(|count| count >= 1))
}

fn values_element(op: &View<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.element() == op.result(0)?.element())
}

fn foreach_args(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.operand(0)?;
    let rank = ty.rank()?;
    let blocks = op.region(0)?;
    let args = &blocks.first()?.args;
    let indices = args.iter().take(rank).filter(|arg| ***arg == Ty::Index).count();
    Some(indices == rank && args.get(rank).is_some_and(|arg| **arg == *ty.element()))
}

/// What a quantized type is stored as and stands for, and along which axis with how many scales.
type Quantized = (Ty, Ty, Option<(usize, usize)>);

/// Reads the type of elements as a quantized one.
fn quantized(ty: &Ty) -> Option<Quantized> {
    let Ty::Other(text) = ty.element() else { return None };
    let parts = split(text.strip_prefix("!quant.uniform<")?.strip_suffix('>')?);
    let mut kinds = parts.first()?.split(':');
    let stored = kinds.next()?.split('<').next()?;
    // A range may have a colon in it: `i8<-127:127>:f32`.
    let kinds: Vec<&str> = match stored.len() == parts.first()?.split(':').next()?.len() {
        true => kinds.collect(),
        false => parts.first()?.split_once(">:")?.1.split(':').collect(),
    };
    let axis = match kinds.get(1) {
        None => None,
        Some(axis) => {
            Some((axis.parse().ok()?, split(parts.get(1)?.strip_prefix('{')?.strip_suffix('}')?).len()))
        }
    };
    let stored = Ty::parse(stored.trim_start_matches(['u', 's']));
    Some((stored, Ty::parse(kinds.first()?), axis))
}

fn quant_match(op: &View<'_, '_>) -> Option<bool> {
    let (operand, result) = (op.operand(0)?, op.result(0)?);
    let ((stored, expressed, axis), other) = match quantized(&operand) {
        Some(found) => (found, result),
        None => (quantized(&result)?, std::rc::Rc::clone(&operand)),
    };
    let wanted = if op.name() == "quant.scast" { stored } else { expressed };
    if *other.element() != wanted {
        return Some(false);
    }
    let Some((axis, scales)) = axis else { return Some(true) };
    Some(match &*operand {
        Ty::Tensor(None, ..) => true,
        Ty::Tensor(Some(dims), ..) => {
            dims.get(axis).is_some_and(|dim| dim.size.is_none_or(|size| usize::try_from(size) == Ok(scales)))
        }
        _ => false,
    })
}

/// Whether a name consists of what names of definitions may consist of.
fn is_name(name: &str) -> bool {
    let known = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    known && !name.is_empty() && !name.starts_with('_') && !name.contains("__")
}

fn irdl_name(op: &View<'_, '_>) -> Option<bool> {
    let text = op.text("sym_name")?;
    let name = string(&text)?;
    let name = match op.name().as_str() {
        "irdl.type" => name.strip_prefix('!').unwrap_or(name),
        "irdl.attribute" => name.strip_prefix('#').unwrap_or(name),
        _ => name,
    };
    Some(is_name(name))
}

fn irdl_names(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("names")? {
        return Some(false);
    }
    let text = op.text("names")?;
    let mut names = std::collections::HashSet::new();
    let mut all = elements(&text)?.into_iter();
    let distinct = all.all(|name| string(name).is_some_and(|name| is_name(name) && names.insert(name)));
    Some(distinct && names.len() == op.operands())
}

fn irdl_distinct(op: &View<'_, '_>) -> Option<bool> {
    let mut names = std::collections::HashSet::new();
    for inner in op.region(0)?.iter().flat_map(|block| &block.ops) {
        if !matches!(inner.name().as_str(), "irdl.operands" | "irdl.results" | "irdl.regions")
            || !inner.has("names")?
        {
            continue;
        }
        let text = inner.text("names")?;
        // One of them that has a name twice is refused for that.
        let own: std::collections::HashSet<String> =
            elements(&text)?.into_iter().map(str::to_owned).collect();
        if own.into_iter().any(|name| !names.insert(name)) {
            return Some(false);
        }
    }
    Some(true)
}

fn variadicity_count(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("variadicity")? {
        return Some(false);
    }
    let text = op.text("variadicity")?;
    let body = text
        .strip_prefix("#irdl<variadicity_array")
        .or_else(|| text.strip_prefix("#irdl.variadicity_array"))?;
    let list = inside(body, '[', ']')?;
    Some(split(list).into_iter().filter(|part| !part.is_empty()).count() == op.operands())
}

/// The operation that an initial value refers to; none inside if there is no initial value.
fn initializer(op: &View<'_, '_>) -> Option<Option<String>> {
    if !op.has("initializer")? {
        return Some(None);
    }
    symbol(&op.text("initializer")?)?;
    Some(Some(op.refers("initializer")?.name()))
}

fn init_not_variable(op: &View<'_, '_>) -> Option<bool> {
    Some(
        initializer(op)?
            .is_none_or(|of| matches!(of.as_str(), "spirv.SpecConstant" | "spirv.SpecConstantComposite")),
    )
}

fn init_not_composite(op: &View<'_, '_>) -> Option<bool> {
    Some(initializer(op)?.is_none_or(|of| of != "spirv.SpecConstantComposite"))
}

fn memory_not_aligned(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("memory_operand")? {
        return Some(true);
    }
    let text = op.text("memory_operand")?;
    Some(!["Aligned", "MakePointerAvailable", "MakePointerVisible"].iter().any(|flag| text.contains(flag)))
}

fn replicate_plain(op: &View<'_, '_>) -> Option<bool> {
    let text = op.beginning("value")?;
    let number =
        text.starts_with(|c: char| c.is_ascii_digit() || c == '-') || matches!(&*text, "true" | "false");
    Some(text.starts_with("dense<") || number)
}

fn weights_not_zero(op: &View<'_, '_>) -> Option<bool> {
    match op.has("branch_weights")? {
        false => Some(true),
        true => Some(op.integers("branch_weights")?.iter().any(|weight| *weight != 0)),
    }
}

fn is_one_of(op: &View<'_, '_>, attr: &str, words: &[&str]) -> Option<bool> {
    Some(words.contains(&string(&op.text(attr)?)?))
}

fn memcpy_op(op: &View<'_, '_>) -> Option<bool> {
    Some(op.has("memcpy_op")? && is_one_of(op, "memcpy_op", &["memref.copy", "linalg.copy"])?)
}

fn copy_back_op(op: &View<'_, '_>) -> Option<bool> {
    Some(
        !op.has("copy_back_op")?
            || is_one_of(
                op,
                "copy_back_op",
                &["bufferization.materialize_in_destination", "linalg.copy", "none"],
            )?,
    )
}

fn one_shot_flags(op: &View<'_, '_>) -> Option<bool> {
    let set = |name| Some(op.has(name)? && op.integer(name)? != 0);
    Some(set("test_analysis_only")? || !set("print_conflicts")? && !set("dump_alias_sets")?)
}

/// A list of numbers; empty if it is not there.
fn numbers(op: &View<'_, '_>, names: &[&str]) -> Option<Vec<i64>> {
    for name in names {
        if op.has(name)? {
            return integers(&op.text(name)?);
        }
    }
    Some(Vec::new())
}

fn vector_scalable_sizes(op: &View<'_, '_>) -> Option<bool> {
    Some(numbers(op, &["scalable_sizes"])?.len() == numbers(op, &["static_vector_sizes"])?.len())
}

fn grid_dims(op: &View<'_, '_>) -> Option<bool> {
    Some(matches!(numbers(op, &["grid_dims"])?.len(), 0 | 3))
}

fn tile_loops(op: &View<'_, '_>) -> Option<bool> {
    Some(op.results() == 1 + numbers(op, &["static_sizes"])?.iter().filter(|size| **size != 0).count())
}

fn is_permutation(of: &[i64]) -> bool {
    let mut sorted = of.to_vec();
    sorted.sort_unstable();
    (0_i64..).zip(sorted).all(|(at, size)| at == size)
}

fn fuse_lists(op: &View<'_, '_>) -> Option<(Vec<i64>, Vec<i64>)> {
    Some((
        numbers(op, &["tile_interchange", "static_tile_interchange"])?,
        numbers(op, &["tile_sizes", "static_tile_sizes"])?,
    ))
}

fn fuse_interchange(op: &View<'_, '_>) -> Option<bool> {
    let (interchange, sizes) = fuse_lists(op)?;
    Some(interchange.len() <= sizes.len())
}

fn fuse_19(op: &View<'_, '_>) -> Option<bool> {
    let (interchange, sizes) = fuse_lists(op)?;
    let loops = sizes.iter().filter(|size| **size != 0).count();
    Some(is_permutation(&interchange) && !sizes.contains(&DYNAMIC) && op.results() == 1 + loops)
}

fn perms_in_range(op: &View<'_, '_>) -> Option<bool> {
    for name in ["matmul_inner_dims_order", "inner_perm", "outer_perm"] {
        let list = numbers(op, &[name])?;
        let count = i64::try_from(list.len()).ok()?;
        if !list.iter().all(|to| (0..count).contains(to)) {
            return Some(false);
        }
    }
    Some(true)
}

fn split_interfaces(op: &View<'_, '_>) -> Option<bool> {
    let kind = |ty: &Ty| {
        let Ty::Other(text) = ty else { return None };
        match text.strip_prefix("!transform.")? {
            "any_op" => Some(0),
            "any_value" => Some(1),
            "any_param" => Some(2),
            rest if rest.starts_with("op<") => Some(0),
            rest if rest.starts_with("param<") => Some(2),
            _ => None,
        }
    };
    let of = kind(&*op.operand(0)?)?;
    for at in 0..op.results() {
        if kind(&*op.result(at)?)? != of {
            return Some(false);
        }
    }
    Some(true)
}
