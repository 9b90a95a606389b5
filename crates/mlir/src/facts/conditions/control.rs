//! Conditions on operations of affine, arith, scf, func and others that ordinary control flow consists of.

use super::around::Origin;
use super::texts::{integer, symbol};
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("affine-apply-symbols", affine_apply_symbols, "dimensional operand cannot be used as a symbol"),
    condition("affine-bounds-nonempty", affine_bounds_nonempty, ""),
    condition("affine-map-nonempty", affine_map_nonempty, "affine map expect at least one result"),
    condition("affine-operands-plain", affine_operands_plain, ""),
    condition("affine-step-positive", affine_step_positive, "expected step to be a positive integer"),
    condition("affine-parallel-bounds-nonempty", affine_parallel_bounds_nonempty, ""),
    condition(
        "affine-parallel-reduction-types",
        affine_parallel_reduction_types,
        "result type cannot match reduction attribute",
    ),
    condition(
        "async-yield-unwrapped",
        async_yield_unwrapped,
        "operand types do not match the types returned from the parent ExecuteOp",
    ),
    condition(
        "complex-constant-float",
        complex_constant_float,
        "requires attribute's elements to be float attributes",
    ),
    condition("delinearize-all-dynamic", delinearize_all_dynamic, ""),
    condition("dim-index-in-range", dim_index_in_range, "index is out of range"),
    condition("for-iter-counts", for_iter_counts, ""),
    condition("for-step-positive", for_step_positive, "constant step operand must be positive"),
    condition("forall-no-mask", forall_no_mask, ""),
    condition("func-constant-in-module", func_constant_in_module, ""),
    condition("func-terminators", func_terminators, ""),
    condition(
        "in-parallel-insert-slices",
        in_parallel_insert_slices,
        "expected only tensor.parallel_insert_slice ops",
    ),
    condition("ml-global-nearest", ml_global_nearest, ""),
    condition(
        "parallel-ends-in-reduce",
        parallel_ends_in_reduce,
        "expects body to terminate with 'scf.reduce'",
    ),
    condition("parallel-ends-in-yield", parallel_ends_in_yield, "expects body to terminate with 'scf.yield'"),
    condition("reduce-one-operand", reduce_one_operand, ""),
    condition("reduce-regions-match", reduce_regions_match, ""),
    condition(
        "scalable-constant-splat",
        scalable_constant_splat,
        "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
    ),
    condition(
        "select-plain-tensor",
        select_plain_tensor,
        "expected condition type to have the same shape as the result type",
    ),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "affine-apply-symbols",
    "affine-operands-plain",
    "dim-index-in-range",
    "for-iter-counts",
    "for-step-positive",
    "func-constant-in-module",
    "func-terminators",
    "in-parallel-insert-slices",
    "ml-global-nearest",
    "parallel-ends-in-reduce",
    "parallel-ends-in-yield",
    "reduce-one-operand",
];

/// How many values are looked at for one operation, where operands lead to operands.
const MOST: usize = 256;

