//! `fbs-field-retargeted`: a field refers to another type.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-retargeted",
    code: Code(3852),
    title: "a field refers to another type",
    text: "The new type is not the old one under another name: both versions have both, or the two have nothing in common. Readers take the one for the other, slot by slot. Keep the field; add a new one for the other type.",
    seed: Some(
        "Ideally the types of fields must not change. If they do, ensure that they are compatible.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let relation = relate(context.old, f.ty, context.new, g.ty);
        if !matches!(relation, Relation::Target) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`, another type.", g.name))
                .fix("Keep the type; add a new field for the other one, and deprecate this one.")
                .aim(fields.aim()),
        );
    }
}
