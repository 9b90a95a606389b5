//! Conditions on operations of memref, tensor, linalg and bufferization.

use std::rc::Rc;

use super::scene::DYNAMIC;
use super::texts::{Map, elements, integer, integers};
use super::types::Dim;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("access-rank", access_rank, "invalid number of indices for accessed memref"),
    condition("alignment-not-negative", alignment_not_negative, ""),
    condition("alignment-power-of-two", alignment_power_of_two, ""),
    condition("alloc-not-sparse", alloc_not_sparse, "sparse tensor allocation should not escape function"),
    condition(
        "collapse-contiguous",
        collapse_contiguous,
        "invalid source layout map or collapsing non-contiguous dims",
    ),
    condition(
        "dealloc-results-retained",
        dealloc_results_retained,
        "must have the same number of updated conditions (results) as retained operands",
    ),
    condition("expand-dynamic-operands", expand_dynamic_operands, "incorrect number of dynamic sizes"),
    condition("expand-output-shape", expand_output_shape, ""),
    condition("fill-types-match", fill_types_match, ""),
    condition("gather-dims-match-indices", gather_dims_match_indices, ""),
    condition(
        "generate-extents-not-negative",
        generate_extents_not_negative,
        "tensor dimensions must be non-negative",
    ),
    condition("global-initial-plain", global_initial_plain, ""),
    condition("map-body-with-init", map_body_with_init, ""),
    condition("map-body-without-init", map_body_without_init, ""),
    condition(
        "materialize-both-ranked",
        materialize_both_ranked,
        "source/destination shapes are incompatible",
    ),
    condition("offsets-not-negative", offsets_not_negative, "to be non-negative, but got"),
    condition("one-dynamic-per-group", one_dynamic_per_group, ""),
    condition(
        "pack-dynamic-tile-divides",
        pack_dynamic_tile_divides,
        "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
    ),
    condition(
        "pack-inner-exact",
        pack_inner_exact,
        "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type",
    ),
    condition("pack-shape-exact", pack_shape_exact, ""),
    condition("parent-operands-ranked", parent_operands_ranked, ""),
    condition("pure-semantics", pure_semantics, "expected to have pure tensor or buffer semantics"),
    condition("rank-changes", rank_changes, ""),
    condition(
        "rank-zero-from-ones",
        rank_zero_from_ones,
        "invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank tensor/memref",
    ),
    condition(
        "reassociation-no-empty-group",
        reassociation_no_empty_group,
        "reassociation indices must not be empty",
    ),
    condition("reinterpret-cast-exact", reinterpret_cast_exact, ""),
    condition("slice-in-bounds", slice_in_bounds, ""),
    condition("subview-drops-plain", subview_drops_plain, ""),
    condition("subview-strides-match", subview_strides_match, ""),
    condition("transpose-permutation-in-range", transpose_permutation_in_range, "permutation is not valid"),
    condition("transpose-result-strided", transpose_result_strided, ""),
    condition("winograd-input-both-ways", winograd_input_both_ways, "the output shape is not expected"),
    condition("winograd-input-unit-dims", winograd_input_unit_dims, "the output shape is not expected"),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "alloc-not-sparse",
    "generate-extents-not-negative",
    "map-body-with-init",
    "map-body-without-init",
    "parent-operands-ranked",
];

fn alignment_power_of_two(op: &View<'_, '_>) -> Option<bool> {
    match op.has("alignment")? {
        false => Some(true),
        true => Some(op.integer("alignment").is_some_and(|value| value > 0 && value.count_ones() == 1)),
    }
}

fn alignment_not_negative(op: &View<'_, '_>) -> Option<bool> {
    match op.has("alignment")? {
        false => Some(true),
        true => Some(op.integer("alignment").is_some_and(|value| value >= 0)),
    }
}

/// A size or stride of an attribute, if it is known.
fn known(size: i64) -> Option<i64> {
    (size != DYNAMIC).then_some(size)
}

/// Sizes of all dimensions; none inside for those that are dynamic.
fn sizes(ty: &Ty) -> Option<Vec<Option<i64>>> {
    Some(ty.dims()?.iter().map(|dim| dim.size).collect())
}

