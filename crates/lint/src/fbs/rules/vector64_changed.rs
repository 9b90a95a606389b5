//! `fbs-vector64-changed`: a vector has a count of another width.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-vector64-changed",
    code: Code(3856),
    title: "a vector has a count of another width",
    text: "With vector64 the count and the offset take eight bytes, without it four: readers follow the wrong numbers. Keep it; add a new field for the other form.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    retyped(&RULE, context, found, Relation::Wide, ": the count and the offset have another width.");
}
