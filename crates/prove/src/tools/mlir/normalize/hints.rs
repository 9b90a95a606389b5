//! What only promises or hints at something, and what is known from elsewhere: one of two releases can do without it.

use outlast_core::SortShort;
use std::collections::BTreeMap;

use outlast_mlir::changes::{Change, Row, covers};

use crate::tools::mlir::release::Pair;
use crate::tools::mlir::text::items;
use crate::tools::mlir::tree::Op;
use crate::tools::mlir::values::{angle, numbers, same};

/// What attributes of parameters and results promise of values.
const OF_VALUES: &[&str] = &[
    "align",
    "allocptr",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "noalias",
    "nocapture",
    "nofpclass",
    "nofree",
    "nonnull",
    "noundef",
    "range",
    "readnone",
    "readonly",
    "returned",
    "writable",
    "writeonly",
];

/// Parameters of GPU targets that are left out where they have their default: the target, the parameter, the last release with the older
/// default, that, and the newer one.
const ELIDED: &[(&str, &str, u32, &str, &str)] = &[
    ("#rocdl.target", "abi", 19, "500", "600"),
    ("#nvvm.target", "features", 21, "+ptx60", ""),
    ("#nvvm.target", "chip", 22, "sm_50", "sm_75"),
];

type Lost = BTreeMap<String, usize>;

/// Whether an attribute has this name, or had it before it got this one.
fn is_called(op: &str, attribute: &str, name: &str) -> bool {
    let was = |row: &Row| matches!(&row.change, Change::Attribute { op: of, older, newer } if *of == op && *older == attribute && *newer == name);
    attribute == name || outlast_mlir::changes::rows().iter().any(was)
}

/// Whether an attribute is the range of what a register holds, which is a property in some releases.
pub(super) fn is_range(op: &str, name: &str) -> bool {
    outlast_mlir::changes::rows().iter().any(|row| {
        matches!(&row.change, Change::Range { op: of, attribute, .. } if *attribute == name && covers(of, op))
    })
}

/// Whether two values with targets in them are the same, with what each release means where nothing is said; none of other values.
pub(super) fn are_same_targets((one, other): (&str, &str), pair: &Pair) -> Option<bool> {
    let is_one = |value: &str| ELIDED.iter().any(|(target, ..)| value.contains(target));
    (is_one(one) && is_one(other)).then(|| {
        let whole = [(one, pair.original.major), (other, pair.converted.major)];
        let [first, second] = whole.map(|(value, release)| with_defaults(value, release));
        same(&first, &second)
    })
}

