//! Rules of verifiers on operations of sparse_tensor.

use std::rc::Rc;

use super::{OpView, Rule, in_file, rule};
use crate::typed::{Ty, inside, list};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("coo-levels", coo_levels, "input/output trailing COO level-ranks don't match"),
    in_file("foreach-args", foreach_args, ""),
    rule("identity-level", identity_level, "the sparse-tensor must have an identity mapping"),
    in_file("iterate-one-arg", iterate_one_arg, ""),
    in_file("lvl-in-range", lvl_in_range, "Level index exceeds the rank of the input sparse tensor"),
    in_file("value-typed-positive", value_typed_positive, "n must be not less than 1"),
    rule("values-element", values_element, "unexpected mismatch in element types"),
];

/// Dimensions and levels of the encoding of a sparse tensor.
fn levels(ty: &Ty) -> Option<(Vec<String>, Vec<String>)> {
    let Ty::Tensor(_, _, Some(encoding)) = ty else { return None };
    let body = encoding.text()?.strip_prefix("#sparse_tensor.encoding<{")?.strip_suffix("}>")?;
    let map = list(body).into_iter().find_map(|part| part.strip_prefix("map = "))?;
    let (from, to) = map.split_once(" -> ")?;
    let names =
        |text: &str| Some(list(inside(text, '(', ')')?).into_iter().map(str::to_owned).collect::<Vec<_>>());
    if !from.trim().starts_with('(') {
        return None;
    }
    Some((names(from)?, names(to)?))
}

/// The tensors among operands and results that have an encoding for sparse ones.
fn sparse(op: &OpView<'_, '_>) -> Option<Vec<Rc<Ty>>> {
    let is_sparse = |ty: &Ty| matches!(ty, Ty::Tensor(_, _, Some(_)));
    Some(op.types()?.into_iter().filter(|ty| is_sparse(ty)).collect())
}

fn coo_levels(op: &OpView<'_, '_>) -> Option<bool> {
    for ty in sparse(op)? {
        let (_, levels) = levels(&ty)?;
        if levels.iter().any(|level| level.contains("singleton") && !level.contains("soa")) {
            return Some(false);
        }
    }
    Some(true)
}

fn identity_level(op: &OpView<'_, '_>) -> Option<bool> {
    for ty in sparse(op)? {
        let (dims, levels) = levels(&ty)?;
        let same = |(dim, level): (&String, &String)| level.split(" : ").next() == Some(dim.as_str());
        if dims.len() != levels.len() || !dims.iter().zip(&levels).all(same) {
            return Some(false);
        }
    }
    Some(true)
}

fn iterate_one_arg(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.region(0)?.first()?.args.len() == 1)
}

/// The value of an operand that is a constant; none inside of others.
fn constant(op: &OpView<'_, '_>, at: usize) -> Option<Option<i64>> {
    let Some(of) = op.origin(at)?.op() else { return Some(None) };
    match of.operands() == 0 && of.has("value")? {
        false => Some(None),
        true => Some(Some(of.attr("value")?.integer()?)),
    }
}

fn lvl_in_range(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(at) = constant(op, 1)? else { return Some(true) };
    let ty = op.operand(0)?;
    let count = match &*ty {
        Ty::Tensor(Some(dims), _, None) => dims.len(),
        ty => levels(ty)?.1.len(),
    };
    Some(usize::try_from(at).is_ok_and(|at| at < count))
}

fn value_typed_positive(op: &OpView<'_, '_>) -> Option<bool> {
    // Size, buffer, value, and how often it is added.
    if op.operands() < 4 {
        return Some(true);
    }
    Some(constant(op, 3)?.is_none_or(|count| count >= 1))
}

fn values_element(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.operand(0)?.element() == op.result(0)?.element())
}

fn foreach_args(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.operand(0)?;
    let rank = ty.rank()?;
    let blocks = op.region(0)?;
    let args = &blocks.first()?.args;
    let indices = args.iter().take(rank).filter(|arg| ***arg == Ty::Index).count();
    Some(indices == rank && args.get(rank).is_some_and(|arg| **arg == *ty.element()))
}
