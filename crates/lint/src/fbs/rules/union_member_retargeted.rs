//! `fbs-union-member-retargeted`: a member of a union is of another type.

use outlast_flatbuffers::schema::{Element, Schema, Type};

use super::prelude::*;
use crate::fbs::shape::retargeted;

pub(super) static RULE: Rule = Rule {
    name: "fbs-union-member-retargeted",
    code: Code(3883),
    title: "a member of a union is of another type",
    text: "Readers take what stands behind the tag for the other type. Keep the member, and add one with a new tag for the other type.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for unions in context.unions() {
        for row in values(unions.old, unions.new) {
            let (Some(a), Some(b)) = (row.old, row.new) else { continue };
            let (Some(e), Some(d)) = (a.member, b.member) else { continue };
            let form = matches!(
                (e, d),
                (Element::Table(_), Element::Struct(_)) | (Element::Struct(_), Element::Table(_))
            );
            let other = match retargeted(context.old, e, context.new, d) {
                true => true,
                false => !form && std::mem::discriminant(&e) != std::mem::discriminant(&d),
            };
            if !other || row.fate == Fate::Moved {
                continue;
            }
            let text = |schema: &Schema, element| schema.type_text(Type::Single(element));
            let (was, is) = (text(context.old, e), text(context.new, d));
            found.push(
                Draft::new(&RULE, format!("{}.{}", unions.pair.path, b.name))
                    .sites(decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b))
                    .why(format!("Tag {} of `{}` was `{was}` and is `{is}`.", b.number, unions.new.name))
                    .fix("Keep the member; add the other type with a new tag.")
                    .aim(Aim::Member {
                        old: unions.pair.old,
                        new: unions.pair.new,
                        was: Some(a.number),
                        is: Some(b.number),
                    }),
            );
        }
    }
}