fn slice_in_bounds(op: &View<'_, '_>) -> Option<bool> {
    let of = match op.name().as_str() {
        "memref.subview" | "tensor.extract_slice" => 0,
        "tensor.insert_slice" | "tensor.parallel_insert_slice" => 1,
        _ => return None,
    };
    let dims = sizes(&*op.operand(of)?)?;
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

fn access_rank(op: &View<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.rank()?.checked_add(1)? == op.operands())
}

/// Strides that a view of all dimensions has.
fn view_strides(op: &View<'_, '_>) -> Option<Vec<Option<i64>>> {
    let factors = op.integers("static_strides")?;
    let given = op.operand(0)?.strides()?;
    (factors.len() == given.len()).then_some(())?;
    let mut expected = Vec::new();
    for (stride, factor) in given.iter().zip(&factors) {
        expected.push(match (stride, known(*factor)) {
            (Some(stride), Some(factor)) => Some(stride.checked_mul(factor)?),
            _ => None,
        });
    }
    Some(expected)
}

/// Whether it is plain which dimensions a view drops: none, all of size 1, or strides tell.
fn subview_drops_plain(op: &View<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?.rank()?, op.result(0)?.rank()?);
    let units = op.integers("static_sizes")?.iter().filter(|size| **size == 1).count();
    if source == result || result.checked_add(units)? == source {
        return Some(true);
    }
    let tell = |strides: Vec<Option<i64>>| strides.iter().rev().skip(1).any(Option::is_some);
    (tell(view_strides(op)?) || tell(op.result(0)?.strides()?)).then_some(true)
}

fn subview_strides_match(op: &View<'_, '_>) -> Option<bool> {
    let expected = view_strides(op)?;
    let found = op.result(0)?.strides()?;
    if found.len() == expected.len() {
        return Some(found == expected);
    }
    let slice = op.integers("static_sizes")?;
    (slice.len() == expected.len()).then_some(())?;
    let mut dropped: Vec<usize> = (0..slice.len()).filter(|at| slice[*at] == 1).collect();
    if dropped.len() + found.len() != expected.len() {
        let count =
            |strides: &[Option<i64>], of: Option<i64>| strides.iter().filter(|stride| **stride == of).count();
        // Ranks are small, but nothing says so.
        (expected.len() <= 64).then_some(())?;
        let mut left = expected.clone();
        let mut keep = Vec::new();
        for at in dropped {
            let stride = expected[at];
            let (have, wanted) = (count(&left, stride), count(&found, stride));
            if have < wanted {
                return Some(false);
            }
            if have > wanted {
                let one = left.iter().position(|other| *other == stride)?;
                left.remove(one);
                keep.push(at);
            }
        }
        dropped = keep;
        if dropped.len() + found.len() != expected.len() {
            return Some(false);
        }
    }
    let rest = (0..expected.len()).filter(|at| !dropped.contains(at)).map(|at| expected[at]);
    Some(rest.eq(found))
}

/// The place of a dimension after a permutation that may be empty.
fn place(permutation: &[i64], dim: usize) -> Option<usize> {
    if permutation.is_empty() {
        return Some(dim);
    }
    permutation.iter().position(|from| usize::try_from(*from) == Ok(dim))
}

fn permutation(op: &View<'_, '_>) -> Option<Vec<i64>> {
    match op.has("outer_dims_perm")? {
        false => Some(Vec::new()),
        true => op.integers("outer_dims_perm"),
    }
}

/// The types of what is packed or unpacked: unpacked, and packed.
fn packing(op: &View<'_, '_>) -> Option<(Rc<Ty>, Rc<Ty>)> {
    match op.name().as_str() {
        "linalg.pack" | "tensor.pack" => Some((op.operand(0)?, op.operand(1)?)),
        "linalg.unpack" | "tensor.unpack" => Some((op.operand(1)?, op.operand(0)?)),
        _ => None,
    }
}

fn pack_inner_exact(op: &View<'_, '_>) -> Option<bool> {
    let (_, packed) = packing(op)?;
    let packed = sizes(&packed)?;
    let tiles = op.integers("static_inner_tiles")?;
    let inner = packed.get(packed.len().checked_sub(tiles.len())?..)?;
    Some(inner.iter().zip(&tiles).all(|(size, tile)| *size == known(*tile)))
}

