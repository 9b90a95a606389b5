//! Types that older releases spell in another way: `torch-spelling`.
//!
//! `NoneType` in code is what releases up to 1.8 write as `None`, which all releases read.

use outlast_torchscript::source::{ExprKind, Item, StmtKind, Tree};

use super::Context;
use super::draft::{self, Change};
use crate::conversion::Blocker;

/// The form that readers refuse, as `program::forms` names it.
const NONE_TYPE: &str = "type NoneType";

/// An attribute of every module, which is `None` or a truth value.
const HOOK: &str = "_is_full_backward_hook";

/// Spells types as every release does.
pub(super) fn respell(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else { return Ok(Change::default()) };
    let release = super::super::operators::release(context.profile);
    if outlast_torchscript::program::forms::loads(NONE_TYPE, release) == Some(true) {
        return Ok(Change::default());
    }
    let mut change = Change::default();
    for file in &code.files {
        let Ok(tree) = &file.tree else { continue };
        let mut edits: Vec<(u32, u32, &str)> = Vec::new();
        unset(tree, &mut edits).map_err(|attribute| {
            let why = format!("releases before 1.9 want a value of the attribute `{attribute}`, which `__setstate__` does not give");
            vec![Blocker { code: None, subject: NONE_TYPE.into(), why, place: outlast_core::Place::default(), help: None }]
        })?;
        let known: Vec<u32> = edits.iter().map(|(start, ..)| *start).collect();
        let others = none_types(tree).into_iter().filter(|(start, _)| !known.contains(start));
        edits.extend(others.map(|(start, end)| (start, end, "None")));
        if edits.is_empty() {
            continue;
        }
        change.said.push(format!("`NoneType` is spelt as older releases spell it in `{}`: {} times", file.record, edits.len()));
        draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
    }
    Ok(change)
}

/// Attributes of classes with `__setstate__` that may stay without a value: older releases demand one unless the type is optional. The error is the
/// name of one whose type is not known.
fn unset(tree: &Tree, edits: &mut Vec<(u32, u32, &str)>) -> Result<(), String> {
    for item in &tree.items {
        let Item::Class(class) = item else { continue };
        let statements = || class.body.iter().map(|stmt| &tree.stmt(*stmt).kind);
        let sets = |kind: &StmtKind| matches!(kind, StmtKind::Def(function) if tree.name(function.name) == "__setstate__");
        if !statements().any(sets) {
            continue;
        }
        for kind in statements() {
            let StmtKind::Assign { targets, annotation: Some(annotation), value: None } = kind else { continue };
            let expr = tree.expr(*annotation);
            if expr.kind != ExprKind::NoneType {
                continue;
            }
            let name = targets.first().and_then(|target| tree.as_name(*target)).unwrap_or_default();
            if name != HOOK {
                return Err(name.to_string());
            }
            edits.push((expr.span.start, expr.span.end, "Optional[bool]"));
        }
    }
    Ok(())
}

/// Where a file says `NoneType`.
fn none_types(tree: &Tree) -> Vec<(u32, u32)> {
    tree.exprs().filter(|(_, expr)| expr.kind == ExprKind::NoneType).map(|(_, expr)| (expr.span.start, expr.span.end)).collect()
}
