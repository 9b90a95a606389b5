//! `fbs-vector64-changed`: a vector has a count of another width.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-vector64-changed",
    code: Code(3856),
    title: "a vector has a count of another width",
    text: "With vector64 the count and the offset take eight bytes, without it four: readers follow the wrong numbers. Keep it; add a new field for the other form.",
    seed: Some(
        "Ideally the types of fields must not change. If they do, ensure that they are compatible.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let relation = relate(context.old, f.ty, context.new, g.ty);
        if !matches!(relation, Relation::Wide) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`: the count and the offset have another width.", g.name))
                .fix("Keep the type; add a new field for the other one, and deprecate this one.")
                .aim(fields.aim()),
        );
    }
}
