//! Rules of verifiers on operations of tensor.

use std::rc::Rc;

use super::{DYNAMIC, OpView, Rule, in_file, in_function, rule};
use crate::typed::{Attr, Ty, known};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_function("dim-index-in-range", dim_index_in_range, "index is out of range"),
    rule("expand-output-shape", expand_output_shape, ""),
    rule("gather-dims-match-indices", gather_dims_match_indices, ""),
    in_file(
        "generate-extents-not-negative",
        generate_extents_not_negative,
        "tensor dimensions must be non-negative",
    ),
    rule("one-dynamic-per-group", one_dynamic_per_group, ""),
    rule("rank-changes", rank_changes, ""),
    rule(
        "rank-zero-from-ones",
        rank_zero_from_ones,
        "invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank tensor/memref",
    ),
    rule(
        "reassociation-no-empty-group",
        reassociation_no_empty_group,
        "reassociation indices must not be empty",
    ),
    rule("slice-in-bounds", slice_in_bounds, ""),
    rule("slice-types", slice_types, ""),
];

fn dim_index_in_range(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(index) = op.origin(1)?.op() else { return Some(true) };
    let name = op.name();
    let is_constant = match index.name().as_str() {
        "arith.constant" | "index.constant" => true,
        "shape.const_size" => name == "shape.dim",
        _ => false,
    };
    let of = op.operand(0)?;
    if !is_constant || of.is_unranked() {
        return Some(true);
    }
    let (index, rank) = (index.integer("value")?, i64::try_from(of.rank()?).ok()?);
    Some(index < rank && (index >= 0 || name != "shape.dim"))
}

/// Offsets, sizes and strides of a slice, and the type that they make.
fn slice_types(op: &OpView<'_, '_>) -> Option<bool> {
    let insert = op.name().ends_with("insert_slice");
    let (slice, whole) = match insert {
        true => (op.operand(0)?, op.operand(1)?),
        false => (op.result(0)?, op.operand(0)?),
    };
    if insert && op.results() == 1 && op.result(0)? != whole {
        return Some(false);
    }
    let (Ty::Tensor(Some(part), one, _), Ty::Tensor(Some(dims), other, _)) = (&*slice, &*whole) else {
        return None;
    };
    if one != other {
        return Some(false);
    }
    let lists = ["static_offsets", "static_sizes", "static_strides"].map(|name| op.integers(name));
    let [Some(offsets), Some(sizes), Some(strides)] = lists else { return None };
    if [&offsets, &sizes, &strides].iter().any(|list| list.len() != dims.len()) {
        return Some(false);
    }
    let dynamic = |list: &[i64]| list.iter().filter(|one| **one == DYNAMIC).count();
    let groups = op.segments()?;
    let wanted = [dynamic(&offsets), dynamic(&sizes), dynamic(&strides)];
    let first = if insert { 2 } else { 1 };
    if groups.get(first..)? != wanted || groups.get(..first)?.iter().any(|size| *size != 1) {
        return Some(false);
    }
    if op.operand_types(first)?.iter().any(|ty| **ty != Ty::Index) {
        return Some(false);
    }
    for (((dim, offset), size), stride) in dims.iter().zip(&offsets).zip(&sizes).zip(&strides) {
        let (offset, size, stride) = (*offset, *size, *stride);
        let known = |value: i64| (value != DYNAMIC).then_some(value);
        if known(offset).is_some_and(|offset| offset < 0) || known(size).is_some_and(|size| size < 0) {
            return Some(false);
        }
        if let (Some(offset), Some(size), Some(stride), Some(all)) =
            (known(offset), known(size), known(stride), dim.size)
        {
            let last = size.checked_sub(1)?.checked_mul(stride)?.checked_add(offset)?;
            if size > 0 && (offset >= all || last >= all || last < 0) {
                return Some(false);
            }
        }
    }
    // The slice has these sizes, without some that are 1.
    let mut left = part.iter().map(|dim| dim.size).peekable();
    for size in sizes {
        let size = (size != DYNAMIC).then_some(size);
        if left.peek() == Some(&size) {
            left.next();
        } else if size != Some(1) {
            return Some(false);
        }
    }
    Some(left.next().is_none())
}

