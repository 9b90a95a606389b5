//! `fbs-default-changed`: a field has another default.

use outlast_flatbuffers::schema::{Default, Field, Schema};

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-default-changed",
    code: Code(3841),
    title: "a field has another default",
    text: "A field that has its default is not written. A file from which the field is absent therefore means the old default to its writer, and another value to a reader of the other version. A default that is not given is zero. Keep the default; let writers set the other value.",
    seed: Some(
        "Ideally, the default value for a field will never change. Note that fields with unspecified defaults will default to the zero value of their types.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let same = match (f.default, g.default) {
            (Default::Integer(a), Default::Integer(b)) => a == b,
            (Default::Real(a), Default::Real(b)) => a == b || (a.is_nan() && b.is_nan()),
            // Zero is zero, whatever the type.
            (Default::Integer(a), Default::Real(b)) | (Default::Real(b), Default::Integer(a)) => {
                a == 0 && b == 0.0
            }
            _ => true,
        };
        if same {
            continue;
        }
        let (old, new) = fields.sites(context);
        let show =
            |schema: &Schema, field: &Field| wire::show_value(schema, field.ty, &wire::effective(field));
        let (mut was, mut is) = (show(context.old, f), show(context.new, g));
        // The same name of an enum, with another number.
        if let (true, Default::Integer(a), Default::Integer(b)) = (was == is, f.default, g.default) {
            (was, is) = (format!("{was} ({a})"), format!("{is} ({b})"));
        }
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("The default of `{}` was {was} and is {is}.", g.name))
                .fix(format!("Keep the default {was}, and let writers set {is} where they mean it."))
                .aim(fields.aim()),
        );
    }
}
