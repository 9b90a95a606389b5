//! Two texts compared, operation by operation.

use std::collections::{BTreeMap, BTreeSet};

use super::given;
use super::groups;
use super::release::Pair;
use super::tree::{Block, Op, Tree};
use super::values::same;
use crate::tools::lines::both;

/// A difference, and what the original promises that the other release does not know.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) difference: Option<String>,
    /// Names of promises, and how often each is left out.
    pub(super) lost: BTreeMap<String, usize>,
}

/// Compares the original and what was made of it.
pub(super) fn compare(original: &Tree, converted: &Tree, pair: &Pair) -> Compared {
    let mut compared = Compared::default();
    let difference = ops(&original.ops, &converted.ops, pair, &mut compared.lost);
    compared.difference = difference.or_else(|| rest(&original.rest, &converted.rest));
    compared
}

/// Bulk data by name, which releases list in other orders.
fn rest(original: &[String], converted: &[String]) -> Option<String> {
    let sorted = |lines: &[String]| {
        let lines = lines.iter().map(|line| line.trim().trim_end_matches(',').to_string());
        lines.filter(|line| !line.is_empty()).collect::<BTreeSet<_>>()
    };
    let (first, second) = (sorted(original), sorted(converted));
    let missing = first.difference(&second).next();
    let new = second.difference(&first).next();
    match (missing, new) {
        (None, None) => None,
        (missing, new) => Some(both(missing.map_or("", String::as_str), new.map_or("", String::as_str))),
    }
}

type Lost = BTreeMap<String, usize>;

fn ops(original: &[Op], converted: &[Op], pair: &Pair, lost: &mut Lost) -> Option<String> {
    for (one, other) in original.iter().zip(converted) {
        if let Some(found) = op(one, other, pair, lost) {
            return Some(found);
        }
    }
    let shorter = original.len().min(converted.len());
    match (original.get(shorter), converted.get(shorter)) {
        (None, None) => None,
        (Some(op), _) => Some(format!("`{}` is missing", cut(&op.line()))),
        (None, Some(op)) => Some(format!("`{}` is new", cut(&op.line()))),
    }
}

fn cut(line: &str) -> String {
    line.chars().take(160).collect()
}

fn op(one: &Op, other: &Op, pair: &Pair, lost: &mut Lost) -> Option<String> {
    let differs = || Some(both(&one.line(), &other.line()));
    let is_alike =
        one.name == other.name && one.results == other.results && one.successors == other.successors;
    let groups = groups::same_operands(one, other, pair);
    let operands = groups.unwrap_or_else(|| one.operands == other.operands && same(&one.types, &other.types));
    if !is_alike || !operands {
        return differs();
    }
    if let Some(name) = given::difference((one, other), groups.is_some(), pair, lost) {
        return Some(format!("{name}: {}", both(&one.line(), &other.line())));
    }
    if one.regions.len() != other.regions.len() {
        return differs();
    }
    one.regions.iter().zip(&other.regions).find_map(|(one, other)| region(one, other, pair, lost, &differs))
}

fn region(
    original: &[Block],
    converted: &[Block],
    pair: &Pair,
    lost: &mut Lost,
    differs: &dyn Fn() -> Option<String>,
) -> Option<String> {
    for (one, other) in original.iter().zip(converted) {
        let types = |block: &Block| block.arguments.iter().map(|(_, ty)| ty.clone()).collect::<Vec<_>>();
        let (first, second) = (types(one), types(other));
        if first.len() != second.len() || !first.iter().zip(&second).all(|(one, other)| same(one, other)) {
            let shown = |types: &[String]| format!("block of ({})", types.join(", "));
            return Some(both(&shown(&first), &shown(&second)));
        }
        if let Some(found) = ops(&one.ops, &other.ops, pair, lost) {
            return Some(found);
        }
    }
    if original.len() == converted.len() { None } else { differs() }
}
