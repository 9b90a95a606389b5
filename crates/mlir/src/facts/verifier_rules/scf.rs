//! Rules of verifiers on operations of scf.

use std::rc::Rc;

use super::{OpView, Rule, in_function, rule};
use crate::typed::Ty;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_function("for-iter-counts", for_iter_counts, ""),
    in_function("for-step-positive", for_step_positive, "constant step operand must be positive"),
    in_function(
        "for-types",
        for_types,
        "bounds, step, iteration values and what is yielded have to have the same types",
    ),
    rule("forall-no-mask", forall_no_mask, ""),
    in_function("if-else", if_else, "must have an else block if defining values"),
    in_function(
        "in-parallel-insert-slices",
        in_parallel_insert_slices,
        "expected only tensor.parallel_insert_slice ops",
    ),
    in_function(
        "parallel-ends-in-reduce",
        parallel_ends_in_reduce,
        "expects body to terminate with 'scf.reduce'",
    ),
    in_function(
        "parallel-ends-in-yield",
        parallel_ends_in_yield,
        "expects body to terminate with 'scf.yield'",
    ),
    in_function("parallel-types", parallel_types, ""),
    in_function("reduce-one-operand", reduce_one_operand, ""),
    rule("reduce-regions-match", reduce_regions_match, ""),
    in_function("reduce-types", reduce_types, "expects block with 2 arguments of the type of the operand"),
    in_function("steps-positive", steps_positive, "constant step operand must be positive"),
    in_function("yields-results", yields_results, "yielded types have to be those of the results"),
];

fn for_iter_counts(op: &OpView<'_, '_>) -> Option<bool> {
    if op.results() >= 1 {
        return Some(true);
    }
    let blocks = op.region(0)?;
    Some(op.operands() == 3 && blocks.first()?.args.len() == 1)
}

fn for_step_positive(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(step) = op.origin(2)?.op() else { return Some(true) };
    if step.operands() != 0 || !step.has("value")? {
        return Some(true);
    }
    let value = step.attr("value")?;
    // `true` is -1 as a signed number.
    Some(value.integer()? > 0 && value.typed().is_none_or(|ty| **ty != Ty::signless(1)))
}

fn forall_no_mask(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("mapping")? {
        false => Some(true),
        true => Some(!op.array("mapping")?.iter().any(|member| member.starts_with("#gpu.mask"))),
    }
}

fn in_parallel_insert_slices(op: &OpView<'_, '_>) -> Option<bool> {
    let blocks = op.region(0)?;
    Some(blocks.iter().flat_map(|block| &block.ops).all(|op| op.name() == "tensor.parallel_insert_slice"))
}

fn reduce_regions_match(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operands() == op.regions())
}

fn reduce_one_operand(op: &OpView<'_, '_>) -> Option<bool> {
    let parent = op.parent()?;
    Some(parent.name() == "scf.reduce" && parent.operands() == 1)
}

fn parallel_ends_in_reduce(op: &OpView<'_, '_>) -> Option<bool> {
    let block = op.block(0)?;
    let last = block.ops.last()?;
    if last.name() != "scf.reduce" || last.regions() != op.results() || last.operands() != op.results() {
        return Some(false);
    }
    all_same((0..op.results()).map(|at| Some((last.operand(at)?, op.result(at)?))))
}

fn parallel_ends_in_yield(op: &OpView<'_, '_>) -> Option<bool> {
    let block = op.block(0)?;
    let last = block.ops.last()?;
    let reduces: Vec<&OpView<'_, '_>> =
        block.ops.iter().filter(|inner| inner.name() == "scf.reduce").collect();
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

fn for_types(op: &OpView<'_, '_>) -> Option<bool> {
    let types = op.operand_types(0)?;
    let (bounds, values) = (types.get(..3)?, types.get(3..)?);
    let lower = bounds.first()?;
    let counts = matches!(&**lower, Ty::Index) || lower.is_signless();
    let body = op.block(0)?;
    let (first, rest) = body.args.split_first()?;
    Some(
        counts
            && bounds.iter().all(|ty| ty == first)
            && values == rest
            && values == op.result_types()?
            && body.ops.last().is_some_and(|last| last.name() == "scf.yield"),
    )
}

fn yields_results(op: &OpView<'_, '_>) -> Option<bool> {
    let around = op.parent()?;
    let wanted = match around.name().as_str() {
        "scf.for" | "scf.if" | "scf.execute_region" | "scf.index_switch" => around.result_types()?,
        "scf.while" => around.block(0)?.args,
        "scf.parallel" => Vec::new(),
        _ => return Some(false),
    };
    Some(op.operand_types(0)? == wanted)
}

fn if_else(op: &OpView<'_, '_>) -> Option<bool> {
    let is_bit = *op.operand(0)? == Ty::signless(1);
    let (then, other) = (op.region(0)?, op.region(1)?);
    let ends = |blocks: &[super::use_def::Block<'_, '_>]| {
        blocks.iter().all(|block| {
            block.args.is_empty() && block.ops.last().is_some_and(|last| last.name() == "scf.yield")
        })
    };
    Some(
        is_bit
            && then.len() == 1
            && other.len() <= 1
            && (op.results() == 0 || other.len() == 1)
            && ends(&then)
            && ends(&other),
    )
}

fn parallel_types(op: &OpView<'_, '_>) -> Option<bool> {
    let sizes = op.segments()?;
    let [lower, upper, step, inits] = sizes[..] else { return Some(false) };
    let types = op.operand_types(0)?;
    let body = op.block(0)?;
    let all_index = |types: &[Rc<Ty>]| types.iter().all(|ty| **ty == Ty::Index);
    let indices = lower.checked_add(upper)?.checked_add(step)?;
    Some(
        lower > 0
            && lower == upper
            && lower == step
            && all_index(types.get(..indices)?)
            && body.args.len() == lower
            && all_index(&body.args)
            && *types.get(indices..)? == op.result_types()?[..]
            && inits == op.results(),
    )
}

/// Steps of `scf.parallel` that are constants are greater than 0.
fn steps_positive(op: &OpView<'_, '_>) -> Option<bool> {
    let sizes = op.segments()?;
    let [lower, upper, steps, _] = sizes[..] else { return Some(false) };
    let first = lower.checked_add(upper)?;
    for at in first..first.checked_add(steps)? {
        let Some(step) = op.origin(at)?.op() else { continue };
        if step.operands() == 0 && step.has("value")? && step.attr("value")?.integer()? <= 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// Every region of `scf.reduce` takes two values of an operand's type, and gives one back.
fn reduce_types(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.regions() {
        let ty = op.operand(at)?;
        let block = op.block(at)?;
        let last = block.ops.last()?;
        let ends = last.name() == "scf.reduce.return" && last.operands() == 1;
        if !ends
            || *last.operand(0)? != *ty
            || block.args.len() != 2
            || block.args.iter().any(|arg| **arg != *ty)
        {
            return Some(false);
        }
    }
    Some(true)
}
