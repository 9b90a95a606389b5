//! `fbs-deprecated-slot-reused`: the slot of a deprecated field is used for something else.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-deprecated-slot-reused",
    code: Code(3834),
    title: "the slot of a deprecated field is used for something else",
    text: "Files from before the field was deprecated hold its values there, and the new version takes them for the new field. Give the new field a slot of its own.",
    seed: Some(
        "Semantics for existing fields must not change without carefully auditing older versions of the code to understand the implications.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.fields() {
        let (f, g) = (fields.old, fields.new);
        let alive = f.deprecated && !g.deprecated;
        let same = relate(context.old, f.ty, context.new, g.ty) == Relation::Same;
        if !(alive && (fields.row.fate == Fate::Reused || (fields.row.fate == Fate::Kept && !same))) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (pair, slot) = (fields.objects.pair, f.id);
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(Directions::NEW_READS_OLD)
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!(
                    "Slot {slot} held the deprecated `{}`; old files still do, and it is read as `{}`.",
                    f.name, g.name
                ))
                .fix(format!("Keep `{}` deprecated, and declare `{}` in a slot of its own.", f.name, g.name))
                .aim(Aim::Deprecated { old: pair.old, new: pair.new, slot }),
        );
    }
}
