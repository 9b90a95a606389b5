//! `dialect-segments-count-changed`: an operation has more or fewer segments.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-segments-count-changed",
    code: Code(4030),
    title: "an operation has more or fewer segments",
    text: "Readers that know fewer segments refuse a size that has no place with them. Readers that know more take sizes for the first ones, which are right only if new segments follow the old ones.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        let (PropertyKind::Segments(was), PropertyKind::Segments(is)) =
            (&old.property.kind, &new.property.kind)
        else {
            continue;
        };
        if was != is {
            found.push(
                super::rewritten(&RULE, &both, old, new)
                    .why(format!("There are {is} sizes, and were {was}."))
                    .aim(both.properties().either()),
            );
        }
    }
}
