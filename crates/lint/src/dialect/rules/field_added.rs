//! `dialect-field-added`: an operation has one more property.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-added",
    code: Code(4020),
    title: "an operation has one more property",
    text: "Properties are a blob without names, whose fields are in a fixed order. One more field moves everything after it, and old blobs end before the last one: files with the operation are refused or misread in both directions, under the same version of the container.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for field in both.of.added().filter(|field| !field.is_required() && !field.is_segments()) {
            found.push(
                Draft::new(&RULE, both.field(field))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why(format!("{} New readers look for it in old files, and old readers take it for something else.", super::place(both.new, field)))
                    .fix("Write for readers of the other release in version 4 of the container, in which attributes have names; in a dialect of your own, make it a discardable attribute.")
                    .ask(both.of.old_name().map(|name| Question::op(&name)))
                    .aim(both.properties().with(field.name())),
            );
        }
    }
}
