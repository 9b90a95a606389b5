//! Rules of verifiers on operations of builtin, and on symbols of every dialect.

use super::{OpView, Rule, rule};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("dialect-attributes", dialect_attributes, "can only contain attributes with dialect-prefixed names"),
    rule(
        "visibility-known",
        visibility_known,
        "visibility expected to be one of [\"public\", \"private\", \"nested\"]",
    ),
];

fn visibility_known(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("sym_visibility")? {
        return Some(true);
    }
    Some(matches!(op.string("sym_visibility")?.as_str(), "public" | "private" | "nested"))
}

fn dialect_attributes(op: &OpView<'_, '_>) -> Option<bool> {
    Some(
        op.names()?
            .iter()
            .all(|name| name.contains('.') || matches!(name.as_str(), "sym_name" | "sym_visibility")),
    )
}
