//! Rules of verifiers on operations of vector.

use std::rc::Rc;

use super::use_def::Origin;
use super::{DYNAMIC, OpView, Rule, in_file, in_function, rule};
use crate::typed::{Attr, Dim, Layout, MapResult, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("broadcast-scalable", broadcast_scalable, ""),
    rule("broadcast-source-plain", broadcast_source_plain, "source type is not a vector"),
    rule(
        "constant-mask-scalable-zero",
        constant_mask_scalable_zero,
        "expected mask dim sizes for scalable masks to be 0",
    ),
    rule("contract-iterators-used", contract_iterators_used, ""),
    rule(
        "insert-source-not-0d",
        insert_source_not_0d,
        "expected a scalar instead of a 0-d vector as the source operand",
    ),
    rule("insert-strided-scalable", insert_strided_scalable, ""),
    rule("load-rank", load_rank, ""),
    rule("load-unit-stride", load_unit_stride, "most minor memref dim must have unit stride"),
    in_function("mask-body-maskable", mask_body_maskable, ""),
    in_function("mask-body-maskable-16", mask_body_maskable_16, ""),
    rule(
        "outerproduct-scalable",
        outerproduct_scalable,
        "expected either all or none of vector operands #1 and #2 to be scalable",
    ),
    rule("position-not-poison", position_not_poison, ""),
    rule("shape-cast-contiguous", shape_cast_contiguous, "invalid shape cast"),
    rule("shape-cast-scalable", shape_cast_scalable, ""),
    rule("shuffle-no-poison", shuffle_no_poison, ""),
    rule("strides-not-negative", strides_not_negative, ""),
    rule(
        "transfer-broadcast-in-bounds",
        transfer_broadcast_in_bounds,
        "requires broadcast dimensions to be in-bounds",
    ),
    in_function("transfer-mask-not-0d", transfer_mask_not_0d, ""),
    in_file("warp-distribution", warp_distribution, ""),
    in_file("warp-one-dimension", warp_one_dimension, ""),
];

/// Whether the innermost dimension of a memref has the stride 1; of one without dimensions, none.
pub(super) fn unit_stride(ty: &Ty) -> Option<bool> {
    match ty {
        Ty::MemRef(Some(_), _, Layout::Identity, _) => Some(true),
        Ty::MemRef(Some(_), ..) => Some(ty.strides()?.last().is_some_and(|stride| *stride == Some(1))),
        _ => None,
    }
}

fn strides_not_negative(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        let ty = op.operand(at)?;
        if matches!(&*ty, Ty::MemRef(..)) {
            ty.strides()?.iter().flatten().all(|stride| *stride >= 0).then_some(())?;
        }
    }
    Some(true)
}

fn broadcast_scalable(op: &OpView<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?, op.result(0)?);
    if !source.is_vector() {
        return Some(true);
    }
    let (from, to) = (source.dims()?, result.dims()?);
    let skipped = to.len().checked_sub(from.len())?;
    let holds = |(from, to): (&Dim, &Dim)| {
        let one = from.size == Some(1);
        !(one && from.scalable && to.size != Some(1))
            && !(from.scalable != to.scalable && (!one || from.scalable))
    };
    Some(from.iter().zip(to.get(skipped..)?).all(holds))
}

fn broadcast_source_plain(op: &OpView<'_, '_>) -> Option<bool> {
    Some(matches!(&*op.operand(0)?, Ty::Integer(..) | Ty::Index | Ty::Float(_) | Ty::Vector(..)))
}

fn constant_mask_scalable_zero(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.result(0)?.is_scalable() {
        return Some(true);
    }
    Some(*op.integers("mask_dim_sizes")?.first()? == 0)
}

fn contract_iterators_used(op: &OpView<'_, '_>) -> Option<bool> {
    let mut used = vec![false; op.array("iterator_types")?.len()];
    for map in op.array("indexing_maps")? {
        let Attr::Map(map) = &*map else { return None };
        for result in &map.results {
            if let Some(used) = result.dim().and_then(|dim| used.get_mut(dim)) {
                *used = true;
            }
        }
    }
    Some(used.into_iter().all(|used| used))
}

