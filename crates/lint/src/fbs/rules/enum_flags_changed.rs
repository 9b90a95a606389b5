//! `fbs-enum-flags-changed`: bit_flags of an enum was added or removed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-flags-changed",
    code: Code(3877),
    title: "bit_flags of an enum was added or removed",
    text: "With bit_flags the numbers in the schema are positions of bits: the values on the wire are other numbers, and values may be combined. Keep it as it was. If the values on the wire are the same, it is a note.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.bit_flags != enums.new.bit_flags) {
        let (old, new) = context.enum_sites(enums);
        found.push(
            Draft::new(&RULE, enums.pair.path.clone())
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!(
                    "The values of `{}` are bits in one version and plain numbers in the other.",
                    enums.new.name
                ))
                .fix("Keep the attribute as it was.")
                .aim(Aim::Numbers { old: enums.pair.old, new: enums.pair.new }),
        );
    }
}