fn pack_shape_exact(op: &View<'_, '_>) -> Option<bool> {
    let (unpacked, packed) = packing(op)?;
    let mut expected = sizes(&unpacked)?;
    let tiles = op.integers("static_inner_tiles")?;
    for (dim, tile) in op.integers("inner_dims_pos")?.iter().zip(&tiles) {
        let size = expected.get_mut(usize::try_from(*dim).ok()?)?;
        *size = match (*size, known(*tile)) {
            (Some(size), Some(tile)) if tile > 0 && size >= 0 => {
                Some(size / tile + i64::from(size % tile != 0))
            }
            (Some(_), Some(_)) => return None,
            _ => None,
        };
    }
    let permutation = permutation(op)?;
    let found = sizes(&packed)?;
    for at in 0..expected.len() {
        let from = if permutation.is_empty() { at } else { usize::try_from(*permutation.get(at)?).ok()? };
        if let (Some(size), Some(wanted)) = (*found.get(at)?, *expected.get(from)?)
            && size != wanted
        {
            return Some(false);
        }
    }
    Some(true)
}

fn pack_dynamic_tile_divides(op: &View<'_, '_>) -> Option<bool> {
    if op.group(2).is_some_and(|padding| padding.len() == 1) {
        return Some(true);
    }
    let (source, dest) = (sizes(&*op.operand(0)?)?, sizes(&*op.operand(1)?)?);
    let permutation = permutation(op)?;
    let tiles = op.integers("static_inner_tiles")?;
    for (dim, tile) in op.integers("inner_dims_pos")?.iter().zip(&tiles) {
        if known(*tile).is_some() {
            continue;
        }
        let dim = usize::try_from(*dim).ok()?;
        let outer = place(&permutation, dim)?;
        if let (Some(size), Some(outer)) = (*source.get(dim)?, *dest.get(outer)?)
            && (outer == 0 || size % outer != 0)
        {
            return Some(false);
        }
    }
    Some(true)
}

fn body_args(op: &View<'_, '_>) -> Option<usize> {
    Some(op.region(0)?.first()?.args.len())
}

fn map_body_with_init(op: &View<'_, '_>) -> Option<bool> {
    Some(body_args(op)? == op.operands())
}

fn map_body_without_init(op: &View<'_, '_>) -> Option<bool> {
    Some(body_args(op)? + 1 == op.operands())
}

fn transpose_permutation_in_range(op: &View<'_, '_>) -> Option<bool> {
    let permutation = op.integers("permutation")?;
    let count = i64::try_from(permutation.len()).ok()?;
    Some(permutation.iter().all(|to| (0..count).contains(to)))
}

fn winograd_input_unit_dims(op: &View<'_, '_>) -> Option<bool> {
    let (input, output) = (sizes(&*op.operand(0)?)?, sizes(&*op.operand(1)?)?);
    let holds = |dim: usize, tile: usize| Some(*input.get(dim)? != Some(1) || output.get(tile)?.is_some());
    Some(holds(1, 0)? && holds(2, 1)?)
}

fn winograd_input_both_ways(op: &View<'_, '_>) -> Option<bool> {
    let (input, output) = (sizes(&*op.operand(0)?)?, sizes(&*op.operand(1)?)?);
    let holds = |dim: usize, alpha: usize, tile: usize| {
        let (alpha, tile) = (*output.get(alpha)?, *output.get(tile)?);
        let unit = |size: Option<i64>| size.is_none_or(|size| size == 1);
        Some(match input.get(dim)? {
            None => true,
            Some(1) => unit(alpha) && unit(tile),
            Some(size) => *size > 1 && alpha != Some(1),
        })
    };
    Some(holds(1, 0, 2)? && holds(2, 1, 3)?)
}

fn is_unranked(ty: &Ty) -> bool {
    matches!(ty, Ty::Tensor(None, ..) | Ty::MemRef(None, ..))
}

fn parent_operands_ranked(op: &View<'_, '_>) -> Option<bool> {
    let parent = op.parent()?;
    for at in 0..parent.operands() {
        if is_unranked(&*parent.operand(at)?) {
            return Some(false);
        }
    }
    Some(true)
}

