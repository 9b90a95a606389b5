//! Rules of verifiers on operations of affine.

use super::use_def::Origin;
use super::{DYNAMIC, OpView, Rule, in_function, rule};
use crate::typed::{Attr, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_function(
        "affine-apply-symbols",
        affine_apply_symbols,
        "dimensional operand cannot be used as a symbol",
    ),
    rule("affine-bounds-nonempty", affine_bounds_nonempty, ""),
    rule("affine-map-nonempty", affine_map_nonempty, "affine map expect at least one result"),
    in_function("affine-operands-plain", affine_operands_plain, ""),
    rule("affine-parallel-bounds-nonempty", affine_parallel_bounds_nonempty, ""),
    rule(
        "affine-parallel-reduction-types",
        affine_parallel_reduction_types,
        "result type cannot match reduction attribute",
    ),
    rule("affine-step-positive", affine_step_positive, "expected step to be a positive integer"),
    rule("delinearize-all-dynamic", delinearize_all_dynamic, ""),
    rule(
        "linearize-basis",
        linearize_basis,
        "should be passed a basis element for each index except possibly the first",
    ),
];

/// How many values are looked at for one operation, where operands lead to operands.
const MOST: usize = 256;

/// The operation that begins what symbols of affine maps are looked for in, from inside.
fn affine_scope<'s, 'a>(op: &OpView<'s, 'a>) -> Option<OpView<'s, 'a>> {
    op.ancestors().find(|around| is_scope(&around.name()))
}

fn is_scope(name: &str) -> bool {
    matches!(name, "builtin.module" | "func.func" | "shape.func" | "shape.function_library")
}

/// What values may be in affine maps, in every release.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Dim,
    Symbol,
}

/// Whether an operand is a plain dimension or symbol of a scope.
fn is_plain(op: &OpView<'_, '_>, operand: usize, of: Use, scope: &OpView<'_, '_>) -> Option<bool> {
    let mut work = vec![op.origin(operand)?];
    let mut looked_at = 0;
    while let Some(origin) = work.pop() {
        looked_at += 1;
        if looked_at > MOST {
            return None;
        }
        if origin.around().is_some_and(|around| around.is_same(scope)) {
            continue;
        }
        match origin {
            Origin::Argument(around, block, at) => {
                let is_dim = match around.name().as_str() {
                    "affine.for" => at == 0 && around.is_first(block),
                    "affine.parallel" => true,
                    _ => false,
                };
                if of != Use::Dim || !is_dim {
                    return Some(false);
                }
            }
            Origin::Result(op, _) => match op.name().as_str() {
                "arith.constant" => {}
                "memref.dim" | "tensor.dim" => {
                    let around = op.origin(0)?.around()?;
                    if !matches!(around.name().as_str(), "func.func" | "builtin.module") {
                        return Some(false);
                    }
                }
                "affine.apply" => {
                    for at in 0..op.operands() {
                        work.push(op.origin(at)?);
                    }
                }
                _ => return Some(false),
            },
        }
    }
    Some(true)
}

/// Numbers of dimensions and symbols of an affine map or integer set.
fn arity(op: &OpView<'_, '_>, name: &str) -> Option<(usize, usize)> {
    match &*op.attr(name)? {
        Attr::Map(map) => Some((map.dims, map.symbols)),
        Attr::Set(dims, symbols) => Some((*dims, *symbols)),
        _ => None,
    }
}

