//! `layout-enum-number-reused`: the number of an enum means another value.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-enum-number-reused",
    code: Code(3972),
    title: "the number of an enum means another value",
    text: "Each reader takes the one for the other, silently. Numbers are never used again.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (old, new) in context.enums() {
        let numbers = old.by_number();
        for case in &new.cases {
            let Some(was) = numbers.get(&case.number).filter(|was| was.key() != case.key()) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", new.name, case.name))
                    .sites(was.site.clone(), case.site.clone())
                    .why(format!("{} was `{}`, and is `{}`.", case.number, was.name, case.name))
                    .fix("Give the new value a number that was never used. If it is the same value under another name, give both one `meaning`.")
                    .ask(ask_enum(&context.old, old, format!("{}.{}", old.name, was.name), |operand| Predicate::Equals(operand, was.number)))
                    .aim(in_use(&context.new, new).with_all(in_use(&context.old, old))),
            );
        }
    }
}
