//! `fbs-union-member-renamed`: a member of a union has another name.

use outlast_flatbuffers::schema::{EnumValue, Schema, Type};

use super::prelude::*;
use crate::fbs::shape::retargeted;

pub(super) static RULE: Rule = Rule {
    name: "fbs-union-member-renamed",
    code: Code(3884),
    title: "a member of a union has another name",
    text: "Names of members are not on the wire: files are read as before. Programs and JSON have to follow the new name.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for unions in context.unions() {
        for row in values(unions.old, unions.new) {
            let (Fate::Renamed, Some(a), Some(b)) = (row.fate, row.old, row.new) else { continue };
            let (Some(e), Some(d)) = (a.member, b.member) else { continue };
            // Without an alias the member is called as its type, which is said of the type.
            let plain = |schema: &Schema, value: &EnumValue, element| {
                let name = schema.type_text(Type::Single(element));
                name.replace('.', "_") == value.name || name.rsplit('.').next() == Some(value.name.as_str())
            };
            if retargeted(context.old, e, context.new, d)
                || (plain(context.old, a, e) && plain(context.new, b, d))
            {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", unions.pair.path, b.name))
                    .surface(Surface::Source)
                    .sites(decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b))
                    .why(format!(
                        "`{}` of `{}` is called `{}`; its tag and type are as before.",
                        a.name, unions.old.name, b.name
                    ))
                    .fix("Rename it in programs and JSON."),
            );
        }
    }
}