fn affine_operands_plain(op: &OpView<'_, '_>) -> Option<bool> {
    let one_of = |names: [&str; 2]| names.iter().find_map(|name| arity(op, name));
    // Arities with the operand at which theirs begin.
    let lists = match op.name().as_str() {
        "affine.load" | "affine.vector_load" | "affine.prefetch" => vec![(1, arity(op, "map")?)],
        "affine.store" | "affine.vector_store" => vec![(2, arity(op, "map")?)],
        "affine.if" => vec![(0, arity(op, "condition")?)],
        // Its verifier asks in one place only, which `affine-apply-symbols` is about.
        "affine.apply" => Vec::new(),
        "affine.for" | "affine.parallel" => {
            let lower = one_of(["lowerBoundMap", "lower_bound"]).or_else(|| arity(op, "lowerBoundsMap"))?;
            let upper = one_of(["upperBoundMap", "upper_bound"]).or_else(|| arity(op, "upperBoundsMap"))?;
            vec![(0, lower), (lower.0.checked_add(lower.1)?, upper)]
        }
        _ => return None,
    };
    let scope = affine_scope(op)?;
    for (start, (dims, symbols)) in lists {
        for at in 0..dims.checked_add(symbols)? {
            let of = if at < dims { Use::Dim } else { Use::Symbol };
            if !is_plain(op, start + at, of, &scope)? {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn affine_apply_symbols(op: &OpView<'_, '_>) -> Option<bool> {
    let scope = affine_scope(op)?;
    let (dims, _) = arity(op, "map")?;
    let mut work = Vec::new();
    for at in dims..op.operands() {
        work.push(op.origin(at)?);
    }
    let mut looked_at = 0;
    while let Some(origin) = work.pop() {
        looked_at += 1;
        if looked_at > MOST {
            return None;
        }
        let is_direct = origin.around().is_some_and(|around| around.is_same(&scope));
        match origin {
            Origin::Argument(around, block, at) => match around.name().as_str() {
                "affine.for" if at == 0 && around.is_first(block) => return Some(false),
                "affine.parallel" => return Some(false),
                _ => {}
            },
            Origin::Result(op, _) if !is_direct => match op.name().as_str() {
                "affine.delinearize_index" | "affine.linearize_index" => return Some(false),
                "affine.apply" => {
                    for at in 0..op.operands() {
                        work.push(op.origin(at)?);
                    }
                }
                _ => {}
            },
            Origin::Result(..) => {}
        }
    }
    Some(true)
}

fn affine_bounds_nonempty(op: &OpView<'_, '_>) -> Option<bool> {
    let one =
        |names: [&str; 2]| names.iter().find_map(|name| op.map(name)).map(|map| !map.results.is_empty());
    Some(one(["lowerBoundMap", "lower_bound"])? && one(["upperBoundMap", "upper_bound"])?)
}

fn affine_map_nonempty(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!op.map("map")?.results.is_empty())
}

fn affine_parallel_bounds_nonempty(op: &OpView<'_, '_>) -> Option<bool> {
    let all = |name| Some(op.integers(name)?.iter().all(|group| *group != 0));
    Some(all("lowerBoundsGroups")? && all("upperBoundsGroups")?)
}

fn affine_parallel_reduction_types(op: &OpView<'_, '_>) -> Option<bool> {
    let kinds = op.integers("reductions")?;
    for (at, kind) in kinds.iter().enumerate() {
        let ty = op.result(at)?;
        let fits = match kind {
            0 | 3 | 6 | 9 => matches!(*ty, Ty::Float(_)),
            1 | 10..=12 => matches!(*ty, Ty::Integer(..)),
            2 => true,
            4 | 7 => matches!(*ty, Ty::Integer("si", _)),
            5 | 8 => matches!(*ty, Ty::Integer("ui", _)),
            _ => false,
        };
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}

fn delinearize_all_dynamic(op: &OpView<'_, '_>) -> Option<bool> {
    // Where a conversion took the attribute away, all sizes are operands.
    if !op.has("static_basis")? {
        return Some(op.results() + 1 == op.operands());
    }
    let basis = op.integers("static_basis")?;
    Some(op.operands() >= 2 && op.results() + 1 == op.operands() && basis.iter().all(|size| *size == DYNAMIC))
}

fn affine_step_positive(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.integer("step")? > 0)
}

/// The basis of `affine.linearize_index` has as many elements as there are indices, or one less, and operands for those that are not known.
fn linearize_basis(op: &OpView<'_, '_>) -> Option<bool> {
    let basis = op.integers("static_basis")?;
    let sizes = op.segments()?;
    let [indices, unknown] = sizes[..] else { return Some(false) };
    let dynamic = basis.iter().filter(|size| **size == DYNAMIC).count();
    Some(dynamic == unknown && (indices == basis.len() || indices == basis.len().checked_add(1)?))
}
