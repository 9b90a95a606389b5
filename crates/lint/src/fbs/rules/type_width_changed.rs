//! `fbs-type-width-changed`: a number has another width.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-type-width-changed",
    code: Code(3846),
    title: "a number has another width",
    text: "A reader of the wider type reads bytes that belong to something else, one of the narrower type reads a part; the stride of vector elements changes. Keep the type; add a new field for the other one.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    retyped(&RULE, context, found, Relation::Width, ", which has another width.");
}
