//! `fbs-key-moved`: a table has another key.

use outlast_flatbuffers::schema::Object;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-key-moved",
    code: Code(3867),
    title: "a table has another key",
    text: "Vectors of the table are sorted by the key, and looked up by binary search: one that is sorted by another field is searched in vain. Keep the key.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.objects().filter(|objects| objects.old.is_struct == objects.new.is_struct) {
        let key =
            |object: &'_ Object| object.fields.iter().find(|field| field.key && !field.deprecated).cloned();
        let (Some(f), Some(g)) = (key(objects.old), key(objects.new)) else { continue };
        if f.name == g.name || f.id == g.id {
            continue;
        }
        let (old, new) = context.object_sites(objects);
        found.push(
            Draft::new(&RULE, objects.pair.path.clone())
                .directions(Directions::BOTH)
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!(
                    "Vectors of `{}` were sorted by `{}` and are searched by `{}`.",
                    objects.new.name, f.name, g.name
                ))
                .fix("Keep the key, and search by the other field in the program.")
                .aim(Aim::Order { old: objects.pair.old, new: objects.pair.new }),
        );
    }
}
