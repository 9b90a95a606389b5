//! `dialect-field-required-added`: an operation has one more property, and requires it.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-required-added",
    code: Code(4021),
    title: "an operation has one more property, and requires it",
    text: "Old files do not have it, in whatever version of the container they are. Make it optional, or give it a default.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for field in both.of.added().filter(|field| field.is_required() && !field.is_segments()) {
            found.push(
                Draft::new(&RULE, both.field(field))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why(format!("{} No old file has it.", super::place(both.new, field)))
                    .fix("Give it a default, and write for readers of the other release in version 4 of the container.")
                    .ask(both.of.old_name().map(|name| Question::op(&name)))
                    .aim(both.properties().with(field.name())),
            );
        }
    }
}
