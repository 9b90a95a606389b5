//! `dialect-op-removed`: an operation was removed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-op-removed",
    code: Code(4010),
    title: "an operation was removed",
    text: "New readers refuse old files that hold it. Keep it, and let the reader turn it into what replaces it; or convert the files that exist.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for of in &context.ops {
        let (Some(old), None) = (of.old, of.new) else { continue };
        let Some(name) = of.old_name() else { continue };
        let lenient = context.new.dialect(of.dialect).is_some_and(|dialect| dialect.lenient);
        let kept = lenient && !old.has_properties();
        found.push(
            Draft::new(&RULE, name.clone())
                .level(if kept { Level::DependsOnData } else { Level::Break })
                .directions(Directions::NEW_READS_OLD)
                .sites(old.site.clone(), None)
                .why(format!("New readers {}", super::unknown(lenient, old)))
                .fix("Keep the operation, or convert the files that exist before it goes.")
                .ask(Some(Question::op(&name)))
                .aim(Aim::names(Some(name), None)),
        );
    }
}
