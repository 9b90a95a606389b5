//! Properties and attributes of one operation in two releases.

use std::collections::BTreeMap;

use outlast_mlir::steps::changes::{Change, covers};

use super::release::{Pair, Release};
use super::same::default;
use super::tree::Op;
use super::values::{is_empty, numbers, same};

/// Up to this release, not all that is a property is printed as one.
const MIXED: u32 = 17;

/// What operations remember for themselves.
const CACHES: [&str; 1] = ["linalg.memoized_indexing_maps"];

/// A name, its value, and whether it stands among properties.
type Given<'o> = BTreeMap<&'o str, (&'o str, bool)>;

/// The first name under which two operations say something else.
pub(super) fn difference<'o>(one: &'o Op, other: &'o Op, pair: &Pair, lost: &mut BTreeMap<String, usize>) -> Option<&'o str> {
    let (first, second) = (given(one), given(other));
    let is_mixed = pair.older() <= MIXED;
    for (name, (value, is_property)) in &first {
        match second.get(name) {
            Some((found, place)) => {
                if !is_alike(&one.name, name, (value, found), pair) {
                    return Some(name);
                }
                if !is_mixed && is_property != place && is_known(&one.name, pair) {
                    return Some(name);
                }
            }
            None if tells_nothing(one, name, value, (&pair.original, &pair.converted), pair, lost) => {}
            None => return Some(name),
        }
    }
    let mut new = second.iter().filter(|(name, _)| !first.contains_key(*name));
    new.find(|(name, (value, _))| !tells_nothing(other, name, value, (&pair.converted, &pair.original), pair, lost))
        .map(|(name, _)| *name)
}

fn given(op: &Op) -> Given<'_> {
    let part = |item: &'_ String| -> (usize, usize) {
        match item.find(" = ") {
            Some(at) => (at, at + 3),
            None => (item.len(), item.len()),
        }
    };
    let mut all = Given::new();
    for (items, is_property) in [(&op.properties, true), (&op.attributes, false)] {
        for item in items {
            let (end, start) = part(item);
            let (name, value) = (item.get(..end).unwrap_or_default(), item.get(start..).unwrap_or_default());
            if !CACHES.contains(&name) {
                all.insert(name, (value, is_property));
            }
        }
    }
    all
}

/// Whether both releases define the operation: what one does not know has attributes only.
fn is_known(op: &str, pair: &Pair) -> bool {
    [&pair.original, &pair.converted].iter().all(|release| release.attributes_of_any(op).is_some())
}

/// Whether two values under a name say the same.
fn is_alike(op: &str, name: &str, (one, other): (&str, &str), pair: &Pair) -> bool {
    if same(one, other) {
        return true;
    }
    if name.ends_with("SegmentSizes") {
        // Groups that only one of the releases has are empty.
        let counts = [one, other].map(|value| numbers(value).unwrap_or_default());
        let [first, second] = counts.each_ref().map(|all| all.iter().filter(|one| **one != 0).collect::<Vec<_>>());
        let [a, b] = counts.each_ref().map(Vec::len);
        return a != b && first == second;
    }
    let renumbered = outlast_mlir::steps::changes::numbers(pair.original.major, pair.converted.major, op, name);
    renumbered.is_some_and(|renumbered| {
        let (Some(first), Some(second)) = (one.split(" : ").next(), other.split(" : ").next()) else { return false };
        let number = first.parse().ok().and_then(|number| renumbered.number(number));
        number.is_some() && number == second.parse().ok()
    })
}

/// Whether what only one of two operations says is what the other means.
fn tells_nothing(
    op: &Op,
    name: &str,
    value: &str,
    (owner, without): (&Release, &Release),
    pair: &Pair,
    lost: &mut BTreeMap<String, usize>,
) -> bool {
    if default(&op.name, name).is_some_and(|default| same(default, value)) {
        return true;
    }
    let defines = |release: &Release| release.attributes_of_any(&op.name).is_some_and(|names| names.contains(name));
    if is_empty(value) && defines(owner) && !defines(without) {
        return true;
    }
    let is_promise = pair.changes().any(|change| match change {
        Change::Promise { op: of, attribute, of_values: false } => covers(of, &op.name) && *attribute == name,
        _ => false,
    });
    if is_promise {
        *lost.entry(name.to_string()).or_default() += 1;
    }
    is_promise
}
