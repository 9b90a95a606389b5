//! Operations of a module made those of the reader's release: names, terminators, attributes, groups of operands.
//!
//! What changed between releases is either a row of [`changes`], or taken from the tables of both releases. The properties of all operations
//! are attributes here.

use std::collections::BTreeSet;

use crate::Module;
use crate::changes::{self, Change, Form};
use crate::schema::PropertyForm;
use crate::steps::{
    Groups, StepError, add_attribute, add_terminators, bare_constants, basis_to_operands,
    broadcasts_in_bounds, collapse_all, dense_attribute, drop_attribute, drop_terminators, dynamic_positions,
    hand_in, hand_through, has_attribute, last_argument, layout_strings, leave_bundles_out, leave_notes_out,
    leave_parameters_out, leave_plain_types_out, leave_promises_out, leave_to_callee, number_to_unit,
    operands_to_basis, other_regions, output_shapes, plain_attribute, pointees, ranges, regroup, rename,
    rename_attribute, rename_terminators, renumber, say_zeros, set_size, unit_to_number,
};

use super::super::demands::{Demands, field, fields, form, groups};
use super::super::producers::major;
use outlast_model::targets::Profile;

/// Sizes of segments as LLVM 16 calls them, and as later releases do.
const SEGMENTS: [(&str, &str); 2] =
    [("operand_segment_sizes", "operandSegmentSizes"), ("result_segment_sizes", "resultSegmentSizes")];

/// Makes operations those of a release, as far as that is known; what was done, one sentence each, and whether numbers that attributes
/// enumerate were renumbered: until now they are those of the release `numbered`.
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
    let mut done = Vec::new();
    let (from, to) = (producer.map(major), major(profile));
    let mut anew = false;
    for (change, form) in changes::between(from, to) {
        if let Change::Numbers { op, attribute, .. } = change
            && let Some(numbers) = numbered.and_then(|from| changes::numbers(from, to, op, attribute))
        {
            let count = renumber(module, op, attribute, |value| numbers.number(value))?;
            anew |= count > 0;
            done.extend(counted(count, &format!("`{attribute}` of `{op}` by its number there")));
        }
        if let Change::Unit { op, older, newer, value } = *change {
            match form {
                Form::Newer => {
                    let what = format!("`{older}` of `{op}` became `{newer} = {value}`");
                    done.extend(counted(unit_to_number(module, op, older, newer, value), &what));
                }
                Form::Older => {
                    let (count, left) = number_to_unit(module, op, newer, older, value)?;
                    done.extend(counted(count, &format!("`{newer}` of `{op}` became `{older}`")));
                    let what = format!(
                        "of these lose hints in `{newer}` of `{op}` that the reader does not know; it computes the same"
                    );
                    done.extend(counted(left, &what));
                }
            }
        }
        if let (Change::Attribute { op, older, newer }, Form::Newer) = (change, form)
            && changes::form_in(change, from) == Some(Form::Older)
            && numbered == from
            && has_attribute(module, op, newer)
        {
            // For its producer it was a discardable one.
            return Err(StepError::NameTwice { op: format!("{op} ({older})"), name: (*newer).to_owned() });
        }
        let made = convert_form(module, profile, from, (change, form));
        // A number of loops is told by the reader's release.
        anew |= matches!(change, Change::Collapse { .. }) && !made.is_empty();
        done.extend(made);
    }
    for op in names(module) {
        if let Some(producer) = producer {
            done.extend(arrays(module, profile, producer, &op));
            let made = segments(module, profile, producer, &op);
            // So is the order of operands.
            anew |= !made.is_empty();
            done.extend(made);
        }
        for (older, newer) in SEGMENTS {
            if Demands::of(profile, &op).is_some_and(|demands| demands.segments.contains(&older)) {
                let count = rename_attribute(module, &op, newer, older);
                done.extend(counted(count, &format!("`{newer}` of `{op}` became `{older}`")));
            }
        }
    }
    Ok((done, anew))
}

