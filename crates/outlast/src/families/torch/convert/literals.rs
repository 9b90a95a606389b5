//! Tensors that code makes of numbers, with the element type that they had: `torch-literals`.

use std::collections::BTreeMap;

use outlast_torchscript::program::CodePlace;
use outlast_torchscript::program::literals::untyped;
use outlast_torchscript::source::{ExprKind, Tree};

use super::super::literals::{FLOAT32_SINCE, makes_float32};
use super::super::operators::release;
use super::Context;
use super::draft::{self, Change};
use super::operators::blocked;
use super::pack::Between;
use crate::conversion::Blocker;

/// The step, as it is listed.
pub(super) const ID: &str = "torch-literals";
pub(super) const ABOUT: &str = "tensors that code makes of floating-point numbers have the element type that they had: float64 up to 1.5, float32 since 1.6";

/// Says the element type of tensors for readers that would make others.
pub(super) fn typed(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else { return Ok(Change::default()) };
    let now = release(context.profile) >= FLOAT32_SINCE;
    let before = makes_float32(context.facts.producer.as_ref());
    if before == Some(now) {
        return Ok(Change::default());
    }
    let mut edits: BTreeMap<usize, Vec<(u32, u32, String)>> = BTreeMap::new();
    for call in untyped(code, &Between::producer(context, code)?) {
        let refused = |why: &str| {
            let why = format!("`{}` makes float64 of floating-point numbers up to 1.5 and float32 since 1.6, and {why}", call.operator);
            blocked(&call.operator, why)
        };
        let Some(before) = before else { return Err(refused("which release wrote the file is not known")) };
        let tree = code.files.get(call.place.file).and_then(|file| file.tree.as_ref().ok());
        let edit = tree.filter(|_| call.floating).and_then(|tree| edit(tree, call.place, if before { "6" } else { "7" }));
        edits.entry(call.place.file).or_default().push(edit.ok_or_else(|| refused("what this call is given is not known"))?);
    }
    let mut change = Change::default();
    for (file, edits) in edits {
        let Some((file, tree)) = code.files.get(file).and_then(|file| Some((file, file.tree.as_ref().ok()?))) else { continue };
        change.said.push(format!("{} calls in `{}` say the element type that their tensors had", edits.len(), file.record));
        draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
    }
    Ok(change)
}

/// Where a call says its element type, and that it is another one.
fn edit(tree: &Tree, place: CodePlace, number: &str) -> Option<(u32, u32, String)> {
    let mut calls = tree.exprs().filter_map(|(_, expr)| match &expr.kind {
        ExprKind::Call { callee, arguments, .. } if tree.expr(*callee).span.end == place.span.end => Some(arguments),
        _ => None,
    });
    let arguments = calls.next()?;
    let said = arguments.iter().find(|argument| argument.keyword.is_some_and(|name| tree.name(name) == "dtype"));
    match said {
        Some(argument) => {
            let span = tree.expr(argument.value).span;
            Some((span.start, span.end, number.into()))
        }
        None => {
            let end = tree.expr(arguments.last()?.value).span.end;
            Some((end, end, format!(", dtype={number}")))
        }
    }
}
