//! Properties and attributes of one operation in two releases.

use std::collections::BTreeMap;

use outlast_mlir::changes::{self, numbers as renumbered};

use super::promises;
use super::release::{Pair, Release, former_names, names};
use super::text::items;
use super::transfers;
use super::tree::Op;
use super::values::{is_empty, numbers, same};

/// Up to this release, not all that is a property is printed as one.
const MIXED: u32 = 17;

/// The sizes of groups of operands.
const OPERANDS: &str = "operandSegmentSizes";

/// What operations remember for themselves.
const CACHES: [&str; 1] = ["linalg.memoized_indexing_maps"];

/// What symbols have by their trait, whether or not the definition of an operation lists it.
const SYMBOLS: [&str; 2] = ["sym_name", "sym_visibility"];

/// A name, its value, and whether it stands among properties.
type Given<'o> = BTreeMap<&'o str, (&'o str, bool)>;

/// The first name under which two operations say something else.
///
/// `are_grouped`: operands were compared by their groups.
pub(super) fn difference<'o>(
    (one, other): (&'o Op, &'o Op),
    are_grouped: bool,
    pair: &Pair,
    lost: &mut BTreeMap<String, usize>,
) -> Option<&'o str> {
    let (mut first, mut second) = (given(one), given(other));
    if are_grouped {
        first.remove(OPERANDS);
        second.remove(OPERANDS);
    }
    let is_mixed = pair.older() <= MIXED;
    for (name, (value, is_property)) in &first {
        match second.get(name) {
            Some((found, place)) => {
                if !is_alike((one, other), name, (value, found), pair, lost) {
                    return Some(name);
                }
                if !is_mixed
                    && is_property != place
                    && is_told_apart(&one.name, name, pair)
                    && !is_default(&one.name, name, value)
                {
                    return Some(name);
                }
            }
            None if tells_nothing(one, (name, value), true, pair, lost) => {}
            None => return Some(name),
        }
    }
    let mut new = second.iter().filter(|(name, _)| !first.contains_key(*name));
    new.find(|(name, (value, _))| !tells_nothing(other, (name, value), false, pair, lost))
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

/// Whether a value is what is meant where an operation says nothing.
fn is_default(op: &str, name: &str, value: &str) -> bool {
    changes::default(op, name).is_some_and(|default| same(default, value))
}

/// Whether both releases define the operation, and say of an attribute whether it is a property: what one does not know has attributes only,
/// and code takes some for the operation's own that no definition lists.
fn is_told_apart(op: &str, name: &str, pair: &Pair) -> bool {
    !SYMBOLS.contains(&name)
        && [&pair.original, &pair.converted].iter().all(|release| {
            let is_unlisted = |op| former_names(op, name).any(|name| release.is_unlisted(op, name));
            release.has_dialect_of(op)
                && release.attributes_of_any(op).is_some()
                && !names(op).any(is_unlisted)
        })
        && !promises::is_range(op, name)
}

/// Whether two values under a name say the same.
fn is_alike(
    (op, of): (&Op, &Op),
    name: &str,
    (one, other): (&str, &str),
    pair: &Pair,
    lost: &mut BTreeMap<String, usize>,
) -> bool {
    let renumbering = renumbered(pair.original.major, pair.converted.major, &op.name, name);
    // What is spelt alike may be another number, or leave out another default.
    if let Some(said) = promises::are_same_targets((one, other), pair) {
        return said;
    }
    if renumbering.is_none() && same(one, other) {
        return true;
    }
    if name.ends_with("SegmentSizes") {
        // Groups that only one of the releases has are empty.
        let counts = [one, other].map(|value| numbers(value).unwrap_or_default());
        let [first, second] =
            counts.each_ref().map(|all| all.iter().filter(|one| **one != 0).collect::<Vec<_>>());
        let [a, b] = counts.each_ref().map(Vec::len);
        return a != b && first == second;
    }
    if name == "in_bounds" && transfers::bounds(op, one) == transfers::bounds(of, other) {
        return true;
    }
    if promises::are_alike(&op.name, name, (one, other), pair, lost) {
        return true;
    }
    // What one release keeps as an attribute, the other may keep as a number.
    let number = |own: &Release, value| {
        let own = own.number(&op.name, name, value).or_else(|| plain(value));
        own.or_else(|| Release::number_of_words(&op.name, name, value))
    };
    let numbers = [number(&pair.original, one), number(&pair.converted, other)];
    let [Some(first), Some(second)] = numbers else {
        return match renumbering {
            Some(renumbering) => renumbered_list(one, &|number| renumbering.number(number))
                .map_or_else(|| same(one, other), |list| same(&list, other)),
            None => same(one, other),
        };
    };
    match renumbering {
        Some(renumbering) => renumbering.number(first) == Some(second),
        // Numbers of two types are two values, but where one of them is no attribute.
        None => {
            let is_native = pair.original.number(&op.name, name, one).is_some()
                || pair.converted.number(&op.name, name, other).is_some();
            is_native && first == second
        }
    }
}

/// A list of numbers, each as it is told in the other release; none of what is no such list.
fn renumbered_list(value: &str, number: &dyn Fn(i64) -> Option<i64>) -> Option<String> {
    let inside = value.strip_prefix('[')?.strip_suffix(']')?;
    let of = |item: &String| {
        let (digits, kind) =
            item.split_once(" : ").map_or((item.as_str(), ""), |(digits, kind)| (digits, kind));
        let new = number(digits.parse().ok()?)?;
        Some(if kind.is_empty() { new.to_string() } else { format!("{new} : {kind}") })
    };
    let all: Option<Vec<String>> = items(inside).iter().map(of).collect();
    Some(format!("[{}]", all?.join(", ")))
}

/// The number that an attribute is: `3 : i64`.
fn plain(value: &str) -> Option<i64> {
    value.split(" : ").next().and_then(|number| number.parse().ok())
}

/// Whether what only one of two operations says is what the other means: the original, or the other one.
fn tells_nothing(
    op: &Op,
    (name, value): (&str, &str),
    is_original: bool,
    pair: &Pair,
    lost: &mut BTreeMap<String, usize>,
) -> bool {
    let (owner, without) = match is_original {
        true => (&pair.original, &pair.converted),
        false => (&pair.converted, &pair.original),
    };
    if is_default(&op.name, name, value) {
        return true;
    }
    if owner.number(&op.name, name, value) == Some(0) {
        return true;
    }
    let defines =
        |release: &Release| release.attributes_of_any(&op.name).is_some_and(|names| names.contains(name));
    // Where another value is the default, an empty one says something.
    if is_empty(value) && defines(owner) && !defines(without) && changes::default(&op.name, name).is_none() {
        return true;
    }
    if name == OPERANDS && !defines(without) {
        // One group is all there is where the other release has none.
        return numbers(value).is_some_and(|sizes| sizes.iter().filter(|size| **size != 0).count() <= 1);
    }
    promises::tells_nothing(op, (name, value), is_original, pair, lost)
}
