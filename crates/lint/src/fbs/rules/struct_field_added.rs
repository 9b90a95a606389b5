//! `fbs-struct-field-added`: a struct has one more field.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-field-added",
    code: Code(3813),
    title: "a struct has one more field",
    text: "A struct is a block of bytes without a table of contents: readers of the other version take the bytes after it for the new field, and the stride of vector elements changes. Put the field into a table beside the struct, or make a new struct. A field that fits into padding is read as zero from files of the other version; then nothing breaks, and the finding is a note.",
    seed: Some("`struct` cannot handle optional fields; changes to `struct` are typically not FC/BC."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.structs() {
        for row in rows(objects.old, objects.new) {
            let (Fate::Added, Some(field)) = (row.fate, row.new) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, field.name))
                    .sites(None, context.new_site(objects.new, field))
                    .why(format!(
                        "The field `{}` is new in struct `{}`: the struct has another size or other offsets.",
                        field.name, objects.new.name
                    ))
                    .fix("Put the field into the table that holds the struct, as a new field.")
                    .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new }),
            );
        }
    }
}
