//! `fbs-struct-reordered`: the fields of a struct are in another order.

use outlast_flatbuffers::schema::Object;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-reordered",
    code: Code(3815),
    title: "the fields of a struct are in another order",
    text: "A struct has no ids: fields are where their order puts them. Keep the order.",
    seed: Some("`struct` cannot handle optional fields; changes to `struct` are typically not FC/BC."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.structs() {
        let order = |object: &Object, other: &Object| -> Vec<String> {
            let both = object.fields.iter().filter(|field| other.field(&field.name).is_some());
            both.map(|field| field.name.clone()).collect()
        };
        if order(objects.old, objects.new) == order(objects.new, objects.old) {
            continue;
        }
        let (old, new) = context.object_sites(objects);
        found.push(
            Draft::new(&RULE, objects.pair.path.clone())
                .sites(old, new)
                .why(format!(
                    "The fields of struct `{}` stand in another order, and are read one for the other.",
                    objects.new.name
                ))
                .fix("Restore the order.")
                .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new }),
        );
    }
}
