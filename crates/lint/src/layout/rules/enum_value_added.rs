//! `layout-enum-value-added`: an enum has one more value.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-enum-value-added",
    code: Code(3970),
    title: "an enum has one more value",
    text: "Old readers meet a number that has no name for them. Those that refuse it break; the others must do something with it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (old, new) in context.enums() {
        let (keys, numbers) = (old.by_key(), old.by_number());
        for case in &new.cases {
            if keys.contains_key(case.key()) || numbers.contains_key(&case.number) {
                continue;
            }
            let question = ask_enum(&context.new, new, format!("{}.{}", new.name, case.name), |operand| {
                Predicate::Equals(operand, case.number)
            });
            let draft = Draft::new(&RULE, format!("{}.{}", new.name, case.name))
                .directions(Directions::OLD_READS_NEW)
                .surface(Surface::Meaning)
                .sites(None, case.site.clone())
                .why(format!("Old readers have no name for {} of `{}`.", case.number, new.name))
                .fix(
                    "Roll out the readers first; make sure that old ones keep numbers that they do not know.",
                )
                .ask(question);
            found.push(if context.old.reader.refuses_unknown_values {
                draft.level(Level::Break).surface(Surface::Wire).aim(in_use(&context.new, new))
            } else {
                draft
            });
        }
    }
}
