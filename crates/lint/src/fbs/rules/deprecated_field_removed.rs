//! `fbs-deprecated-field-removed`: a deprecated field was removed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-deprecated-field-removed",
    code: Code(3833),
    title: "a deprecated field was removed",
    text: "The declaration of a deprecated field keeps its slot from being used again: old files still hold its values. Keep it.",
    seed: Some(
        "Fields must never be removed; they can only be deprecated using the `(deprecated)` annotation.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.tables() {
        for row in rows(objects.old, objects.new) {
            let (Fate::Removed, Some(field)) = (row.fate, row.old) else { continue };
            if !field.deprecated {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, field.name))
                    .directions(Directions::NEW_READS_OLD)
                    .surface(Surface::Meaning)
                    .sites(context.old_site(objects.old, field), None)
                    .why(format!(
                        "Slot {} is free to be used again, while old files hold `{}` there.",
                        field.id, field.name
                    ))
                    .fix("Keep the declaration, deprecated, as a tombstone."),
            );
        }
    }
}
