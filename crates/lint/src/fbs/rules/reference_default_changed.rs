//! `fbs-reference-default-changed`: a string or vector has another default.

use outlast_flatbuffers::schema::{Default, Field, Schema};

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-reference-default-changed",
    code: Code(3843),
    title: "a string or vector has another default",
    text: "Without a default, an absent string or vector is null. With one, it is that text, or empty. Where it is absent, the two versions read different things. Languages whose generated code knows no such defaults read null in both. Keep the default.",
    seed: Some("Default values for fields must be very carefully managed."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let is_text =
            |default: Default| matches!(default, Default::Reference | Default::Empty | Default::Text);
        let same = f.default == g.default && f.default_text == g.default_text;
        let relation = relate(context.old, f.ty, context.new, g.ty);
        let alike = matches!(relation, Relation::Same | Relation::Bytes);
        if same || !is_text(f.default) || !is_text(g.default) || !alike {
            continue;
        }
        let (old, new) = fields.sites(context);
        let show =
            |schema: &Schema, field: &Field| wire::show_value(schema, field.ty, &wire::effective(field));
        let (was, is) = (show(context.old, f), show(context.new, g));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("The default of `{}` was {was} and is {is}.", g.name))
                .fix("Keep the default.")
                .aim(fields.aim()),
        );
    }
}
