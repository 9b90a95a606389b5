//! `dialect-segments-removed`: an operation no longer has the sizes of its segments.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-segments-removed",
    code: Code(4029),
    title: "an operation no longer has the sizes of its segments",
    text: "Sizes of segments are a property. Old readers look for them, and refuse files without them.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for field in both.of.removed().filter(|field| field.is_segments()) {
            found.push(
                Draft::new(&RULE, both.field(field))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why("New readers do not know which operands or results of old files belong together.")
                    .fix("Keep the groups, even if one of them is always empty.")
                    .ask(both.of.old_name().map(|name| Question::op(&name)))
                    .aim(both.properties()),
            );
        }
    }
}
