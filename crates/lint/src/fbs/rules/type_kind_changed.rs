//! `fbs-type-kind-changed`: a field has a type of another kind.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-type-kind-changed",
    code: Code(3845),
    title: "a field has a type of another kind",
    text: "A scalar, a string, a vector, a table and a struct are stored differently: readers follow numbers as offsets, or read offsets as numbers. Keep the type; add a new field for the other one.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    retyped(&RULE, context, found, Relation::Kind, ", which is stored differently.");
}
