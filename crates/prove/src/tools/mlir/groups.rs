//! Groups of operands by their names: releases have them in other orders, and some have more of them.

use std::collections::{BTreeMap, BTreeSet};

use outlast_mlir::changes::{Change, covers, rows};

use super::release::{Pair, Release};
use super::text::{items, matching};
use super::tree::Op;
use super::values::{numbers, same};

/// Up to this release, groups are not told apart by its properties.
const MIXED: u32 = 17;

/// Whether two operations have the same operands of the same types in the same groups; none where groups stand in the same places, and
/// operands are compared as they are.
pub(super) fn same_operands(one: &Op, other: &Op, pair: &Pair) -> Option<bool> {
    if pair.older() <= MIXED {
        return None;
    }
    let names = [named(&one.name, &pair.original)?, named(&other.name, &pair.converted)?];
    if !are_moved(&names) {
        return None;
    }
    let [first, second] = names;
    let groups = [grouped(one, &first)?, grouped(other, &second)?];
    let results = [one, other].map(|op| types(&op.types).map(|(_, results)| results).unwrap_or_default());
    Some(alike(&groups) && same(&results[0], &results[1]))
}

/// A group's name, and its operands with their types.
type Groups<'o> = BTreeMap<String, Vec<(&'o str, String)>>;

fn alike([first, second]: &[Groups<'_>; 2]) -> bool {
    first.len() == second.len()
        && first.iter().all(|(name, operands)| {
            second.get(name).is_some_and(|others| {
                operands.len() == others.len()
                    && operands.iter().zip(others).all(|((a, ty), (b, other))| a == b && same(ty, other))
            })
        })
}

/// Whether groups stand in other places; as many of other names are renamed ones.
fn are_moved([first, second]: &[Vec<(String, bool)>; 2]) -> bool {
    let names =
        |groups: &[(String, bool)]| groups.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>();
    let place = |name: &String| second.iter().position(|(other, _)| other == name);
    (first.len() != second.len() || names(first) == names(second))
        && first.iter().enumerate().any(|(at, (name, _))| place(name).is_some_and(|other| other != at))
}

/// The groups of an operation by their newest names, and whether each has exactly one operand.
fn named(op: &str, release: &Release) -> Option<Vec<(String, bool)>> {
    let listed = release.groups(op)?;
    let one = |word: &str| {
        let name = word.trim_end_matches(['?', '*']);
        let newer = rows().iter().find_map(|row| match &row.change {
            Change::Group { op: of, older, newer } if covers(of, op) && *older == name => Some(*newer),
            _ => None,
        });
        (newer.unwrap_or(name).to_string(), name.len() == word.len())
    };
    Some(listed.split(',').filter(|word| !word.is_empty()).map(one).collect())
}

/// Operands by group, without empty groups; none if they do not fit.
fn grouped<'o>(op: &'o Op, names: &[(String, bool)]) -> Option<Groups<'o>> {
    let sizes = match op.value("operandSegmentSizes") {
        Some(sizes) => numbers(sizes)?,
        None => {
            // Without sizes, one group at most has what the others leave.
            let open = names.iter().filter(|(_, is_one)| !is_one).count();
            let rest = op.operands.len().checked_sub(names.len() - open).filter(|_| open <= 1)?;
            let rest = i64::try_from(rest).ok()?;
            names.iter().map(|(_, is_one)| if *is_one { 1 } else { rest }).collect()
        }
    };
    let (types, _) = types(&op.types)?;
    if sizes.len() != names.len() || types.len() != op.operands.len() {
        return None;
    }
    let mut operands = op.operands.iter().map(String::as_str).zip(types);
    let mut groups = Groups::new();
    for (size, (name, _)) in sizes.iter().zip(names) {
        let taken: Vec<_> = operands.by_ref().take(usize::try_from(*size).ok()?).collect();
        if !taken.is_empty() {
            groups.insert(name.clone(), taken);
        }
    }
    operands.next().is_none().then_some(groups)
}

/// The types of operands, and what stands behind: `(i32, f32) -> i8`.
pub(super) fn types(text: &str) -> Option<(Vec<String>, String)> {
    let end = text.starts_with('(').then(|| matching(text, 0))?;
    let inside = text.get(1..end.checked_sub(1)?)?;
    Some((items(inside), text.get(end..)?.to_string()))
}
