//! `fbs-type-width-changed`: a number has another width.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-type-width-changed",
    code: Code(3846),
    title: "a number has another width",
    text: "A reader of the wider type reads bytes that belong to something else, one of the narrower type reads a part; elements of vectors stand at other distances. Keep the type; add a new field for the other one.",
    seed: Some(
        "Ideally the types of fields must not change. If they do, ensure that they are compatible.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let relation = relate(context.old, f.ty, context.new, g.ty);
        if !matches!(relation, Relation::Width) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`, which has another width.", g.name))
                .fix("Keep the type; add a new field for the other one, and deprecate this one.")
                .aim(fields.aim()),
        );
    }
}