/// Names of operations that the module's table has.
fn names(module: &Module<'_>) -> BTreeSet<String> {
    let tables = &module.tables;
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let name = |op: &crate::tables::OpName| {
        format!("{}.{}", text(tables.dialect_name(op.dialect)), text(tables.string(op.name)))
    };
    tables.op_names.iter().map(name).collect()
}

/// Makes what a change concerns of the form that the reader has.
fn convert_form(
    module: &mut Module<'_>,
    profile: &Profile,
    from: Option<u32>,
    (change, form): (&Change, Form),
) -> Vec<String> {
    match (change, form) {
        (Change::Renamed { older, newer }, Form::Older) => {
            counted(rename(module, newer, older), &format!("`{newer}` became `{older}`"))
        }
        (Change::Renamed { older, newer } | Change::Merged { older, newer }, Form::Newer) => {
            counted(rename(module, older, newer), &format!("`{older}` became `{newer}`"))
        }
        (Change::Terminator { around, end }, Form::Newer) => {
            counted(drop_terminators(module, around, end), &format!("`{end}` in `{around}` taken out"))
        }
        (Change::Argument { op }, form) => {
            let there = form == Form::Newer;
            let what = if there { "put in" } else { "taken out, which nothing uses" };
            // Where something uses it, it stays, and the verdict on the result says so.
            counted(
                last_argument(module, op, there).unwrap_or(0),
                &format!("last argument of the block of `{op}` {what}"),
            )
        }
        (Change::Handed { op, .. }, Form::Newer) => counted(
            hand_in(module, op, true),
            &format!("`{op}` with the values that its block uses from around as its operands"),
        ),
        (Change::Handed { op, constant }, Form::Older) => {
            let mut done = counted(
                bare_constants(module, op, constant),
                &format!("`{op}` of nothing but a constant became `{constant}`"),
            );
            done.extend(counted(
                hand_in(module, op, false),
                &format!("`{op}` whose block uses the values that were its operands"),
            ));
            done
        }
        (Change::Basis { op, attribute }, Form::Older) => counted(
            basis_to_operands(module, op, attribute),
            &format!("`{op}` with the sizes in `{attribute}` as operands"),
        ),
        (Change::Basis { op, attribute }, Form::Newer) => counted(
            operands_to_basis(module, op, attribute),
            &format!("`{attribute}` of `{op}` added: all are operands"),
        ),
        (Change::Output { op, attribute }, form) => {
            let says = form == Form::Newer;
            let what = if says {
                "added: the sizes of the result"
            } else {
                "taken out: the type of the result says it"
            };
            counted(output_shapes(module, op, attribute, says), &format!("`{attribute}` of `{op}` {what}"))
        }
        (Change::Layout { op, attribute, text }, Form::Older) => {
            let what = format!(
                "`{op}` with its `{attribute}` in the words of LLVM IR as `{text}`, and without the entries that the reader does not know"
            );
            counted(layout_strings(module, op, attribute, text), &what)
        }
        (Change::Regions { op, from }, form) => {
            let had = from.iter().flatten().count();
            let (wanted, had) = match form {
                Form::Newer => (from.clone(), had),
                Form::Older => (
                    (0..had).map(|older| from.iter().position(|from| *from == Some(older))).collect(),
                    from.len(),
                ),
            };
            counted(
                other_regions(module, op, &wanted, had),
                &format!("regions of `{op}` as the reader has them"),
            )
        }
        (Change::InBounds { op }, Form::Older) => counted(
            broadcasts_in_bounds(module, op),
            &format!("`{op}` with the dimensions that it broadcasts marked in bounds"),
        ),
        (Change::Sized { op, attribute, whole }, form) => {
            let (whole, what) = match form {
                Form::Newer => (None, "taken out: it is the object's own size"),
                Form::Older => (Some(*whole), "added: the object's own size"),
            };
            counted(set_size(module, op, attribute, whole), &format!("`{attribute}` of `{op}` {what}"))
        }
        (Change::Collapse { op, attribute }, form) => {
            let says = form == Form::Newer;
            counted(
                collapse_all(module, op, attribute, says),
                &format!("`{attribute}` of `{op}`: all loops are collapsed"),
            )
        }
        (Change::Element { older, newer, values }, Form::Newer) => {
            counted(dynamic_positions(module, older, newer, *values), &format!("`{older}` became `{newer}`"))
        }
        (Change::Promise { op, attribute, of_values }, Form::Older) => {
            let count = leave_promises_out(module, op, attribute, *of_values);
            counted(
                count,
                &format!(
                    "`{attribute}` of `{op}` left out: an optional hint that the reader does not know; it computes the same"
                ),
            )
        }
        (Change::Parameter { op, attribute, name }, Form::Older) => {
            let count = leave_parameters_out(module, op, attribute, name);
            counted(
                count,
                &format!(
                    "`{name}` in `{attribute}` of `{op}` left out: an optional hint that the reader does not know; it computes the same"
                ),
            )
        }
        (Change::OfCallee { op, attribute, function }, Form::Older) => {
            let count = leave_to_callee(module, op, attribute, function);
            counted(
                count,
                &format!("`{attribute}` of `{op}` left out: the `{function}` that is called has it"),
            )
        }
        (Change::Forgotten { op, attribute, unless_variadic: true }, Form::Newer) => {
            let count = leave_plain_types_out(module, op, attribute);
            counted(count, &format!("`{attribute}` of `{op}` left out: what it is called with says the same"))
        }
        (Change::Forgotten { op, attribute, .. }, Form::Newer) => {
            let count = leave_promises_out(module, op, attribute, false);
            counted(
                count,
                &format!(
                    "`{attribute}` of `{op}` left out: an optional hint that the reader does not know; it computes the same"
                ),
            )
        }
        (Change::Passthrough { op, attribute, name, cases }, Form::Older) => counted(
            hand_through(module, op, attribute, name, cases),
            &format!("`{attribute}` of `{op}` handed through to LLVM IR as `{name}`"),
        ),
        (Change::Notes { op, attribute, keys }, Form::Older) => {
            let count = leave_notes_out(module, op, attribute, keys);
            let what = keys.replace('|', ", ");
            counted(
                count,
                &format!(
                    "`{op}` left out, which the reader does not have: its notes are among {what}, and no function computes anything else without them"
                ),
            )
        }
        (Change::Bundles { op, sizes, tags }, Form::Older) => {
            let count = leave_bundles_out(module, op, [sizes, tags]);
            counted(
                count,
                &format!(
                    "bundles of `{op}` left out: optional hints that the reader does not know; it computes the same"
                ),
            )
        }
        (Change::Pointee { op, attribute }, form) => {
            let says = form == Form::Newer;
            let what = if says {
                "added: the element of the variable's type"
            } else {
                "taken out: it is the element of the variable's type"
            };
            counted(pointees(module, op, attribute, says), &format!("`{attribute}` of `{op}` {what}"))
        }
        (Change::Zeros { op, attribute, like }, form) => {
            let says = form == Form::Newer;
            let what = if says { "added: nothing" } else { "taken out: it says nothing" };
            counted(say_zeros(module, op, attribute, like, says), &format!("`{attribute}` of `{op}` {what}"))
        }
        (Change::Range { op, attribute, kept }, form) => {
            let newer = form == Form::Newer;
            let what = if newer || *kept {
                "in the words of the reader"
            } else {
                "left out: an optional hint that the reader does not use"
            };
            counted(
                ranges(module, op.trim_end_matches('*'), attribute, newer, *kept),
                &format!("`{attribute}` of `{op}` {what}"),
            )
        }
        (Change::Terminator { around, end }, Form::Older) => {
            counted(add_terminators(module, around, end), &format!("`{end}` in `{around}` added"))
        }
        (Change::Yield { around, older, newer }, Form::Newer) => {
            let count = rename_terminators(module, around, older, newer);
            counted(count, &format!("`{older}` in `{around}` became `{newer}`"))
        }
        (Change::Yield { around, older, newer }, Form::Older) => {
            let around = changes::other_operation(from, major(profile), around).unwrap_or(around);
            let count = rename_terminators(module, around, newer, older);
            counted(count, &format!("`{newer}` in `{around}` became `{older}`"))
        }
        (Change::Attribute { op, older, newer }, Form::Newer) => counted(
            rename_attribute(module, op, older, newer),
            &format!("`{older}` of `{op}` became `{newer}`"),
        ),
        (Change::Attribute { op, older, newer }, Form::Older) => counted(
            rename_attribute(module, op, newer, older),
            &format!("`{newer}` of `{op}` became `{older}`"),
        ),
        (Change::Default { op: all, attribute, text }, _) => {
            let dialect = all.strip_suffix('*');
            let is_one = |op: &str| dialect.map_or(op == *all, |dialect| op.starts_with(dialect));
            implied(module, profile, &is_one, attribute, text)
        }
        _ => Vec::new(),
    }
}

