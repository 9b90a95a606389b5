//! `fbs-required-field-added`: a new field is required.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-required-field-added",
    code: Code(3863),
    title: "a new field is required",
    text: "No old file has it, so that new readers refuse all of them in which the table is. Make it optional.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.tables() {
        for row in rows(objects.old, objects.new) {
            let Some(field) = row.new.filter(|field| field.required && !field.deprecated) else { continue };
            // A field that was deprecated is as new: writers could not set it.
            let fresh = row.fate == Fate::Added || row.old.is_some_and(|old| old.deprecated);
            if !fresh {
                continue;
            }
            let old = row.old.map(|old| context.old_site(objects.old, old));
            let was = row.old.map(|old| old.id);
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, field.name))
                    .directions(Directions::NEW_READS_OLD)
                    .sites(old, context.new_site(objects.new, field))
                    .why(format!("New readers refuse old files, which do not have `{}`.", field.name))
                    .fix("Leave `required` away.")
                    .aim(Aim::Field {
                        old: objects.pair.old,
                        new: objects.pair.new,
                        was,
                        is: Some(field.id),
                    }),
            );
        }
    }
}
