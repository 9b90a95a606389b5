//! `fbs-float-integer-changed`: a floating-point number became an integer, or the other way round.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-float-integer-changed",
    code: Code(3847),
    title: "a floating-point number became an integer, or the other way round",
    text: "The bytes are the same, and mean another number: 1.0 is read as 1065353216. Keep the type; add a new field for the other one.",
    seed: Some(
        "Ideally the types of fields must not change. If they do, ensure that they are compatible.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let relation = relate(context.old, f.ty, context.new, g.ty);
        if !matches!(relation, Relation::Float) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`: the same bytes are another number.", g.name))
                .fix("Keep the type; add a new field for the other one, and deprecate this one.")
                .aim(fields.aim()),
        );
    }
}
