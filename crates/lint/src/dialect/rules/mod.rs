//! The rules, one file each: what is said about a kind of change, and the predicate that finds it.

use outlast_core::SortShort;
use outlast_mlir::schema::PropertyKind;

use super::context::{Both, Context};
use super::data::{Asked, Question};
use super::engine::{Draft, Findings, Mlir};
use super::model::{Code as Encoded, Count, Dialect, Field, Op, Part, full};
use super::witness_search::Aim;
use crate::engine::rules;
use crate::{Rule, Site};

/// What rules are written with.
#[allow(unused_imports, reason = "each rule takes what it needs")]
mod prelude {
    pub(super) use std::collections::BTreeSet;

    pub(super) use outlast_core::Code;
    pub(super) use outlast_mlir::schema::PropertyKind;

    pub(super) use crate::dialect::context::Context;
    pub(super) use crate::dialect::data::Question;
    pub(super) use crate::dialect::engine::{Draft, Findings};
    pub(super) use crate::dialect::layout::{Layout, alike, text};
    pub(super) use crate::dialect::model::{Count, Dialects, Field, Part, class};
    pub(super) use crate::dialect::witness_search::Aim;
    pub(super) use crate::{Bump, Directions, Finding, Level, Rule, Surface};
}

mod cases_added;
mod cases_removed;
mod code_added;
mod code_layout_changed;
mod code_removed;
mod code_renamed;
mod code_renumbered;
mod code_reused;
mod constraint_changed;
mod default_changed;
mod encoding_custom;
mod field_added;
mod field_moved;
mod field_optional;
mod field_removed;
mod field_renamed;
mod field_required;
mod field_required_added;
mod field_retyped;
mod interface_added;
mod interface_removed;
mod namespace_added;
mod namespace_removed;
mod native_changed;
mod native_form_changed;
mod op_added;
mod op_removed;
mod op_renamed;
mod operands_changed;
mod operands_moved;
mod properties_added;
mod properties_removed;
mod regions_changed;
mod results_changed;
mod segments_added;
mod segments_count_changed;
mod segments_removed;
mod trait_added;
mod trait_removed;
mod version_changed;
mod version_unchanged;

rules! { Mlir:
    change namespace_removed;
    change namespace_added;
    sum version_unchanged;
    change version_changed;
    change interface_added;
    change interface_removed;
    change op_removed;
    change op_added;
    change op_renamed;
    change properties_added;
    change properties_removed;
    change encoding_custom;
    change field_added;
    change field_required_added;
    change field_removed;
    change field_moved;
    change field_optional;
    change field_required;
    change field_retyped;
    change field_renamed;
    change segments_added;
    change segments_removed;
    change segments_count_changed;
    change native_changed;
    change native_form_changed;
    change default_changed;
    change cases_removed;
    change cases_added;
    change constraint_changed;
    change operands_changed;
    change results_changed;
    change regions_changed;
    change operands_moved;
    change trait_added;
    change trait_removed;
    change code_added;
    change code_removed;
    change code_reused;
    change code_renumbered;
    change code_layout_changed;
    change code_renamed;
}

/// Says of each operation that it has another number of operands, results or regions: `of` gives them, where they are known.
fn counts_changed(
    rule: &'static Rule,
    context: &Context<'_>,
    found: &mut Findings,
    of: fn(&Op) -> Option<&Vec<Part>>,
) {
    for both in context.both() {
        let (Some(was), Some(is)) = (of(both.old), of(both.new)) else { continue };
        let counts = |parts: &[Part]| parts.iter().map(|part| part.count).collect::<Vec<Count>>();
        if counts(was) == counts(is) {
            continue;
        }
        let listed = |parts: &[Part]| parts.iter().map(Part::text).collect::<Vec<String>>().join(", ");
        found.push(
            Draft::new(rule, both.of.subject())
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It has ({}), and had ({}).", listed(is), listed(was)))
                .fix("Add optional fields after the others, and roll out readers first; otherwise add an operation.")
                .ask(both.of.old_name().map(|name| Question::op(&name)))
                .aim(both.numbers()),
        );
    }
}

/// Where a dialect is declared; of one that is not, where its first operation is.
fn site_of(dialect: &Dialect) -> Option<Site> {
    if dialect.site != Site::default() {
        return Some(dialect.site.clone());
    }
    let first = dialect.ops.first().map(|op| &op.site).or(dialect.codes.first().map(|code| &code.site));
    first.cloned()
}

fn ask_dialect(dialect: &Dialect) -> Question {
    Question { path: dialect.name.clone(), what: Asked::Dialect(dialect.name.clone()) }
}

fn ask_code(dialect: &Dialect, code: &Encoded) -> Question {
    let what = Asked::Code { dialect: dialect.name.clone(), kind: code.kind, code: code.code };
    Question { path: code_subject(dialect, code), what }
}

fn code_subject(dialect: &Dialect, code: &Encoded) -> String {
    format!("{}.{}", dialect.name, code.name)
}

/// The first code of a dialect whose layout is known.
fn first_code(dialect: &Dialect) -> Option<&Encoded> {
    dialect.codes.iter().find(|code| code.layout.is_some()).or(dialect.codes.first())
}

/// Something of a dialect is not known to the other release.
fn any_of(dialect: &Dialect, old: bool) -> Aim {
    let op = dialect.ops.iter().find(|op| !op.custom).map(|op| full(&dialect.name, &op.name));
    match (op, first_code(dialect)) {
        (None, Some(code)) if old => Aim::code(&dialect.name, code.kind, Some(code.code), None),
        (None, Some(code)) => Aim::code(&dialect.name, code.kind, None, Some(code.code)),
        (op, _) if old => Aim::names(op, None),
        (op, _) => Aim::names(None, op),
    }
}

