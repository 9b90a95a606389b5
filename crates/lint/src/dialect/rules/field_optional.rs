//! `dialect-field-optional`: a required attribute is optional now.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-optional",
    code: Code(4024),
    title: "a required attribute is optional now",
    text: "An optional attribute is written as another number than a required one, with a bit that says whether it is there. Readers of the other release take the number for another attribute, or for none.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        if old.property.kind == PropertyKind::Attr && new.property.kind == PropertyKind::OptAttr {
            found.push(
                super::rewritten(&RULE, &both, old, new).why(
                    "It was written as the number of the attribute, and is written as twice that and one.",
                ),
            );
        }
    }
}
