//! `fbs-key-added`: a table got a key.

use outlast_flatbuffers::schema::Object;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-key-added",
    code: Code(3868),
    title: "a table got a key",
    text: "Old writers did not sort vectors of the table: a binary search by the key misses elements. Search them one by one, or sort them after reading.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.objects().filter(|objects| objects.old.is_struct == objects.new.is_struct) {
        let key =
            |object: &'_ Object| object.fields.iter().find(|field| field.key && !field.deprecated).cloned();
        let (None, Some(g)) = (key(objects.old), key(objects.new)) else { continue };
        let (old, new) = context.object_sites(objects);
        found.push(
            Draft::new(&RULE, objects.pair.path.clone())
                .directions(Directions::NEW_READS_OLD)
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!("Old writers did not sort vectors of `{}` by `{}`.", objects.new.name, g.name))
                .fix("Do not look elements up by key in old files.")
                .aim(Aim::Order { old: objects.pair.old, new: objects.pair.new }),
        );
    }
}
