//! `fbs-float-integer-changed`: a floating-point number became an integer, or the other way round.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-float-integer-changed",
    code: Code(3847),
    title: "a floating-point number became an integer, or the other way round",
    text: "The bytes are the same, and mean another number: 1.0 is read as 1065353216. Keep the type; add a new field for the other one.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    retyped(&RULE, context, found, Relation::Float, ": the same bytes are another number.");
}
