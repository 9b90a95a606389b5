//! `fbs-field-undeprecated`: a field is no longer deprecated.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-undeprecated",
    code: Code(3837),
    title: "a field is no longer deprecated",
    text: "New programs read and write it again. Files that were written meanwhile do not have it, and readers of that time ignore it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.fields().filter(|fields| fields.old.deprecated && !fields.new.deprecated) {
        let same = relate(context.old, fields.old.ty, context.new, fields.new.ty) == Relation::Same;
        if fields.row.fate != Fate::Kept || !same {
            continue;
        }
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!("`{}` is read and written again; old readers ignore it.", fields.new.name))
                .fix("Make sure that it means what it meant before it was deprecated."),
        );
    }
}
