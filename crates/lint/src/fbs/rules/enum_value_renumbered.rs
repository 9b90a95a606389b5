//! `fbs-enum-value-renumbered`: a value of an enum has another number.

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-value-renumbered",
    code: Code(3872),
    title: "a value of an enum has another number",
    text: "The number is what files hold: readers of the other version take it for another value, or have no name for it. Values that were given no number count from the one before. Restore the number, and add values at the end.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.bit_flags == enums.new.bit_flags) {
        for row in values(enums.old, enums.new) {
            let (Fate::Moved, Some(a), Some(b)) = (row.fate, row.old, row.new) else { continue };
            let subject = format!("{}.{}", enums.pair.path, b.name);
            let of = Questioned::Enum(enums.pair.old);
            found.push(
                Draft::new(&RULE, subject.clone())
                    .surface(Surface::Meaning)
                    .sites(decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b))
                    .why(format!(
                        "`{}` of `{}` was {} and is {}.",
                        b.name, enums.new.name, a.number, b.number
                    ))
                    .fix(format!("Write `{} = {}`, and add new values at the end.", b.name, a.number))
                    .aim(Aim::Number {
                        old: enums.pair.old,
                        new: enums.pair.new,
                        was: Some(a.number),
                        is: Some(b.number),
                    })
                    .ask(Some(Question { of, path: subject, predicate: Predicate::Equals(a.number) })),
            );
        }
    }
}
