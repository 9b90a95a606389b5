//! `fbs-enum-value-added`: an enum has one more value.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-value-added",
    code: Code(3875),
    title: "an enum has one more value",
    text: "Old readers meet a number that has no name for them: they must expect that. Roll out readers that know it before writers give it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.bit_flags == enums.new.bit_flags) {
        for row in values(enums.old, enums.new) {
            let (Fate::Added, Some(value)) = (row.fate, row.new) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", enums.pair.path, value.name))
                    .directions(Directions::OLD_READS_NEW)
                    .surface(Surface::Meaning)
                    .sites(None, decl_spans::of_value(context.new, value))
                    .why(format!("Old readers have no name for {} of `{}`.", value.number, enums.new.name))
                    .fix("Roll out the readers first; make sure that old ones refuse or ignore numbers that they do not know."),
            );
        }
    }
}
