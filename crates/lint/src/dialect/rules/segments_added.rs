//! `dialect-segments-added`: an operation has the sizes of its segments now.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-segments-added",
    code: Code(4028),
    title: "an operation has the sizes of its segments now",
    text: "Sizes of segments are a property. Old readers take them for another field, and new readers look for them in old files.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for field in both.of.added().filter(|field| field.is_segments()) {
            found.push(
                Draft::new(&RULE, both.field(field))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why("Old files do not say which operands or results belong together.")
                    .fix("Keep at most one group of which there may be any number; or write for readers of the other release in version 4 of the container.")
                    .ask(both.of.old_name().map(|name| Question::op(&name)))
                    .aim(both.properties()),
            );
        }
    }
}
