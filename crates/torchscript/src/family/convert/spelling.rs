//! What older releases spell in another way: `torch-spelling`.
//!
//! `NoneType` in code is what releases up to 1.8 write as `None`, which all releases read. Up to 1.3, files of code begin with a version of operators,
//! and a value that is not `None` is `unchecked_unwrap_optional` of one that may be, where later releases write `unchecked_cast`.

use crate::source::{ExprKind, Item, StmtKind, Tree};

use super::Context;
use super::draft::{self, Change};
use super::operators::blocked;
use outlast_model::conversion::Blocker;

/// The form that readers refuse, as `program::forms` names it.
const NONE_TYPE: &str = "type NoneType";

/// Forms that 1.3 lacks.
const NO_HEAD: &str = "no op_version_set";
const CAST: &str = "unchecked_cast";
/// The first line of files of 1.3.
const HEAD: &str = "op_version_set = 1\n";

/// An attribute of every module, which is `None` or a truth value.
const HOOK: &str = "_is_full_backward_hook";

/// Edits of a text: where they begin and end, and what is there then.
type Edits = Vec<(u32, u32, String)>;

/// Spells code as the reader does.
pub(super) fn respell(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else {
        return Ok(Change::default());
    };
    let release = context.profile.release;
    let lacks = |form: &str| crate::program::forms::loads(form, release) != Some(true);
    let [types, head, casts] = [NONE_TYPE, NO_HEAD, CAST].map(lacks);
    let mut change = Change::default();
    for file in &code.files {
        let Ok(tree) = &file.tree else { continue };
        let mut edits = Edits::new();
        if types {
            none(tree, &mut edits).map_err(|attribute| {
                let why = format!("releases before 1.9 want a value of the attribute `{attribute}`, which `__setstate__` does not give");
                blocked(NONE_TYPE, why)
            })?;
        }
        if !edits.is_empty() {
            change.said.push(format!(
                "`NoneType` is spelt as older releases spell it in `{}`: {} times",
                file.record,
                edits.len()
            ));
        }
        let casts = if casts { unwrapped(tree, &mut edits) } else { 0 };
        if casts > 0 {
            change.said.push(format!(
                "`unchecked_cast` is `unchecked_unwrap_optional` in `{}`: {casts} times",
                file.record
            ));
        }
        if head && tree.op_version_set.is_none() {
            change.said.push(format!("`{}` says a version of operators, as 1.3 wants it", file.record));
            // Behind comments.
            let first = tree.tokens().first().map_or(0, |token| token.span.start);
            edits.push((first, first, HEAD.into()));
        }
        if !edits.is_empty() {
            draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
        }
    }
    Ok(change)
}

/// Spells `NoneType` as `None`. The error is the name of an attribute that has to stay without a value.
fn none(tree: &Tree, edits: &mut Edits) -> Result<(), String> {
    unset(tree, edits)?;
    let known: Vec<u32> = edits.iter().map(|(start, ..)| *start).collect();
    let types = tree.exprs().filter(|(_, expr)| expr.kind == ExprKind::NoneType).map(|(_, expr)| expr.span);
    edits.extend(
        types.filter(|span| !known.contains(&span.start)).map(|span| (span.start, span.end, "None".into())),
    );
    Ok(())
}

/// Spells `unchecked_cast(T, x)` as what takes a value that may be `None` for one that is not. Returns how many there are.
fn unwrapped(tree: &Tree, edits: &mut Edits) -> usize {
    let mut count = 0;
    for (_, expr) in tree.exprs() {
        let ExprKind::Call { callee, arguments, .. } = &expr.kind else { continue };
        let [ty, value] = arguments.as_slice() else { continue };
        if tree.as_name(*callee) != Some(CAST) {
            continue;
        }
        let [ty, value] = [ty, value].map(|argument| tree.expr(argument.value).span);
        edits.push((
            expr.span.start,
            ty.start,
            "ops.prim.unchecked_unwrap_optional(annotate(Optional[".into(),
        ));
        edits.push((ty.end, value.start, "], ".into()));
        edits.push((expr.span.end.saturating_sub(1), expr.span.end, "))".into()));
        count += 1;
    }
    count
}

/// Attributes of classes with `__setstate__` that may stay without a value: older releases demand one unless the type is optional. The error is the
/// name of one whose type is not known.
fn unset(tree: &Tree, edits: &mut Edits) -> Result<(), String> {
    for item in &tree.items {
        let Item::Class(class) = item else { continue };
        let statements = || class.body.iter().map(|stmt| &tree.stmt(*stmt).kind);
        let sets = |kind: &StmtKind| matches!(kind, StmtKind::Def(function) if tree.name(function.name) == "__setstate__");
        if !statements().any(sets) {
            continue;
        }
        for kind in statements() {
            let StmtKind::Assign { targets, annotation: Some(annotation), value: None } = kind else {
                continue;
            };
            let expr = tree.expr(*annotation);
            if expr.kind != ExprKind::NoneType {
                continue;
            }
            let name = targets.first().and_then(|target| tree.as_name(*target)).unwrap_or_default();
            if name != HOOK {
                return Err(name.to_string());
            }
            edits.push((expr.span.start, expr.span.end, "Optional[bool]".into()));
        }
    }
    Ok(())
}
