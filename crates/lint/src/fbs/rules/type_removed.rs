//! `fbs-type-removed`: a type that no field uses is gone.

use outlast_flatbuffers::schema::{EnumId, ObjectId};

use super::prelude::*;
use crate::fbs::root_paths::Ways;

pub(super) static RULE: Rule = Rule {
    name: "fbs-type-removed",
    code: Code(3823),
    title: "a type that no field uses is gone",
    text: "No file that starts with the root type holds it. Files that start with it, or bytes in which it is nested without saying so, can no longer be read.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let ways = context.old.root.map(|root| Ways::new(context.old, root));
    for (n, object) in (0..).zip(&context.old.objects) {
        let id = ObjectId(n);
        let matched = context.matching.objects.iter().any(|pair| pair.old == id);
        if matched || ways.as_ref().is_some_and(|ways| ways.reaches(id)) {
            continue;
        }
        found.push(gone(&object.name).sites(decl_spans::of_object(context.old, object), None));
    }
    for (n, names) in (0..).zip(&context.old.enums) {
        let id = EnumId(n);
        let matched = context.matching.enums.iter().any(|pair| pair.old == id);
        if matched || ways.as_ref().is_some_and(|ways| ways.reaches_enum(id)) {
            continue;
        }
        found.push(gone(&names.name).sites(decl_spans::of_enum(context.old, names), None));
    }
}

fn gone(name: &str) -> Draft {
    Draft::new(&RULE, name)
        .directions(Directions::NEW_READS_OLD)
        .surface(Surface::Source)
        .why(format!("`{name}` is gone; nothing that starts with the root type holds it."))
        .fix("Keep it if files start with it, or if it is nested in bytes.")
}