/// The operation that begins what symbols of affine maps are looked for in, from inside.
fn affine_scope<'s, 'a>(op: &View<'s, 'a>) -> Option<View<'s, 'a>> {
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
fn is_plain(op: &View<'_, '_>, operand: usize, of: Use, scope: &View<'_, '_>) -> Option<bool> {
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
fn arity(op: &View<'_, '_>, name: &str) -> Option<(usize, usize)> {
    let text = op.text(name)?;
    let body = text.strip_prefix("affine_map<").or_else(|| text.strip_prefix("affine_set<"))?;
    let (dims, rest) = body.trim_start().strip_prefix('(')?.split_once(')')?;
    let symbols = rest.strip_prefix('[').map_or(Some(""), |rest| Some(rest.split_once(']')?.0))?;
    let count = |list: &str| list.split(',').filter(|part| !part.trim().is_empty()).count();
    Some((count(dims), count(symbols)))
}

fn affine_operands_plain(op: &View<'_, '_>) -> Option<bool> {
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

fn affine_apply_symbols(op: &View<'_, '_>) -> Option<bool> {
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

fn affine_bounds_nonempty(op: &View<'_, '_>) -> Option<bool> {
    let one =
        |names: [&str; 2]| names.iter().find_map(|name| op.map(name)).map(|map| !map.results.is_empty());
    Some(one(["lowerBoundMap", "lower_bound"])? && one(["upperBoundMap", "upper_bound"])?)
}

fn affine_map_nonempty(op: &View<'_, '_>) -> Option<bool> {
    Some(!op.map("map")?.results.is_empty())
}

fn affine_parallel_bounds_nonempty(op: &View<'_, '_>) -> Option<bool> {
    let all = |name| Some(op.integers(name)?.iter().all(|group| *group != 0));
    Some(all("lowerBoundsGroups")? && all("upperBoundsGroups")?)
}

fn affine_parallel_reduction_types(op: &View<'_, '_>) -> Option<bool> {
    let kinds = op.integers("reductions")?;
    for (at, kind) in kinds.iter().enumerate() {
        let ty = op.result(at)?;
        let fits = match kind {
            0 | 3 | 6 | 9 => matches!(*ty, Ty::Float(_)),
            1 | 10..=12 => matches!(*ty, Ty::Integer(..)),
            2 => true,
            4 | 7 => matches!(&*ty, Ty::Integer(sign, _) if sign == "si"),
            5 | 8 => matches!(&*ty, Ty::Integer(sign, _) if sign == "ui"),
            _ => false,
        };
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}

fn delinearize_all_dynamic(op: &View<'_, '_>) -> Option<bool> {
    // Where a conversion took the attribute away, all sizes are operands.
    if !op.has("static_basis")? {
        return Some(op.results() + 1 == op.operands());
    }
    let basis = op.integers("static_basis")?;
    Some(
        op.operands() >= 2
            && op.results() + 1 == op.operands()
            && basis.iter().all(|size| *size == super::scene::DYNAMIC),
    )
}

fn scalable_constant_splat(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    if !(ty.is_vector() && ty.is_scalable()) {
        return Some(true);
    }
    let text = op.beginning("value")?;
    Some(text.strip_prefix("dense<").is_some_and(|body| !body.starts_with(['[', '"', '>'])))
}

fn select_plain_tensor(op: &View<'_, '_>) -> Option<bool> {
    let plain = !matches!(&*op.result(0)?, Ty::Tensor(Some(_), _, encoding) if !encoding.is_empty());
    Some(plain || *op.operand(0)? == Ty::Integer("i".to_owned(), 1))
}

fn complex_constant_float(op: &View<'_, '_>) -> Option<bool> {
    let Ty::Other(text) = &*op.result(0)? else { return Some(false) };
    let element = text.strip_prefix("complex<").and_then(|body| body.strip_suffix('>'));
    Some(element.is_some_and(|element| matches!(Ty::parse(element), Ty::Float(_))))
}

fn affine_step_positive(op: &View<'_, '_>) -> Option<bool> {
    Some(op.integer("step")? > 0)
}

/// Whether nothing ends a function's blocks but what returns from it or stays in it.
fn func_terminators(op: &View<'_, '_>) -> Option<bool> {
    const ENDS: &[&str] =
        &["func.return", "cf.br", "cf.cond_br", "cf.switch", "ub.unreachable", "llvm.unreachable"];
    for block in op.region(0)? {
        (ENDS.contains(&block.ops.last()?.name().as_str())).then_some(())?;
    }
    Some(true)
}

fn func_constant_in_module(op: &View<'_, '_>) -> Option<bool> {
    Some(op.symbol_table()?.name() == "builtin.module")
}

fn dim_index_in_range(op: &View<'_, '_>) -> Option<bool> {
    let Some(index) = op.origin(1)?.op() else { return Some(true) };
    let name = op.name();
    let is_constant = match index.name().as_str() {
        "arith.constant" | "index.constant" => true,
        "shape.const_size" => name == "shape.dim",
        _ => false,
    };
    let of = op.operand(0)?;
    if !is_constant || matches!(*of, Ty::Tensor(None, ..) | Ty::MemRef(None, ..)) {
        return Some(true);
    }
    let (index, rank) = (index.integer("value")?, i64::try_from(of.rank()?).ok()?);
    Some(index < rank && (index >= 0 || name != "shape.dim"))
}

fn for_iter_counts(op: &View<'_, '_>) -> Option<bool> {
    if op.results() >= 1 {
        return Some(true);
    }
    let blocks = op.region(0)?;
    Some(op.operands() == 3 && blocks.first()?.args.len() == 1)
}

fn for_step_positive(op: &View<'_, '_>) -> Option<bool> {
    let Some(step) = op.origin(2)?.op() else { return Some(true) };
    if step.operands() != 0 || !step.has("value")? {
        return Some(true);
    }
    let text = step.text("value")?;
    // `true` is -1 as a signed number.
    Some(&*text != "true" && integer(&text)? > 0)
}

fn forall_no_mask(op: &View<'_, '_>) -> Option<bool> {
    match op.has("mapping")? {
        false => Some(true),
        true => Some(!op.text("mapping")?.contains("#gpu.mask")),
    }
}

fn in_parallel_insert_slices(op: &View<'_, '_>) -> Option<bool> {
    let blocks = op.region(0)?;
    Some(blocks.iter().flat_map(|block| &block.ops).all(|op| op.name() == "tensor.parallel_insert_slice"))
}

fn reduce_regions_match(op: &View<'_, '_>) -> Option<bool> {
    Some(op.operands() == op.regions())
}

fn reduce_one_operand(op: &View<'_, '_>) -> Option<bool> {
    let parent = op.parent()?;
    Some(parent.name() == "scf.reduce" && parent.operands() == 1)
}

fn parallel_ends_in_reduce(op: &View<'_, '_>) -> Option<bool> {
    let block = op.block(0)?;
    let last = block.ops.last()?;
    if last.name() != "scf.reduce" || last.regions() != op.results() || last.operands() != op.results() {
        return Some(false);
    }
    all_same((0..op.results()).map(|at| Some((last.operand(at)?, op.result(at)?))))
}

fn parallel_ends_in_yield(op: &View<'_, '_>) -> Option<bool> {
    let block = op.block(0)?;
    let last = block.ops.last()?;
    let reduces: Vec<&View<'_, '_>> = block.ops.iter().filter(|inner| inner.name() == "scf.reduce").collect();
    if last.name() != "scf.yield" || last.operands() != 0 || reduces.len() != op.results() {
        return Some(false);
    }
    all_same(reduces.iter().enumerate().map(|(at, reduce)| Some((reduce.operand(0)?, op.result(at)?))))
}

/// Whether all pairs are of the same types; none if one is not known.
pub(super) fn all_same<T: PartialEq>(pairs: impl IntoIterator<Item = Option<(T, T)>>) -> Option<bool> {
    let mut same = true;
    for pair in pairs {
        let (one, other) = pair?;
        same &= one == other;
    }
    Some(same)
}

fn ml_global_nearest(op: &View<'_, '_>) -> Option<bool> {
    let text = op.text("global")?;
    let found = op.symbol_table()?.symbol(symbol(&text)?);
    Some(found.is_some_and(|found| found.name() == "ml_program.global"))
}

fn async_yield_unwrapped(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..op.operands() {
        if op.operand(at)?.is_other("!async.value<") {
            return Some(false);
        }
    }
    Some(true)
}
