//! Rules of verifiers on operations of linalg.

use std::rc::Rc;

use super::{OpView, Rule, in_file, in_function, rule};
use crate::typed::{Attr, MapResult, Ty, known};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("fill-types-match", fill_types_match, ""),
    in_function("linalg-matmul-types", matmul_types, ""),
    in_function("map-body-with-init", map_body_with_init, ""),
    in_function("map-body-without-init", map_body_without_init, ""),
    rule(
        "pack-dynamic-tile-divides",
        pack_dynamic_tile_divides,
        "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
    ),
    rule(
        "pack-inner-exact",
        pack_inner_exact,
        "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type",
    ),
    rule("pack-shape-exact", pack_shape_exact, ""),
    in_file("parent-operands-ranked", parent_operands_ranked, ""),
    rule("pure-semantics", pure_semantics, "expected to have pure tensor or buffer semantics"),
    rule("transpose-permutation-in-range", transpose_permutation_in_range, "permutation is not valid"),
    rule("winograd-input-both-ways", winograd_input_both_ways, "the output shape is not expected"),
    rule("winograd-input-unit-dims", winograd_input_unit_dims, "the output shape is not expected"),
    in_function(
        "yields-elements",
        yields_elements,
        "type of yield operand doesn't match the element type of the enclosing operation's output",
    ),
];

/// What is yielded in an operation of linalg are elements of its outputs, which are its last operands.
fn yields_elements(op: &OpView<'_, '_>) -> Option<bool> {
    let around = op.parent()?;
    let name = around.name();
    let sizes = around.integers("operandSegmentSizes").or_else(|| around.integers("operand_segment_sizes"));
    let outputs = match sizes {
        Some(sizes) => usize::try_from(*sizes.last()?).ok()?,
        None if name == "linalg.reduce" => around.operands() / 2,
        None => 1,
    };
    let first = around.operands().checked_sub(outputs)?;
    if !name.starts_with("linalg.") || op.operands() != outputs {
        return Some(false);
    }
    for at in 0..outputs {
        // An element may be a vector.
        if *op.operand(at)? != *around.operand(first.checked_add(at)?)?.element() {
            return Some(false);
        }
    }
    Some(true)
}

fn matmul_types(op: &OpView<'_, '_>) -> Option<bool> {
    let sizes = op.segments()?;
    if sizes != [2, 1] {
        return Some(false);
    }
    let dims = |at: usize| op.operand(at)?.sizes();
    let (one, other, out) = (dims(0)?, dims(1)?, dims(2)?);
    let ([rows, inner], [between, columns], [all, wide]) = (&one[..], &other[..], &out[..]) else {
        return Some(false);
    };
    let fits = |one: &Option<i64>, other: &Option<i64>| one.is_none() || other.is_none() || one == other;
    let tensor = matches!(&*op.operand(2)?, Ty::Tensor(..));
    let results = op.result_types()?;
    let made = match results.as_slice() {
        [result] => tensor && *result == op.operand(2)?,
        others => !tensor && others.is_empty(),
    };
    let body = op.block(0)?;
    let elements: Vec<Ty> = op.operand_types(0)?.iter().map(|ty| ty.element().clone()).collect();
    let ends = body.ops.last()?;
    let yields = ends.name() == "linalg.yield"
        && ends.operand_types(0)?.iter().map(|ty| (**ty).clone()).eq([elements.get(2)?.clone()]);
    // Maps of its own are for other operands.
    let plain =
        op.value("indexing_maps").is_none_or(|maps| maps.is_none() || maps_are_plain(op) == Some(true));
    Some(
        fits(rows, all)
            && fits(columns, wide)
            && fits(inner, between)
            && made
            && elements.iter().eq(body.args.iter().map(|arg| &**arg))
            && yields
            && plain,
    )
}

fn maps_are_plain(op: &OpView<'_, '_>) -> Option<bool> {
    let plain = [[0, 2], [2, 1], [0, 1]].map(|dims| dims.map(MapResult::Dim));
    let maps = op.array("indexing_maps")?;
    let is_plain = |(map, plain): (&Rc<Attr>, [MapResult; 2])| matches!(&**map, Attr::Map(map) if map.dims == 3 && map.symbols == 0 && map.results == plain);
    Some(maps.len() == 3 && maps.iter().zip(plain).all(is_plain))
}

