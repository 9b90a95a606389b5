//! `dialect-native-changed`: a property is encoded in another way.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-native-changed",
    code: Code(4031),
    title: "a property is encoded in another way",
    text: "Readers take the bytes for another kind of value, and what follows them for something else.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        if old.property.kind != new.property.kind
            && (old.is_native() || new.is_native() || old.is_segments() != new.is_segments())
        {
            let words = |field: &Field| super::kind(&field.property.kind);
            found.push(super::rewritten(&RULE, &both, old, new).why(format!(
                "It is {}, and was {}.",
                words(new),
                words(old)
            )));
        }
    }
}
