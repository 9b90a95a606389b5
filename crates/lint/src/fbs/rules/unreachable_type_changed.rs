//! `fbs-unreachable-type-changed`: a type that no root reaches changed.

use outlast_flatbuffers::schema::Enum;

use super::prelude::*;
use crate::fbs::shape::declaration;

pub(super) static RULE: Rule = Rule {
    name: "fbs-unreachable-type-changed",
    code: Code(3824),
    title: "a type that no root reaches changed",
    text: "Files that start with the root type do not hold it, so that they are read as before. If files start with the type itself, or if it is nested in bytes without a nested_flatbuffer attribute, name it as the root and compare again.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.all_objects().filter(|objects| !objects.pair.live) {
        let (a, b) = (declaration(context.old, objects.old), declaration(context.new, objects.new));
        if a != b {
            let (old, new) = context.object_sites(objects);
            found.push(changed(&objects.new.name).sites(old, new));
        }
    }
    for enums in context.all_enums().filter(|enums| !enums.pair.live) {
        let values = |names: &Enum| -> Vec<(String, i128)> {
            names.values.iter().map(|value| (value.name.clone(), value.number)).collect()
        };
        if values(enums.old) != values(enums.new) || enums.old.scalar != enums.new.scalar {
            let (old, new) = context.enum_sites(enums);
            found.push(changed(&enums.new.name).sites(old, new));
        }
    }
}

fn changed(name: &str) -> Draft {
    Draft::new(&RULE, name)
        .surface(Surface::Source)
        .why(format!("`{name}` changed; no file that starts with the root type holds it."))
        .fix("If it is the root of other files, compare the schemas with that root.")
}
