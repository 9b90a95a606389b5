//! `fbs-struct-align-changed`: force_align of a struct changed.

use outlast_flatbuffers::schema::Object;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-align-changed",
    code: Code(3817),
    title: "force_align of a struct changed",
    text: "The alignment decides where the struct may stand, and its size is a multiple of it. Verifiers refuse structs that are not aligned, and the stride of vector elements changes. Keep the alignment.",
    seed: Some("`struct` cannot handle optional fields; changes to `struct` are typically not FC/BC."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.structs() {
        let forced = |object: &'_ Object| {
            object.attributes.iter().find(|(n, _)| n == "force_align").map(|(_, v)| v.clone())
        };
        if forced(objects.old) == forced(objects.new) || objects.old.min_align == objects.new.min_align {
            continue;
        }
        let (old, new) = context.object_sites(objects);
        let layout = |o: &Object| format!("{} bytes at multiples of {}", o.byte_size, o.min_align);
        found.push(
            Draft::new(&RULE, objects.pair.path.clone())
                .sites(old, new)
                .why(format!(
                    "Struct `{}` took {} and takes {}.",
                    objects.new.name,
                    layout(objects.old),
                    layout(objects.new)
                ))
                .fix("Restore `force_align`.")
                .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new }),
        );
    }
}