/// A default attribute is taken out where the release does not have it; one that the release requires is put in.
fn implied(
    module: &mut Module<'_>,
    profile: &Profile,
    is_one: &dyn Fn(&str) -> bool,
    attr: &str,
    text: &str,
) -> Vec<String> {
    let mut done = Vec::new();
    let has = |op: &str| Demands::of(profile, op).is_some_and(|demands| demands.attrs.contains(&attr));
    let written = text.starts_with('#').then_some(text);
    if text == "array<i32>" || written.is_some() {
        let wants = |op: &String| {
            is_one(op)
                && has(op)
                && Demands::of(profile, op).is_some_and(|demands| demands.required.contains(&attr))
        };
        for op in names(module).iter().filter(|op| wants(op)) {
            let count = add_attribute(module, op, attr, written);
            done.extend(counted(
                count,
                &format!("`{attr}` of `{op}` added: {}", written.unwrap_or("of nothing")),
            ));
        }
    }
    let dropped = drop_attribute(module, |op| is_one(op) && !has(op), attr, text, major(profile));
    let said = |(op, count): (String, usize)| {
        counted(count, &format!("`{attr}` of `{op}` taken out: it is the default"))
    };
    done.extend(dropped.into_iter().flat_map(said));
    done
}

/// Arrays that one of the releases has dense, and the other not.
fn arrays(module: &mut Module<'_>, profile: &Profile, producer: &Profile, op: &str) -> Vec<String> {
    let Some(here) = fields(producer, op) else { return Vec::new() };
    let mut changes = Vec::new();
    for field_here in &here.fields {
        let name = &field_here.name;
        let Some(form_there) = form(profile, op, name) else { continue };
        match (&field_here.form, &form_there) {
            (PropertyForm::Array, PropertyForm::DenseArray) => {
                let class = field(profile, op, name).map_or("", |(class, _)| class);
                let width = class.strip_prefix("dense:i").and_then(|width| width.parse().ok());
                let count = width.map_or(0, |width| dense_attribute(module, op, name, width));
                changes.extend(counted(count, &format!("`{name}` of `{op}` is a dense array")));
            }
            (PropertyForm::DenseArray, PropertyForm::Array) => {
                let count = plain_attribute(module, op, name);
                changes.extend(counted(count, &format!("`{name}` of `{op}` is not a dense array")));
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
    let renamed = |name: &&str| {
        let bare = name.trim_end_matches(['*', '?']);
        let many = name.strip_prefix(bare).unwrap_or_default();
        let other = changes::other_group(Some(major(producer)), major(profile), op, bare);
        // What the reader has under the same name is that.
        let there = to.0.iter().any(|name| name.trim_end_matches(['*', '?']) == bare);
        other.filter(|_| !there).map_or((*name).to_owned(), |other| format!("{other}{many}"))
    };
    let names: Vec<String> = from.0.iter().map(renamed).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let from = Groups { names: &names, sizes: from.1 };
    let to = Groups { names: &to.0, sizes: to.1 };
    counted(regroup(module, op, from, to), &format!("groups of operands of `{op}`"))
}

pub(super) fn counted(count: usize, what: &str) -> Vec<String> {
    if count == 0 { Vec::new() } else { vec![format!("{count} {what}")] }
}
