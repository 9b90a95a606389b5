//! `dialect-field-renamed`: a property has another name.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-renamed",
    code: Code(4027),
    title: "a property has another name",
    text: "Names of properties are not in files of version 5 and later of the container, where it is read as before. They are in older files and in texts: there the other name is an attribute without a meaning, and a required one is missing.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for (old, new) in both.of.pairs().filter(|(old, new)| old.name() != new.name()) {
            // What it is called was not seen.
            if old.is_nameless() || new.is_nameless() {
                continue;
            }
            found.push(
                Draft::new(&RULE, both.field(new))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why(format!("It was called `{}`, and is at the same place.", old.name()))
                    .fix("Make sure that it means the same; write for readers of the other release in version 6 of the container.")
                    .ask(both.of.old_name().map(|name| Question::field(&name, both.old, old.name(), true)))
                    .aim(both.properties().named().with(old.name()).with(new.name())),
            );
        }
    }
}
