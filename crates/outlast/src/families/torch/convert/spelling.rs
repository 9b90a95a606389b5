//! Types that older releases spell in another way: `torch-spelling`.
//!
//! `NoneType` in code is what releases up to 1.8 write as `None`, which all releases read.

use outlast_torchscript::source::{ExprKind, Tree};

use super::Context;
use super::draft::Change;
use crate::conversion::Blocker;

/// The form that readers refuse, as `program::forms` names it.
const NONE_TYPE: &str = "type NoneType";

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
        let spans = none_types(tree);
        if spans.is_empty() {
            continue;
        }
        change.said.push(format!("`NoneType` is spelt `None` in `{}`: {} times", file.record, spans.len()));
        let edits = spans.into_iter().map(|(start, end)| (start, end, "None"));
        super::draft::rewrite(context.archive, &file.record, tree, edits.collect(), &mut change);
    }
    Ok(change)
}

/// Where a file says `NoneType`.
fn none_types(tree: &Tree) -> Vec<(u32, u32)> {
    tree.exprs().filter(|(_, expr)| expr.kind == ExprKind::NoneType).map(|(_, expr)| (expr.span.start, expr.span.end)).collect()
}