/// The dimensions of each group of an attribute `reassociation`.
fn reassociation(op: &View<'_, '_>) -> Option<Vec<Vec<usize>>> {
    let text = op.text("reassociation")?;
    let group = |text: &str| integers(text)?.into_iter().map(|dim| usize::try_from(dim).ok()).collect();
    elements(&text)?.into_iter().map(group).collect()
}

fn reassociation_no_empty_group(op: &View<'_, '_>) -> Option<bool> {
    Some(reassociation(op)?.iter().all(|group| !group.is_empty()))
}

fn rank_changes(op: &View<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.rank()? != op.result(0)?.rank()?)
}

fn one_dynamic_per_group(op: &View<'_, '_>) -> Option<bool> {
    if op.name().ends_with(".collapse_shape") {
        return Some(true);
    }
    let dims = sizes(&*op.result(0)?)?;
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

fn rank_zero_from_ones(op: &View<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?, op.result(0)?);
    let (collapsed, other) =
        if op.name().ends_with(".collapse_shape") { (result, source) } else { (source, result) };
    Some(collapsed.rank()? > 0 || sizes(&other)?.iter().all(|size| *size == Some(1)))
}

fn expand_dynamic_operands(op: &View<'_, '_>) -> Option<bool> {
    let dynamic = sizes(&*op.result(0)?)?.iter().filter(|size| size.is_none()).count();
    Some(dynamic.checked_add(1)? == op.operands())
}

fn expand_output_shape(op: &View<'_, '_>) -> Option<bool> {
    let result = sizes(&*op.result(0)?)?;
    if !op.has("static_output_shape")? {
        return Some(false);
    }
    let shape = op.integers("static_output_shape")?;
    let dynamic = shape.iter().filter(|size| known(**size).is_none()).count();
    let fits = |(wanted, given): (&Option<i64>, &i64)| wanted.is_none_or(|wanted| wanted == *given);
    Some(shape.len() == result.len() && dynamic + 1 == op.operands() && result.iter().zip(&shape).all(fits))
}

fn gather_dims_match_indices(op: &View<'_, '_>) -> Option<bool> {
    let (indices, dims) = match op.name().as_str() {
        "tensor.gather" => (1, op.integers("gather_dims")?),
        "tensor.scatter" => (2, op.integers("scatter_dims")?),
        _ => return None,
    };
    let last = op.operand(indices)?.dims()?.last().and_then(|dim| dim.size);
    Some(last.is_some_and(|last| usize::try_from(last) == Ok(dims.len())))
}

fn global_initial_plain(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("initial_value")? {
        return Some(true);
    }
    match op.typed("initial_value") {
        Some(ty) => Some(matches!(&*ty, Ty::Tensor(_, _, encoding) if encoding.is_empty())),
        None => Some(&*op.text("initial_value")? == "unit"),
    }
}

/// Offset of a memref whose layout is the identity or strided; inner none if it is dynamic.
fn offset(ty: &Ty) -> Option<Option<i64>> {
    let Ty::MemRef(Some(_), _, layout, _) = ty else { return None };
    if layout.is_empty() {
        return Some(Some(0));
    }
    let body = layout.strip_prefix("strided<[")?.strip_suffix('>')?;
    let (_, rest) = body.split_once(']')?;
    match rest.trim_start_matches(',').trim().strip_prefix("offset:") {
        None => Some(Some(0)),
        Some(text) if text.trim() == "?" => Some(None),
        Some(text) => Some(Some(text.trim().parse().ok()?)),
    }
}

fn reinterpret_cast_exact(op: &View<'_, '_>) -> Option<bool> {
    let result = op.result(0)?;
    let fits = |found: Option<i64>, said: i64| found.is_none_or(|found| found == said);
    let all = |found: Vec<Option<i64>>, name| {
        let said = op.integers(name)?;
        Some(found.len() == said.len() && found.into_iter().zip(said).all(|(found, said)| fits(found, said)))
    };
    let offset = fits(offset(&result)?, *op.integers("static_offsets")?.first()?);
    Some(offset && all(sizes(&result)?, "static_sizes")? && all(result.strides()?, "static_strides")?)
}

