//! `fbs-field-added`: a field is new.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-added",
    code: Code(3838),
    title: "a field is new",
    text: "Old readers ignore it, and new readers take the default where it is absent. That is safe as long as a file without the field, or with it ignored, still means what its writer meant. If it does not, raise a version that old readers check.",
    seed: Some("When adding new fields, do not modify the ID of existing fields."),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.tables() {
        for row in rows(objects.old, objects.new) {
            let (Fate::Added, Some(field)) = (row.fate, row.new) else { continue };
            if field.deprecated || field.required {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, field.name))
                    .directions(Directions::OLD_READS_NEW)
                    .surface(Surface::Meaning)
                    .sites(None, context.new_site(objects.new, field))
                    .why(format!("Old readers ignore `{}` (slot {}).", field.name, field.id))
                    .fix("Make sure that a file means the same to a reader that ignores the field.")
                    .bump(Bump::Minor),
            );
        }
    }
}
