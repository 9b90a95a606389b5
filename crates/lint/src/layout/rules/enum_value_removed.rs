//! `layout-enum-value-removed`: an enum has one value less.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-enum-value-removed",
    code: Code(3971),
    title: "an enum has one value less",
    text: "Old files may hold its number, for which new readers have no name.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (old, new) in context.enums() {
        let (keys, numbers) = (new.by_key(), new.by_number());
        for case in &old.cases {
            if keys.contains_key(case.key()) || numbers.contains_key(&case.number) {
                continue;
            }
            let question = ask_enum(&context.old, old, format!("{}.{}", old.name, case.name), |operand| {
                Predicate::Equals(operand, case.number)
            });
            let draft = Draft::new(&RULE, format!("{}.{}", old.name, case.name))
                .directions(Directions::NEW_READS_OLD)
                .surface(Surface::Meaning)
                .sites(case.site.clone(), None)
                .why(format!("New readers have no name for {} of `{}`.", case.number, new.name))
                .fix("Keep the value, and say that it is not written any more.")
                .ask(question);
            found.push(if context.new.reader.refuses_unknown_values {
                draft.level(Level::DependsOnData).surface(Surface::Wire).aim(in_use(&context.old, old))
            } else {
                draft
            });
        }
    }
}
