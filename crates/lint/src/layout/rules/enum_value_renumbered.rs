//! `layout-enum-value-renumbered`: a value of an enum has another number.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-enum-value-renumbered",
    code: Code(3973),
    title: "a value of an enum has another number",
    text: "Readers know it by the number that it had.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (old, new) in context.enums() {
        let keys = old.by_key();
        for case in &new.cases {
            let Some(was) = keys.get(case.key()) else { continue };
            if was.number == case.number {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", new.name, case.name))
                    .sites(was.site.clone(), case.site.clone())
                    .why(format!("It is {}, and was {}.", case.number, was.number))
                    .fix("Keep the number.")
                    .ask(ask_enum(&context.old, old, format!("{}.{}", old.name, was.name), |operand| {
                        Predicate::Equals(operand, was.number)
                    }))
                    .aim(in_use(&context.new, new).with_all(in_use(&context.old, old))),
            );
        }
    }
}