/// Whether two values are the same except for what is promised.
pub(super) fn are_alike(
    op: &str,
    name: &str,
    (one, other): (&str, &str),
    pair: &Pair,
    lost: &mut Lost,
) -> bool {
    if is_range(op, name) && range(one).is_some_and(|found| Some(found) == range(other)) {
        return true;
    }
    for change in pair.changes() {
        match change {
            // The original may promise more.
            Change::Parameter { op: of, attribute, name: promise }
                if *of == op && *attribute == name && same(&without_entry(one, promise), other) =>
            {
                *lost.entry((*promise).to_string()).or_default() += 1;
                return true;
            }
            Change::Unit { op: of, newer, value, .. } if *of == op && *newer == name => {
                // Its other bits are promises.
                let number =
                    |text: &str| text.split(" : ").next().and_then(|number| number.parse::<i64>().ok());
                if let (Some(first), Some(second)) = (number(one), number(other)) {
                    // None that the original does not make.
                    let is_same = (first & value == *value) == (second & value == *value)
                        && second & !value & !first == 0;
                    if is_same {
                        *lost.entry(name.to_string()).or_default() += 1;
                    }
                    return is_same;
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether what only one of two operations says is a promise of the original that the other's release does not know, or known from elsewhere.
pub(super) fn tells_nothing(
    op: &Op,
    (name, value): (&str, &str),
    is_original: bool,
    pair: &Pair,
    lost: &mut Lost,
) -> bool {
    let number = || value.split(" : ").next().and_then(|number| number.parse::<i64>().ok());
    for change in pair.changes() {
        let is_promise = match change {
            Change::Promise { op: of, attribute, of_values }
                if covers(of, &op.name) && *attribute == name =>
            {
                !of_values || promises_only(value)
            }
            Change::Forgotten { op: of, attribute, unless_variadic }
                if *of == op.name && is_called(of, attribute, name) =>
            {
                !(*unless_variadic && value.contains("..."))
            }
            Change::Range { op: of, attribute, kept: false } => *attribute == name && covers(of, &op.name),
            // None of the bits that stand for the attribute, or not all of them.
            Change::Unit { op: of, newer, value, .. } if *of == op.name && *newer == name => {
                number().is_some_and(|number| number & value != *value)
            }
            _ => false,
        };
        if is_promise && is_original {
            *lost.entry(name.to_string()).or_default() += 1;
            return true;
        }
        let is_known = match change {
            Change::Sized { op: of, attribute, .. } => *of == op.name && *attribute == name,
            Change::Collapse { op: of, attribute } if *of == op.name && *attribute == name => {
                // Each loop has a start, an end and a step.
                number()
                    .and_then(|loops| usize::try_from(loops).ok())
                    .is_some_and(|loops| loops * 3 == op.operands.len())
            }
            Change::Zeros { op: of, attribute, .. } if *of == op.name && *attribute == name => {
                items(value.trim_start_matches('[').trim_end_matches(']'))
                    .iter()
                    .all(|item| item == "#llvm.zero")
            }
            // What the entries of a layout say in words.
            Change::Layout { op: of, text, .. } => *of == op.name && *text == name && !is_original,
            Change::Pointee { op: of, attribute } if *of == op.name && *attribute == name => {
                pointee(&op.operand_types).is_some_and(|element| element == value)
            }
            _ => false,
        };
        if is_known {
            return true;
        }
    }
    false
}

/// The element of the first memory reference among the types of operands.
fn pointee(operands: &[String]) -> Option<String> {
    let memory = operands.iter().find_map(|ty| ty.strip_prefix("memref<"))?;
    let mut rest = memory;
    while let Some((size, behind)) = rest.split_once('x') {
        if size.is_empty() || !size.chars().all(|c| c.is_ascii_digit() || c == '?') {
            break;
        }
        rest = behind;
    }
    items(rest.strip_suffix('>')?).first().cloned()
}

/// The two numbers of a range, in any form.
fn range(value: &str) -> Option<Vec<i64>> {
    let inside = match value.strip_prefix("#llvm.constant_range<i32, ") {
        Some(rest) => rest.strip_suffix('>')?,
        None => return numbers(value),
    };
    inside.split(", ").map(|number| number.parse().ok()).collect()
}

/// Whether all that a list of dictionaries says are promises of values.
fn promises_only(value: &str) -> bool {
    let bytes = value.as_bytes();
    let mut names = value.match_indices("llvm.").filter(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        matches!(before, Some(b'{' | b' ' | b','))
    });
    names.all(|(at, word)| {
        let rest = value.get(at + word.len()..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.get(..end).is_some_and(|name| OF_VALUES.contains(&name))
    })
}

/// A list of dictionaries without one of their entries: `[{llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 9>}]`.
fn without_entry(value: &str, name: &str) -> String {
    let Some(inside) = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return value.into();
    };
    let lists = items(inside).into_iter().map(|dictionary| {
        let Some(entries) = dictionary.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
            return dictionary;
        };
        let kept = items(entries).into_iter().filter(|entry| entry.split(" = ").next() != Some(name));
        format!("{{{}}}", kept.collect::<Vec<_>>().join(", "))
    });
    format!("[{}]", lists.collect::<Vec<_>>().join(", "))
}

/// Targets of GPUs with the parameters that a release leaves out.
fn with_defaults(value: &str, release: u32) -> String {
    let mut out = String::new();
    let mut rest = value;
    let word =
        |rest: &str| ELIDED.iter().filter_map(|(target, ..)| Some((rest.find(target)?, *target))).min();
    while let Some((at, target)) = word(rest) {
        let behind = rest.get(at + target.len()..).unwrap_or_default();
        let end = if behind.starts_with('<') { angle(behind, 0).unwrap_or(behind.len()) } else { 0 };
        let mut given = items(behind.get(1..end.saturating_sub(1)).unwrap_or_default());
        for (_, name, last, older, newer) in ELIDED.iter().filter(|(of, ..)| *of == target) {
            if !given.iter().any(|item| item.split(" = ").next() == Some(name)) {
                given.push(format!("{name} = \"{}\"", if release <= *last { older } else { newer }));
            }
        }
        given.sort_short();
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push_str(&format!("{target}<{}>", given.join(", ")));
        rest = behind.get(end..).unwrap_or_default();
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{pointee, promises_only, range, with_defaults, without_entry};

    #[test]
    fn targets_have_all_parameters() {
        let older = with_defaults("[#nvvm.target<chip = \"sm_80\">]", 19);
        let newer = with_defaults("[#nvvm.target<chip = \"sm_80\", features = \"+ptx60\">]", 22);
        assert_eq!(older, newer);
        assert_ne!(older, with_defaults("[#nvvm.target<chip = \"sm_80\">]", 22));
        assert_eq!(with_defaults("#rocdl.target", 22), "#rocdl.target<abi = \"600\">");
    }

    #[test]
    fn what_only_promises() {
        assert!(promises_only("[{llvm.noundef, llvm.align = 4 : i64}, {}]"));
        assert!(!promises_only("[{llvm.signext}]") && !promises_only("[{llvm.noundef, llvm.byval = i32}]"));
        let value = "[{llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 9>}, {}]";
        assert_eq!(without_entry(value, "llvm.range"), "[{llvm.noundef}, {}]");
    }

    #[test]
    fn what_is_known_from_elsewhere() {
        assert_eq!(pointee(&["memref<?x4xf32, 1>".into()]).as_deref(), Some("f32"));
        assert_eq!(
            pointee(&["!llvm.ptr".into(), "memref<10xvector<4xi8>>".into()]).as_deref(),
            Some("vector<4xi8>")
        );
        assert_eq!(range("#llvm.constant_range<i32, 0, 64>"), Some(vec![0, 64]));
        assert_eq!(range("array<i32: 0, 64>"), Some(vec![0, 64]));
    }
}
