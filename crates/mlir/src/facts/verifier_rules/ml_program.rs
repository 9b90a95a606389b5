//! Rules of verifiers on operations of ml_program.

use super::{OpView, Rule, in_file};

/// The rules.
pub(super) const RULES: &[Rule] = &[in_file("ml-global-nearest", ml_global_nearest, "")];

fn ml_global_nearest(op: &OpView<'_, '_>) -> Option<bool> {
    let found = op.symbol_table()?.symbol(op.attr("global")?.symbol()?);
    Some(found.is_some_and(|found| found.name() == "ml_program.global"))
}
