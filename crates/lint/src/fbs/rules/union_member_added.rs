//! `fbs-union-member-added`: a union has one more member.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-union-member-added",
    code: Code(3885),
    title: "a union has one more member",
    text: "Old readers meet a tag that they do not know: verifiers take it, and the program must expect that. Roll out readers that know it before writers give it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for unions in context.unions() {
        for row in values(unions.old, unions.new) {
            let (Fate::Added, Some(value)) = (row.fate, row.new) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", unions.pair.path, value.name))
                    .directions(Directions::OLD_READS_NEW)
                    .surface(Surface::Meaning)
                    .sites(None, decl_spans::of_value(context.new, value))
                    .why(format!("Old readers do not know tag {} of `{}`.", value.number, unions.new.name))
                    .fix("Roll out the readers first; make sure that old ones refuse tags that they do not know."),
            );
        }
    }
}
