//! `fbs-optional-changed`: a scalar became optional, or is no longer optional.

use outlast_flatbuffers::schema::{Default, Element, Field, Schema, Type};

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-optional-changed",
    code: Code(3842),
    title: "a scalar became optional, or is no longer optional",
    text: "With a default of null, absence is a value of its own, and a zero is written; without it, absence means the default. A file from which the field is absent says `nothing` to the one and a number to the other. Keep it as it is; add a new field for the other form.",
    seed: Some("Ideally, the default value for a field will never change."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let scalar = |field: &Field| matches!(field.ty, Type::Single(Element::Scalar(_) | Element::Enum(..)));
        if !scalar(f) || !scalar(g) || (f.default == Default::Null) == (g.default == Default::Null) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let show =
            |schema: &Schema, field: &Field| wire::show_value(schema, field.ty, &wire::effective(field));
        let (was, is) = (show(context.old, f), show(context.new, g));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("An absent `{}` was read as {was} and is read as {is}.", g.name))
                .fix("Keep the default; add a new field for the other form.")
                .aim(fields.aim()),
        );
    }
}
