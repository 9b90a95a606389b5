//! Tensors that code makes of numbers, with the element type that they had, and dictionaries with the order that they had: `torch-literals`.

use outlast_core::SortShort;
use std::collections::BTreeMap;

use crate::program::dictionaries::{inserted, visible};
use crate::program::literals::untyped;
use crate::program::{CodePlace, Program};
use crate::source::{ExprKind, Tree};

use super::super::literals::{CHANGED_AT, DICTIONARY, is_after};
use super::Context;
use super::draft::{self, Change};
use super::operators::blocked;
use super::pack::Between;
use outlast_model::conversion::Blocker;

/// The step, as it is listed.
pub(super) const ID: &str = "torch-literals";
pub(super) const ABOUT: &str = "tensors that code makes of floating-point numbers have the element type that they had: float64 up to 1.5, float32 since 1.6; dictionaries in code have the order of items that they had, from the last to the first up to 1.5";

type Edit = (u32, u32, Vec<u8>);

/// Says the element type of tensors for readers that would make others, and the order of items.
pub(super) fn typed(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else {
        return Ok(Change::default());
    };
    let now = context.profile.release >= CHANGED_AT;
    let before = is_after(context.facts.producer.as_ref());
    if before == Some(now) {
        return Ok(Change::default());
    }
    let mut edits: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
    for call in untyped(code, &Between::producer(context, code)?) {
        let refused = |why: &str| {
            let why = format!(
                "`{}` makes float64 of floating-point numbers up to 1.5 and float32 since 1.6, and {why}",
                call.operator
            );
            blocked(&call.operator, why)
        };
        let Some(before) = before else { return Err(refused("which release wrote the file is not known")) };
        let tree = code.files.get(call.place.file).and_then(|file| file.tree.as_ref().ok());
        let edit = tree
            .filter(|_| call.floating)
            .and_then(|tree| edit(tree, call.place, if before { "6" } else { "7" }));
        edits
            .entry(call.place.file)
            .or_default()
            .push(edit.ok_or_else(|| refused("what this call is given is not known"))?);
    }
    let mut change = Change::default();
    for (file, edits) in &edits {
        let record = code.files.get(*file).map_or_else(String::new, |file| file.record.clone());
        change
            .said
            .push(format!("element type of tensors made explicit in `{record}`, calls: {}", edits.len()));
    }
    let dictionaries = dictionaries(code, before, &mut edits).map_err(|why| blocked(DICTIONARY, why))?;
    if dictionaries > 0 {
        change.said.push(format!("dictionaries in the code that keep their order of items: {dictionaries}"));
    }
    for (file, edits) in edits {
        let Some((file, tree)) = code.files.get(file).and_then(|file| Some((file, file.tree.as_ref().ok()?)))
        else {
            continue;
        };
        draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
    }
    Ok(change)
}

/// Dictionaries in the order of the release that wrote the code; how many.
fn dictionaries(
    code: &Program,
    before: Option<bool>,
    edits: &mut BTreeMap<usize, Vec<Edit>>,
) -> Result<usize, String> {
    // Which it was is what the verdict says is not known.
    let Some(before) = before else { return Ok(0) };
    let mut found = visible(code);
    found.sort_short_by_key(|of| (of.place.file, of.place.span.start, std::cmp::Reverse(of.place.span.end)));
    let (mut last, mut count) = ((0, 0), 0_usize);
    for of in found {
        let (file, span) = (of.place.file, of.place.span);
        let Some(tree) = code.files.get(file).and_then(|file| file.tree.as_ref().ok()) else { continue };
        count += 1;
        // Those in another are done with it.
        if (file, span.start) < last {
            continue;
        }
        let edits = edits.entry(file).or_default();
        if edits.iter().any(|(start, end, _)| span.start < *end && *start < span.end) {
            return Err(
                "a tensor in a dictionary has to say its element type, and the dictionary its order".into()
            );
        }
        edits.push((span.start, span.end, inserted(tree, of.expr, !before)));
        last = (file, span.end);
    }
    Ok(count)
}

/// Where a call says its element type, and that it is another one.
fn edit(tree: &Tree, place: CodePlace, number: &str) -> Option<Edit> {
    let mut calls = tree.exprs().filter_map(|(_, expr)| match &expr.kind {
        ExprKind::Call { callee, arguments, .. } if tree.expr(*callee).span.end == place.span.end => {
            Some(arguments)
        }
        _ => None,
    });
    let arguments = calls.next()?;
    let said =
        arguments.iter().find(|argument| argument.keyword.is_some_and(|name| tree.name(name) == "dtype"));
    match said {
        Some(argument) => {
            let span = tree.expr(argument.value).span;
            Some((span.start, span.end, number.into()))
        }
        None => {
            let end = tree.expr(arguments.last()?.value).span.end;
            Some((end, end, format!(", dtype={number}").into_bytes()))
        }
    }
}
