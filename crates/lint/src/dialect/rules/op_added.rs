//! `dialect-op-added`: there is a new operation.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-op-added",
    code: Code(4011),
    title: "there is a new operation",
    text: "Old readers refuse files that hold it. Roll out readers that have it before writers use it.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for of in &context.ops {
        let (None, Some(new)) = (of.old, of.new) else { continue };
        let Some(name) = of.new_name() else { continue };
        let lenient = context.old.dialect(of.dialect).is_some_and(|dialect| dialect.lenient);
        found.push(
            Draft::new(&RULE, name.clone())
                .directions(Directions::OLD_READS_NEW)
                .sites(None, new.site.clone())
                .why(format!("Old readers {}", super::unknown(lenient, new)))
                .fix("Roll out readers first.")
                .bump(Bump::Minor)
                .ask(Some(Question::op(&name)))
                .aim(Aim::names(None, Some(name))),
        );
    }
}
