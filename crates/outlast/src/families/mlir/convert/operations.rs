//! Operations of a module made those of the reader's release: names, terminators, attributes, groups of operands.
//!
//! What changed between releases is either a row of [`CHANGES`], or read off the tables of both releases. The properties of all operations
//! are attributes here.

use std::collections::BTreeSet;

use outlast_mlir::Module;
use outlast_mlir::schema::{self, Known, PropertyForm, Release};
use outlast_mlir::steps::{
    CHANGES, Change, Groups, StepError, add_empty_array, add_terminators, dense_attribute, drop_attribute,
    drop_terminators, plain_attribute, regroup, rename, rename_attribute, rename_terminators, renumber,
};

use super::super::demands::{Demands, field, groups};
use crate::targets::Profile;

/// Sizes of segments as LLVM 16 calls them, and as later releases do.
const SEGMENTS: [(&str, &str); 2] =
    [("operand_segment_sizes", "operandSegmentSizes"), ("result_segment_sizes", "resultSegmentSizes")];

/// Makes operations those of a release, as far as that is known; what was done, one sentence each, and whether numbers that attributes
/// enumerate were given anew: until now they are those of the release `numbered`.
///
/// # Errors
///
/// Such a number is none of the release.
pub(super) fn operations(
    module: &mut Module<'_>,
    profile: &Profile,
    producer: Option<&Profile>,
    numbered: Option<u32>,
) -> Result<(Vec<String>, bool), StepError> {
    let mut changes = Vec::new();
    let reader = u32::from(profile.release.parts()[0]);
    let mut anew = false;
    for change in CHANGES {
        if let (Change::Numbers(op, attr, last, numbers), Some(numbered)) = (*change, numbered) {
            let number = |value: i64| match (numbered <= last, reader <= last) {
                (true, false) => numbers.iter().find(|(old, _)| *old == value).map(|(_, new)| *new),
                (false, true) => numbers.iter().find(|(_, new)| *new == value).map(|(old, _)| *old),
                _ => Some(value),
            };
            if (numbered <= last) != (reader <= last) {
                let count = renumber(module, op, attr, number)?;
                anew |= count > 0;
                changes.extend(told(count, &format!("`{attr}` of `{op}` by its number there")));
            }
        }
        changes.extend(one(module, profile, *change));
    }
    for op in names(module) {
        if let Some(producer) = producer {
            changes.extend(arrays(module, profile, producer, &op));
            changes.extend(segments(module, profile, producer, &op));
        }
        for (older, newer) in SEGMENTS {
            if Demands::of(profile, &op).is_some_and(|demands| demands.segments.contains(&older)) {
                let count = rename_attribute(module, &op, newer, older);
                changes.extend(told(count, &format!("`{newer}` of `{op}` became `{older}`")));
            }
        }
    }
    Ok((changes, anew))
}

/// Names of operations that the module's table has.
fn names(module: &Module<'_>) -> BTreeSet<String> {
    let tables = &module.tables;
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let name = |op: &outlast_mlir::tables::OpName| {
        format!("{}.{}", text(tables.dialect_name(op.dialect)), text(tables.string(op.name)))
    };
    tables.op_names.iter().map(name).collect()
}