fn slice_in_bounds(op: &OpView<'_, '_>) -> Option<bool> {
    let of = match op.name().as_str() {
        "memref.subview" | "tensor.extract_slice" => 0,
        "tensor.insert_slice" | "tensor.parallel_insert_slice" => 1,
        _ => return None,
    };
    let dims = op.operand(of)?.sizes()?;
    let lists =
        [op.integers("static_offsets")?, op.integers("static_sizes")?, op.integers("static_strides")?];
    for (at, dim) in dims.iter().enumerate() {
        let Some(dim) = *dim else { continue };
        let Some(offset) = known(*lists[0].get(at)?) else { continue };
        if offset >= dim {
            return Some(false);
        }
        if let (Some(size), Some(stride)) = (known(*lists[1].get(at)?), known(*lists[2].get(at)?))
            && offset.checked_add(size.checked_sub(1)?.checked_mul(stride)?)? >= dim
        {
            return Some(false);
        }
    }
    Some(true)
}

/// The dimensions of each group of an attribute `reassociation`.
pub(super) fn reassociation(op: &OpView<'_, '_>) -> Option<Vec<Vec<usize>>> {
    let group =
        |group: &Rc<Attr>| group.integers()?.into_iter().map(|dim| usize::try_from(dim).ok()).collect();
    op.array("reassociation")?.iter().map(group).collect()
}

fn reassociation_no_empty_group(op: &OpView<'_, '_>) -> Option<bool> {
    Some(reassociation(op)?.iter().all(|group| !group.is_empty()))
}

fn rank_changes(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.rank()? != op.result(0)?.rank()?)
}

fn one_dynamic_per_group(op: &OpView<'_, '_>) -> Option<bool> {
    if op.name().ends_with(".collapse_shape") {
        return Some(true);
    }
    let dims = op.result(0)?.sizes()?;
    for group in reassociation(op)? {
        let mut dynamic = 0;
        for dim in group {
            dynamic += usize::from(dims.get(dim)?.is_none());
        }
        if dynamic > 1 {
            return Some(false);
        }
    }
    Some(true)
}

fn rank_zero_from_ones(op: &OpView<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?, op.result(0)?);
    let (collapsed, other) =
        if op.name().ends_with(".collapse_shape") { (result, source) } else { (source, result) };
    Some(collapsed.rank()? > 0 || other.sizes()?.iter().all(|size| *size == Some(1)))
}

fn expand_output_shape(op: &OpView<'_, '_>) -> Option<bool> {
    let result = op.result(0)?.sizes()?;
    if !op.has("static_output_shape")? {
        return Some(false);
    }
    let shape = op.integers("static_output_shape")?;
    let dynamic = shape.iter().filter(|size| known(**size).is_none()).count();
    let fits = |(wanted, given): (&Option<i64>, &i64)| wanted.is_none_or(|wanted| wanted == *given);
    Some(shape.len() == result.len() && dynamic + 1 == op.operands() && result.iter().zip(&shape).all(fits))
}

fn gather_dims_match_indices(op: &OpView<'_, '_>) -> Option<bool> {
    let (indices, dims) = match op.name().as_str() {
        "tensor.gather" => (1, op.integers("gather_dims")?),
        "tensor.scatter" => (2, op.integers("scatter_dims")?),
        _ => return None,
    };
    let last = op.operand(indices)?.dims()?.last().and_then(|dim| dim.size);
    Some(last.is_some_and(|last| usize::try_from(last) == Ok(dims.len())))
}

fn generate_extents_not_negative(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        if let Some(extent) = op.origin(at)?.op()
            && matches!(extent.name().as_str(), "arith.constant" | "index.constant")
            && extent.attr("value")?.integer()? < 0
        {
            return Some(false);
        }
    }
    Some(true)
}
