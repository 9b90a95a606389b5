//! `fbs-slot-moved`: a field moved to another slot.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-slot-moved",
    code: Code(3831),
    title: "a field moved to another slot",
    text: "A slot is what a field is called on the wire. A field that is inserted before others, reordered without ids, or given another id is read by the other version as something else, or not at all. Restore the slots: add fields at the end, or give every field its id.",
    seed: Some(
        "When adding new fields, do not modify the ID of existing fields. The easiest way to do this is to add new fields to the bottom of a `table`. If it's important to reorder the declaration of fields for readability, all fields in the `table` must be explicitly annotated with `(ID: #)` fields that preserve their original zero-based indices.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.fields().filter(|fields| fields.row.fate == Fate::Moved) {
        let (f, g) = (fields.old, fields.new);
        if f.deprecated && g.deprecated {
            continue;
        }
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was in slot {} and is in slot {}.", g.name, f.id, g.id))
                .fix(format!("Restore the slot: `(id: {})`, with an id for every field of the table; or declare new fields last.", f.id))
                .aim(fields.aim()),
        );
    }
}
