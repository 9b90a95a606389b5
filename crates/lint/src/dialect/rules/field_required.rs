//! `dialect-field-required`: an optional attribute is required now.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-required",
    code: Code(4025),
    title: "an optional attribute is required now",
    text: "A required attribute is written as another number than an optional one, and old files may do without it.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        if old.property.kind == PropertyKind::OptAttr && new.property.kind == PropertyKind::Attr {
            found.push(super::rewritten(&RULE, &both, old, new).why("It was written as twice the number of the attribute and one, and is written as the number; old files may not have it."));
        }
    }
}
