//! `fbs-key-removed`: a table lost its key.

use outlast_flatbuffers::schema::Object;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-key-removed",
    code: Code(3869),
    title: "a table lost its key",
    text: "New writers do not sort vectors of the table, and old readers look elements up by binary search. Let writers keep the order.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.objects().filter(|objects| objects.old.is_struct == objects.new.is_struct) {
        let key =
            |object: &'_ Object| object.fields.iter().find(|field| field.key && !field.deprecated).cloned();
        let (Some(f), None) = (key(objects.old), key(objects.new)) else { continue };
        let (old, new) = context.object_sites(objects);
        found.push(
            Draft::new(&RULE, objects.pair.path.clone())
                .directions(Directions::OLD_READS_NEW)
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!(
                    "New writers do not sort vectors of `{}` by `{}`, and old readers search them by it.",
                    objects.new.name, f.name
                ))
                .fix("Keep the key, or let writers keep the order.")
                .aim(Aim::Order { old: objects.pair.old, new: objects.pair.new }),
        );
    }
}
