//! `dialect-native-form-changed`: a property that is not an attribute is represented by another attribute.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-native-form-changed",
    code: Code(4032),
    title: "a property that is not an attribute is represented by another attribute",
    text: "In files of version 5 and later of the container it is read as before. In older files and in text an attribute represents it, and that attribute changed.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        let same = old.property.kind == new.property.kind && old.is_native();
        if same && old.property.form != new.property.form {
            found.push(
                super::without_aim(super::rewritten(&RULE, &both, old, new))
                    .surface(Surface::Source)
                    .why("The number is encoded as before, and another attribute represents it.")
                    .fix("Look at texts and at files of versions before 5."),
            );
        }
    }
}