/// The place of a dimension after a permutation that may be empty.
fn place(permutation: &[i64], dim: usize) -> Option<usize> {
    if permutation.is_empty() {
        return Some(dim);
    }
    permutation.iter().position(|from| usize::try_from(*from) == Ok(dim))
}

fn permutation(op: &OpView<'_, '_>) -> Option<Vec<i64>> {
    match op.has("outer_dims_perm")? {
        false => Some(Vec::new()),
        true => op.integers("outer_dims_perm"),
    }
}

/// The types of what is packed or unpacked: unpacked, and packed.
fn packing(op: &OpView<'_, '_>) -> Option<(Rc<Ty>, Rc<Ty>)> {
    match op.name().as_str() {
        "linalg.pack" | "tensor.pack" => Some((op.operand(0)?, op.operand(1)?)),
        "linalg.unpack" | "tensor.unpack" => Some((op.operand(1)?, op.operand(0)?)),
        _ => None,
    }
}

fn pack_inner_exact(op: &OpView<'_, '_>) -> Option<bool> {
    let (_, packed) = packing(op)?;
    let packed = packed.sizes()?;
    let tiles = op.integers("static_inner_tiles")?;
    let inner = packed.get(packed.len().checked_sub(tiles.len())?..)?;
    Some(inner.iter().zip(&tiles).all(|(size, tile)| *size == known(*tile)))
}

fn pack_shape_exact(op: &OpView<'_, '_>) -> Option<bool> {
    let (unpacked, packed) = packing(op)?;
    let mut expected = unpacked.sizes()?;
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
    let found = packed.sizes()?;
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

fn pack_dynamic_tile_divides(op: &OpView<'_, '_>) -> Option<bool> {
    if op.group(2).is_some_and(|padding| padding.len() == 1) {
        return Some(true);
    }
    let (source, dest) = (op.operand(0)?.sizes()?, op.operand(1)?.sizes()?);
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

fn body_args(op: &OpView<'_, '_>) -> Option<usize> {
    Some(op.region(0)?.first()?.args.len())
}

fn map_body_with_init(op: &OpView<'_, '_>) -> Option<bool> {
    Some(body_args(op)? == op.operands())
}

fn map_body_without_init(op: &OpView<'_, '_>) -> Option<bool> {
    Some(body_args(op)? + 1 == op.operands())
}

fn transpose_permutation_in_range(op: &OpView<'_, '_>) -> Option<bool> {
    let permutation = op.integers("permutation")?;
    let count = i64::try_from(permutation.len()).ok()?;
    Some(permutation.iter().all(|to| (0..count).contains(to)))
}

fn winograd_input_unit_dims(op: &OpView<'_, '_>) -> Option<bool> {
    let (input, output) = (op.operand(0)?.sizes()?, op.operand(1)?.sizes()?);
    let holds = |dim: usize, tile: usize| Some(*input.get(dim)? != Some(1) || output.get(tile)?.is_some());
    Some(holds(1, 0)? && holds(2, 1)?)
}

fn winograd_input_both_ways(op: &OpView<'_, '_>) -> Option<bool> {
    let (input, output) = (op.operand(0)?.sizes()?, op.operand(1)?.sizes()?);
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

fn parent_operands_ranked(op: &OpView<'_, '_>) -> Option<bool> {
    let parent = op.parent()?;
    for at in 0..parent.operands() {
        if parent.operand(at)?.is_unranked() {
            return Some(false);
        }
    }
    Some(true)
}

fn fill_types_match(op: &OpView<'_, '_>) -> Option<bool> {
    Some(&*op.operand(0)? == op.operand(1)?.element())
}

/// Of operations with a body: tensors among the operands, or buffers, and not both.
fn pure_semantics(op: &OpView<'_, '_>) -> Option<bool> {
    if op.regions() == 0 || op.operands() == 0 {
        return Some(true);
    }
    let types = (0..op.operands()).map(|at| op.operand(at)).collect::<Option<Vec<_>>>()?;
    let tensors = types.iter().any(|ty| matches!(**ty, Ty::Tensor(..)));
    Some(tensors != types.iter().any(|ty| matches!(**ty, Ty::MemRef(..))))
}
