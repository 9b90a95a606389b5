//! `fbs-union-underlying-changed`: the tags of a union are stored as another integer type.

use outlast_flatbuffers::schema::Enum;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-union-underlying-changed",
    code: Code(3886),
    title: "the tags of a union are stored as another integer type",
    text: "The tag is in a hidden field before the union; with another width it is read wrongly. Keep the type.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for unions in context.unions().filter(|unions| unions.old.scalar != unions.new.scalar) {
        let (old, new) = context.enum_sites(unions);
        let tag =
            |names: &Enum| names.values.iter().find(|value| value.member.is_some()).map(|value| value.number);
        let (was, is) = (tag(unions.old), tag(unions.new));
        found.push(
            Draft::new(&RULE, unions.pair.path.clone())
                .by_rule(super::wider(unions.old.scalar, unions.new.scalar))
                .sites(old, new)
                .why(format!(
                    "The tags of `{}` were `{}` and are `{}`.",
                    unions.new.name,
                    unions.old.scalar.name(),
                    unions.new.scalar.name()
                ))
                .fix("Keep the type of the tags.")
                .aim(Aim::Member { old: unions.pair.old, new: unions.pair.new, was, is }),
        );
    }
}