/// `a`, `a and b`, `a, b and c`; of many, the first ones.
fn listed(words: &[&str]) -> String {
    const MOST: usize = 6;
    let quoted: Vec<String> = words.iter().take(MOST).map(|word| format!("`{word}`")).collect();
    match (quoted.as_slice(), words.len()) {
        ([], _) => "properties of its own".to_string(),
        ([one], 1) => one.clone(),
        (some, all) if all > MOST => format!("{} and {} more", some.join(", "), all - MOST),
        ([some @ .., last], _) => format!("{} and {last}", some.join(", ")),
    }
}

/// How a field is encoded, in words.
fn kind(kind: &PropertyKind) -> String {
    match kind {
        PropertyKind::Attr => "an attribute".to_string(),
        PropertyKind::OptAttr => "an attribute or none".to_string(),
        PropertyKind::Segments(count) => format!("sizes of {count} segments"),
        PropertyKind::VarInt => "a number".to_string(),
        PropertyKind::SVarInt => "a signed number".to_string(),
        PropertyKind::Bool => "a byte that is 0 or 1".to_string(),
        PropertyKind::Str => "a string".to_string(),
        PropertyKind::Optional(inner) => format!("{} or nothing", self::kind(inner)),
        PropertyKind::List(inner) => format!("a list, each of which is {}", self::kind(inner)),
        _ => "something else".to_string(),
    }
}

/// Where a field stands in a blob, as a sentence.
fn place(op: &Op, field: &Field) -> String {
    position("stands", op, field)
}

/// Where a field stood in a blob, as a sentence.
fn was_place(op: &Op, field: &Field) -> String {
    position("stood", op, field)
}

fn position(verb: &str, op: &Op, field: &Field) -> String {
    let at = op.fields.iter().position(|of| of.property == field.property).unwrap_or(0);
    let word = kind(&field.property.kind);
    match (at.checked_sub(1).and_then(|at| op.fields.get(at)), op.fields.get(at + 1)) {
        (_, Some(next)) => format!("It {verb} before `{}`, as {word}.", next.name()),
        (Some(before), None) => format!("It {verb} last, behind `{}`, as {word}.", before.name()),
        (None, None) => format!("It {verb} alone, as {word}."),
    }
}

/// Fields of both releases, in operations whose blobs are known in both.
fn changed<'c, 'd>(context: &'c Context<'d>) -> Vec<(Both<'c, 'd>, &'d Field, &'d Field)> {
    let pairs =
        |both: Both<'c, 'd>| both.of.pairs().map(move |(old, new)| (both, old, new)).collect::<Vec<_>>();
    context.blobs().flat_map(pairs).collect()
}

/// A claim that a field is encoded otherwise.
fn rewritten(rule: &'static Rule, both: &Both<'_, '_>, old: &Field, new: &Field) -> Draft {
    Draft::new(rule, both.field(new))
        .sites(both.old.site.clone(), both.new.site.clone())
        .fix("Keep it as it is, and add another property or operation; write for readers of the other release in version 4 of the container.")
        .ask(both.of.old_name().map(|name| Question::op(&name)))
        .aim(both.properties().with(old.name()).with(new.name()))
}

fn without_aim(mut draft: Draft) -> Draft {
    draft.aim = None;
    draft
}

/// Fields whose order among those of both releases is another one: as few as explain it.
fn moved<'d>(both: &Both<'_, 'd>) -> Vec<(&'d Field, &'d Field)> {
    let place = |op: &Op, field: &Field| op.fields.iter().position(|of| of.property == field.property);
    let mut pairs: Vec<(&Field, &Field)> = both.of.pairs().collect();
    pairs.sort_short_by_key(|(_, new)| place(both.new, new));
    let olds: Vec<usize> = pairs.iter().map(|(old, _)| place(both.old, old).unwrap_or(0)).collect();
    // The longest part that is in order stays; lengths of those that end at each place.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, old) in olds.iter().enumerate() {
        let before = (0..at).filter(|of| olds[*of] < *old).max_by_key(|of| best[*of].0);
        best.push((before.map_or(1, |of| best[of].0 + 1), before));
    }
    let mut kept = vec![false; olds.len()];
    let mut next = (0..best.len()).max_by_key(|at| best[*at].0);
    while let Some(at) = next {
        kept[at] = true;
        next = best[at].1;
    }
    pairs.into_iter().zip(kept).filter(|(_, kept)| !kept).map(|(pair, _)| pair).collect()
}

/// What readers do with an operation that they do not know, as the rest of a sentence.
fn unknown(lenient: bool, op: &Op) -> &'static str {
    match (lenient, op.has_properties()) {
        (false, _) => "do not know it, and its dialect takes no unknown operations.",
        (true, true) => {
            "keep it as an operation without a meaning, and take its properties for the number of an attribute."
        }
        (true, false) => "keep it as an operation without a meaning.",
    }
}

/// Whether a default is a value, and no expression of a programming language.
fn is_literal(text: &str) -> bool {
    !text.contains("::") && !text.contains(['(', '{'])
}

impl Both<'_, '_> {
    /// Something goes wrong with the properties.
    fn properties(&self) -> Aim {
        Aim::properties(self.of.old_name(), self.of.new_name())
    }

    /// Something goes wrong with numbers of operands, results or regions.
    fn numbers(&self) -> Aim {
        Aim::numbers(self.of.old_name(), self.of.new_name())
    }
}
