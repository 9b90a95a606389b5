//! `dialect-op-renamed`: an operation has another name.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-op-renamed",
    code: Code(4012),
    title: "an operation has another name",
    text: "Names of operations are in the file. Readers of either release do not know the other name. Keep the old name, or let the reader take both.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both().filter(|both| both.old.name != both.new.name) {
        let (Some(was), Some(is)) = (both.of.old_name(), both.of.new_name()) else { continue };
        let lenient =
            |dialects: &Dialects| dialects.dialect(both.of.dialect).is_some_and(|dialect| dialect.lenient);
        let kept = lenient(context.old) && lenient(context.new) && !both.old.has_properties();
        found.push(
            Draft::new(&RULE, is.clone())
                .level(if kept { Level::DependsOnData } else { Level::Break })
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It was called `{was}`, and has the same properties."))
                .fix("Keep the old name alongside the new one as long as files with it exist.")
                .ask(Some(Question::op(&was)))
                .aim(Aim::names(Some(was), Some(is))),
        );
    }
}
