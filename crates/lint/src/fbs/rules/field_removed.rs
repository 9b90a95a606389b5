//! `fbs-field-removed`: a field was removed.

use outlast_flatbuffers::schema::{Element, Field, Object};

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-removed",
    code: Code(3832),
    title: "a field was removed",
    text: "What old files hold in its slot is no longer read; and the slot, which nobody remembers, will be given to another field. Keep the declaration and mark it deprecated. Old readers miss it in new files if it was required.",
    seed: Some(
        "Fields must never be removed; they can only be deprecated using the `(deprecated)` annotation.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.tables() {
        for row in rows(objects.old, objects.new) {
            let (Fate::Removed, Some(field)) = (row.fate, row.old) else { continue };
            if field.deprecated {
                continue;
            }
            let over = taken_over(objects.new, field);
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, field.name))
                    // A field that has come to its place is told of itself; the halves of a union are not, and a required field is missed.
                    .directions(Directions {
                        new_reads_old: true,
                        old_reads_new: field.required || over.is_some(),
                    })
                    .sites(context.old_site(objects.old, field), None)
                    .why(format!(
                        "`{}` was removed from slot {} of `{}`: what old files hold there is lost.",
                        field.name, field.id, objects.old.name
                    ))
                    .fix(format!("Keep the field and mark it: `{}` with `(deprecated)`.", field.name))
                    .aim(Aim::Field {
                        old: objects.pair.old,
                        new: objects.pair.new,
                        was: Some(field.id),
                        is: over,
                    }),
            );
        }
    }
}

/// The field that fills the slot of one that is gone, or that of its tag, where one of the two is a part of a union.
fn taken_over(new: &Object, gone: &Field) -> Option<u16> {
    let here = new.field_by_id(gone.id).and_then(|field| field.union_tag_of);
    here.or_else(|| {
        let union = matches!(gone.ty.element(), Element::Union(_));
        let tag = gone.id.checked_sub(1).filter(|_| union)?;
        new.field_by_id(tag).filter(|field| field.union_tag_of.is_none()).map(|field| field.id)
    })
}