fn one(module: &mut Module<'_>, profile: &Profile, change: Change) -> Vec<String> {
    let there = |op: &str| profile.has("op", op);
    let has = |op: &str, attr: &str| {
        Demands::of(profile, op).is_some_and(|demands| demands.attrs.contains(&attr))
            || profile.has("unlisted", &format!("{op}.{attr}"))
    };
    match change {
        Change::Renamed(old, new) if there(old) && !there(new) => {
            told(rename(module, new, old), &format!("`{new}` became `{old}`"))
        }
        Change::Renamed(old, new) | Change::Merged(old, new) if there(new) && !there(old) => {
            told(rename(module, old, new), &format!("`{old}` became `{new}`"))
        }
        Change::Terminator(around, end) if there(around) && !there(end) => {
            told(drop_terminators(module, end), &format!("`{end}` taken out"))
        }
        Change::Terminator(around, end) if there(end) => {
            told(add_terminators(module, around, end), &format!("`{end}` put in"))
        }
        Change::Yield(around, old, new) if there(around) => {
            let count = rename_terminators(module, around, old, new);
            told(count, &format!("`{old}` in `{around}` became `{new}`"))
        }
        Change::Yield(around, old, new) => {
            let former = CHANGES.iter().find_map(|change| match change {
                Change::Renamed(former, name) if *name == around => Some(*former),
                _ => None,
            });
            let around = former.unwrap_or(around);
            let count = rename_terminators(module, around, new, old);
            told(count, &format!("`{new}` in `{around}` became `{old}`"))
        }
        Change::Attr(op, old, new) if has(op, new) && !has(op, old) => {
            told(rename_attribute(module, op, old, new), &format!("`{old}` of `{op}` became `{new}`"))
        }
        Change::Attr(op, old, new) if has(op, old) && !has(op, new) => {
            told(rename_attribute(module, op, new, old), &format!("`{new}` of `{op}` became `{old}`"))
        }
        Change::Implied(all, attr, text) => {
            let ops = match all.strip_suffix('*') {
                Some(dialect) => names(module).into_iter().filter(|op| op.starts_with(dialect)).collect(),
                None => vec![all.to_owned()],
            };
            ops.iter().flat_map(|op| implied(module, profile, op, attr, text)).collect()
        }
        _ => Vec::new(),
    }
}

/// What goes without saying in the release is taken out; what it wants to be told is put in.
fn implied(module: &mut Module<'_>, profile: &Profile, op: &str, attr: &str, text: &str) -> Vec<String> {
    let release = u32::from(profile.release.parts()[0]);
    let known = Demands::of(profile, op);
    let said = known.as_ref().is_some_and(|demands| demands.attrs.contains(&attr));
    if said {
        let wanted = known.is_some_and(|demands| demands.required.contains(&attr));
        let count = if wanted && text == "array<i32>" { add_empty_array(module, op, attr) } else { 0 };
        return told(count, &format!("`{attr}` of `{op}`, of nothing, put in"));
    }
    let count = drop_attribute(module, op, attr, text, release);
    told(count, &format!("`{attr}` of `{op}` goes without saying"))
}

fn fields(profile: &Profile, op: &str) -> Option<schema::OpSchema> {
    let release: Release = schema::release(&format!("mlir-{}", profile.release.parts()[0]))?;
    match release.op(op) {
        Known::Properties(schema) => Some(schema),
        _ => None,
    }
}

/// Arrays that one of the releases has dense, and the other not.
fn arrays(module: &mut Module<'_>, profile: &Profile, producer: &Profile, op: &str) -> Vec<String> {
    let (Some(here), Some(there)) = (fields(producer, op), fields(profile, op)) else { return Vec::new() };
    let mut changes = Vec::new();
    for field_there in &there.fields {
        let name = &field_there.name;
        let Some(field_here) = here.fields.iter().find(|field| field.name == *name) else { continue };
        match (&field_here.form, &field_there.form) {
            (PropertyForm::Array, PropertyForm::DenseArray) => {
                let class = field(profile, op, name).map_or("", |(class, _)| class);
                let width = class.strip_prefix("dense:i").and_then(|width| width.parse().ok());
                let count = width.map_or(0, |width| dense_attribute(module, op, name, width));
                changes.extend(told(count, &format!("`{name}` of `{op}` is a dense array")));
            }
            (PropertyForm::DenseArray, PropertyForm::Array) => {
                let count = plain_attribute(module, op, name);
                changes.extend(told(count, &format!("`{name}` of `{op}` is no dense array")));
            }
            _ => {}
        }
    }
    changes
}

/// Sizes of segments, where releases have other groups of operands.
fn segments(module: &mut Module<'_>, profile: &Profile, producer: &Profile, op: &str) -> Vec<String> {
    let (Some(from), Some(to)) = (groups(producer, op), groups(profile, op)) else { return Vec::new() };
    if from == to || from.1.is_none() && to.1.is_none() {
        return Vec::new();
    }
    let from = Groups { names: &from.0, sizes: from.1 };
    let to = Groups { names: &to.0, sizes: to.1 };
    told(regroup(module, op, from, to), &format!("groups of operands of `{op}`"))
}

pub(super) fn told(count: usize, what: &str) -> Vec<String> {
    if count == 0 { Vec::new() } else { vec![format!("{count} {what}")] }
}
