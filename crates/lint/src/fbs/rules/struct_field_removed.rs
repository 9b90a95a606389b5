//! `fbs-struct-field-removed`: a struct has one field less.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-field-removed",
    code: Code(3814),
    title: "a struct has one field less",
    text: "A struct is a block of bytes without a table of contents: what followed the field is elsewhere now. Keep the field and leave it unused.",
    seed: Some("`struct` cannot handle optional fields; changes to `struct` are typically not FC/BC."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.structs() {
        for row in rows(objects.old, objects.new) {
            let (Fate::Removed, Some(field)) = (row.fate, row.old) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, field.name))
                    .sites(context.old_site(objects.old, field), None)
                    .why(format!(
                        "The field `{}` was removed from struct `{}`: what follows it moves.",
                        field.name, objects.new.name
                    ))
                    .fix("Keep the field, unused.")
                    .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new }),
            );
        }
    }
}
