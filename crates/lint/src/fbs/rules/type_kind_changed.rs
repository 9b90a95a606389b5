//! `fbs-type-kind-changed`: a field has a type of another kind.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-type-kind-changed",
    code: Code(3845),
    title: "a field has a type of another kind",
    text: "A scalar, a string, a vector, a table and a struct are stored differently: readers follow numbers as offsets, or read offsets as numbers. Keep the type; add a new field for the other one.",
    seed: Some(
        "Ideally the types of fields must not change. If they do, ensure that they are compatible.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let relation = relate(context.old, f.ty, context.new, g.ty);
        if !matches!(relation, Relation::Kind) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`, which is stored differently.", g.name))
                .fix("Keep the type; add a new field for the other one, and deprecate this one.")
                .aim(fields.aim()),
        );
    }
}
