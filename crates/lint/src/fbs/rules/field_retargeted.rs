//! `fbs-field-retargeted`: a field refers to another type.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-retargeted",
    code: Code(3852),
    title: "a field refers to another type",
    text: "The new type is not the old one under another name: both versions have both, or the two have nothing in common. Readers take the one for the other, slot by slot. Keep the field; add a new one for the other type.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    retyped(&RULE, context, found, Relation::Target, ", another type.");
}
