//! `fbs-enum-value-renamed`: a value of an enum has another name.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-value-renamed",
    code: Code(3874),
    title: "a value of an enum has another name",
    text: "Names of values are not on the wire: files are read as before. Programs and JSON have to follow the new name.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.bit_flags == enums.new.bit_flags) {
        for row in values(enums.old, enums.new) {
            let (Fate::Renamed, Some(a), Some(b)) = (row.fate, row.old, row.new) else { continue };
            let alike = same_word(&a.name, &b.name);
            if !alike {
                continue;
            }
            let subject = format!("{}.{}", enums.pair.path, b.name);
            found.push(
                Draft::new(&RULE, subject)
                    .surface(Surface::Source)
                    .sites(decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b))
                    .why(format!(
                        "`{}` of `{}` is called `{}`; its number is {} as before.",
                        a.name, enums.old.name, b.name, b.number
                    ))
                    .fix("Rename it in programs and JSON."),
            );
        }
    }
}
