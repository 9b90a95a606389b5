//! `fbs-enum-number-reused`: a number of an enum has another name.

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-number-reused",
    code: Code(3873),
    title: "a number of an enum has another name",
    text: "If the name alone is another one, files are read as before. If the value means something else, files that hold the number are misread. The two names have little in common, so that it depends on what was meant, and on whether files hold the number. Keep the old value, and give the new one a number of its own.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.bit_flags == enums.new.bit_flags) {
        for row in values(enums.old, enums.new) {
            let (Fate::Renamed, Some(a), Some(b)) = (row.fate, row.old, row.new) else { continue };
            let alike = same_word(&a.name, &b.name);
            if alike {
                continue;
            }
            let subject = format!("{}.{}", enums.pair.path, b.name);
            found.push(
                Draft::new(&RULE, subject.clone())
                    .surface(Surface::Meaning)
                    .sites(decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b))
                    .why(format!("{} of `{}` was `{}` and is `{}`.", b.number, enums.new.name, a.name, b.name))
                    .fix("If it means something else, keep the old value and give the new one a number of its own.")
                    .ask(Some(Question { of: Questioned::Enum(enums.pair.old), path: subject, predicate: Predicate::Equals(b.number) })),
            );
        }
    }
}
