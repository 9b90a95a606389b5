//! `fbs-enum-value-removed`: a value of an enum was removed.

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-value-removed",
    code: Code(3871),
    title: "a value of an enum was removed",
    text: "Old files hold the number, for which new readers have no name: switch statements do not expect it, and generated tables of names have no entry. Keep the value, and say in its comment that it is no longer written.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.bit_flags == enums.new.bit_flags) {
        for row in values(enums.old, enums.new) {
            let (Fate::Removed, Some(value)) = (row.fate, row.old) else { continue };
            let (subject, number) = (format!("{}.{}", enums.pair.path, value.name), value.number);
            let of = Questioned::Enum(enums.pair.old);
            found.push(
                Draft::new(&RULE, subject.clone())
                    .directions(Directions::NEW_READS_OLD)
                    .surface(Surface::Meaning)
                    .sites(decl_spans::of_value(context.old, value), None)
                    .why(format!(
                        "`{}` of `{}` was removed: old files hold {number}, which has no name any more.",
                        value.name, enums.old.name
                    ))
                    .fix("Keep the value, with a comment that it is no longer written.")
                    .aim(Aim::Number {
                        old: enums.pair.old,
                        new: enums.pair.new,
                        was: Some(number),
                        is: None,
                    })
                    .ask(Some(Question { of, path: subject, predicate: Predicate::Equals(number) })),
            );
        }
    }
}