fn insert_source_not_0d(op: &OpView<'_, '_>) -> Option<bool> {
    let source = op.operand(0)?;
    Some(!(source.is_vector() && source.rank() == Some(0)))
}

fn insert_strided_scalable(op: &OpView<'_, '_>) -> Option<bool> {
    let (source, dest) = (op.operand(0)?, op.operand(1)?);
    let (from, to) = (source.dims()?, dest.dims()?);
    let skipped = to.len().checked_sub(from.len())?;
    let holds =
        |(from, to): (&Dim, &Dim)| from.scalable == to.scalable && (!from.scalable || from.size == to.size);
    Some(from.iter().zip(to.get(skipped..)?).all(holds))
}

/// The memref and the vector of a load or store.
fn memory(op: &OpView<'_, '_>) -> Option<(Rc<Ty>, Rc<Ty>)> {
    match op.name().as_str() {
        "vector.load" => Some((op.operand(0)?, op.result(0)?)),
        "vector.store" => Some((op.operand(1)?, op.operand(0)?)),
        _ => None,
    }
}

fn load_rank(op: &OpView<'_, '_>) -> Option<bool> {
    let (memref, vector) = memory(op)?;
    Some(memref.rank()? >= vector.rank()?)
}

fn load_unit_stride(op: &OpView<'_, '_>) -> Option<bool> {
    let (memref, vector) = memory(op)?;
    let one = vector.dims()?.iter().all(|dim| dim.size == Some(1) && !dim.scalable);
    Some(!one || memref.rank()? == 0 || unit_stride(&memref)?)
}

fn mask_body(op: &OpView<'_, '_>, maskable: &[&str], may_be_empty: bool) -> Option<bool> {
    let block = op.block(0)?;
    let [body, end] = block.ops.as_slice() else { return Some(may_be_empty && block.ops.len() == 1) };
    if !maskable.contains(&body.name().as_str()) {
        return Some(false);
    }
    if !may_be_empty {
        return Some(true);
    }
    if end.operands() != body.results() {
        return Some(false);
    }
    for at in 0..end.operands() {
        if !matches!(end.origin(at)?, Origin::Result(of, result) if of.is_same(body) && result == at) {
            return Some(false);
        }
    }
    Some(true)
}

fn mask_body_maskable(op: &OpView<'_, '_>) -> Option<bool> {
    let maskable = [
        "vector.contract",
        "vector.gather",
        "vector.multi_reduction",
        "vector.outerproduct",
        "vector.reduction",
        "vector.transfer_read",
        "vector.transfer_write",
    ];
    mask_body(op, &maskable, true)
}

fn mask_body_maskable_16(op: &OpView<'_, '_>) -> Option<bool> {
    mask_body(
        op,
        &["vector.multi_reduction", "vector.reduction", "vector.transfer_read", "vector.transfer_write"],
        false,
    )
}

fn outerproduct_scalable(op: &OpView<'_, '_>) -> Option<bool> {
    let other = op.operand(1)?;
    Some(!other.is_vector() || op.operand(0)?.is_scalable() == other.is_scalable())
}

fn position_not_poison(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.integers("static_position")?.iter().all(|at| *at >= 0 || *at == DYNAMIC))
}