fn transpose_result_strided(op: &View<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?, op.result(0)?);
    if !matches!(&*result, Ty::MemRef(Some(_), _, layout, _) if layout.starts_with("strided<")) {
        return Some(false);
    }
    let (from, to) = (source.strides()?, result.strides()?);
    let map = op.map("permutation")?;
    if map.results.len() != to.len() || offset(&source)? != offset(&result)? {
        return Some(false);
    }
    for (stride, result) in to.iter().zip(&map.results) {
        if from.get(Map::dim(result)?)? != stride {
            return Some(false);
        }
    }
    Some(true)
}

fn generate_extents_not_negative(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        if let Some(extent) = op.origin(at)?.op()
            && matches!(extent.name().as_str(), "arith.constant" | "index.constant")
            && integer(&extent.text("value")?)? < 0
        {
            return Some(false);
        }
    }
    Some(true)
}

fn alloc_not_sparse(op: &View<'_, '_>) -> Option<bool> {
    if !matches!(&*op.result(0)?, Ty::Tensor(_, _, encoding) if encoding.contains("#sparse_tensor")) {
        return Some(true);
    }
    let escapes = |name: &str| matches!(name, "func.return" | "func.call" | "func.call_indirect");
    Some(!op.users(0).iter().any(|(user, _)| escapes(&user.name())))
}

fn materialize_both_ranked(op: &View<'_, '_>) -> Option<bool> {
    Some(is_unranked(&*op.operand(0)?) == is_unranked(&*op.operand(1)?))
}

fn dealloc_results_retained(op: &View<'_, '_>) -> Option<bool> {
    Some(op.group(2)?.len() == op.results())
}

fn fill_types_match(op: &View<'_, '_>) -> Option<bool> {
    Some(&*op.operand(0)? == op.operand(1)?.element())
}

fn offsets_not_negative(op: &View<'_, '_>) -> Option<bool> {
    let at_least_zero =
        |name| Some(op.integers(name)?.iter().all(|number| *number >= 0 || *number == DYNAMIC));
    Some(at_least_zero("static_offsets")? && at_least_zero("static_sizes")?)
}

/// Of operations with a body: tensors among the operands, or buffers, and not both.
fn pure_semantics(op: &View<'_, '_>) -> Option<bool> {
    if op.regions() == 0 || op.operands() == 0 {
        return Some(true);
    }
    let types = (0..op.operands()).map(|at| op.operand(at)).collect::<Option<Vec<_>>>()?;
    let tensors = types.iter().any(|ty| matches!(**ty, Ty::Tensor(..)));
    Some(tensors != types.iter().any(|ty| matches!(**ty, Ty::MemRef(..)) || ty.is_other("memref<")))
}

fn collapse_contiguous(op: &View<'_, '_>) -> Option<bool> {
    let source = op.operand(0)?;
    if matches!(&*source, Ty::MemRef(Some(_), _, layout, _) if layout.is_empty()) {
        return Some(true);
    }
    let (dims, strides) = (source.dims()?, source.strides()?);
    for group in reassociation(op)? {
        if !is_contiguous(dims, &strides, &group)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the dimensions of a group can be collapsed.
fn is_contiguous(dims: &[Dim], strides: &[Option<i64>], group: &[usize]) -> Option<bool> {
    let size = |dim: usize| Some(dims.get(dim)?.size);
    let mut last = group.len().checked_sub(1)?;
    while last > 0 && size(*group.get(last)?)? == Some(1) {
        last -= 1;
    }
    let first = *group.get(last)?;
    let mut stride = *strides.get(first)?;
    if last > 0 && size(first)?.is_none() {
        stride = None;
    }
    for pair in group.windows(2).rev() {
        let (before, dim) = (*pair.first()?, *pair.get(1)?);
        stride = match (stride, size(dim)?) {
            (Some(stride), Some(size)) => Some(stride.checked_mul(size)?),
            _ => None,
        };
        if let (Some(stride), Some(found)) = (stride, *strides.get(before)?)
            && stride != found
        {
            return Some(false);
        }
    }
    Some(true)
}