fn shape_cast_contiguous(op: &OpView<'_, '_>) -> Option<bool> {
    let (source, result) = (op.operand(0)?.static_sizes()?, op.result(0)?.static_sizes()?);
    let (low, high) = if source.len() <= result.len() { (source, result) } else { (result, source) };
    if low.len() == high.len() || low.is_empty() {
        return Some(true);
    }
    let ones =
        |sizes: &[i64], from: usize| sizes.get(from..).is_some_and(|rest| rest.iter().all(|size| *size == 1));
    let (mut at, mut other) = (0, 0);
    while let Some(wanted) = low.get(at).filter(|_| other < high.len()) {
        let mut size = 1_i64;
        while size < *wanted
            && let Some(factor) = high.get(other)
        {
            size = size.checked_mul(*factor)?;
            other += 1;
        }
        if size != *wanted {
            return Some(false);
        }
        at += 1;
        if at < low.len() && ones(&low, at) {
            at = low.len();
        }
        if other < high.len() && ones(&high, other) {
            other = high.len();
        }
    }
    Some(at == low.len() && other == high.len())
}

fn shape_cast_scalable(op: &OpView<'_, '_>) -> Option<bool> {
    let count = |ty: &Ty| Some(ty.dims()?.iter().filter(|dim| dim.scalable).count());
    Some(count(&*op.operand(0)?)? == count(&*op.result(0)?)?)
}

fn shuffle_no_poison(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!op.integers("mask")?.contains(&-1))
}

fn transfer_broadcast_in_bounds(op: &OpView<'_, '_>) -> Option<bool> {
    let map = op.map("permutation_map")?;
    if !map.results.iter().any(|result| result.is_constant()) {
        return Some(true);
    }
    let bounds = op.integers("in_bounds")?;
    let holds = |(at, result): (usize, &MapResult)| {
        !result.is_constant() || bounds.get(at).is_some_and(|bound| *bound != 0)
    };
    Some(map.results.iter().enumerate().all(holds))
}

fn transfer_mask_not_0d(op: &OpView<'_, '_>) -> Option<bool> {
    let mask = op.segments()?.len().checked_sub(1)?;
    if op.group(mask)?.is_empty() && op.parent().is_some_and(|parent| parent.name() != "vector.mask") {
        return Some(true);
    }
    Some(op.map("permutation_map")?.results.iter().any(|result| result.dim().is_some()))
}

/// Expanded and distributed types of an operation that is executed by one lane.
fn distributed(op: &OpView<'_, '_>, holds: impl Fn(&Ty, &Ty) -> Option<bool>) -> Option<bool> {
    let blocks = op.region(0)?;
    let args = &blocks.first()?.args;
    let end = blocks.last()?.ops.last()?;
    if end.name() != "vector.yield" && end.name() != "gpu.yield" {
        return None;
    }
    for (at, expanded) in args.iter().enumerate() {
        if !holds(expanded, &*op.operand(at + 1)?)? {
            return Some(false);
        }
    }
    for at in 0..op.results() {
        if !holds(&*end.operand(at)?, &*op.result(at)?)? {
            return Some(false);
        }
    }
    Some(true)
}

fn warp_distribution(op: &OpView<'_, '_>) -> Option<bool> {
    let warp = op.integer("warp_size")?;
    distributed(op, |expanded, distributed| {
        if expanded == distributed {
            return Some(true);
        }
        let (Some(from), Some(to)) = (expanded.static_sizes(), distributed.static_sizes()) else {
            return Some(false);
        };
        if from.len() != to.len() {
            return Some(false);
        }
        let mut product = 1_i64;
        for (from, to) in from.iter().zip(&to) {
            if *to <= 0 || from % to != 0 {
                return Some(false);
            }
            product = product.checked_mul(from / to)?;
        }
        Some(product == warp)
    })
}

fn warp_one_dimension(op: &OpView<'_, '_>) -> Option<bool> {
    let warp = op.integer("warp_size")?;
    distributed(op, |expanded, distributed| {
        if expanded == distributed {
            return Some(true);
        }
        let (Some(from), Some(to)) = (expanded.static_sizes(), distributed.static_sizes()) else {
            return Some(false);
        };
        let differing: Vec<_> = from.iter().zip(&to).filter(|(from, to)| from != to).collect();
        let fits = |(from, to): &(&i64, &i64)| to.checked_mul(warp) == Some(**from);
        Some(from.len() == to.len() && differing.len() <= 1 && differing.iter().all(fits))
    })
}
