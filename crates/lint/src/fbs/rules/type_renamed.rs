//! `fbs-type-renamed`: a type has another name.

use std::collections::HashSet;

use super::prelude::*;
use crate::Site;

pub(super) static RULE: Rule = Rule {
    name: "fbs-type-renamed",
    code: Code(3821),
    title: "a type has another name",
    text: "Names of types are not on the wire: files are read as before. Programs that use the generated code have to be changed with it, and so have `nested_flatbuffer` strings and JSON tools.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let short = |name: &str| name.rsplit('.').next().unwrap_or_default().to_string();
    let mut seen = HashSet::new();
    let mut push = |old: &str, new: &str, path: &str, sites: (Site, Site)| {
        if short(old) == short(new) || !seen.insert((old.to_string(), new.to_string())) {
            return;
        }
        found.push(
            Draft::new(&RULE, path)
                .surface(Surface::Source)
                .sites(sites.0, sites.1)
                .why(format!("`{old}` is called `{new}`; files are read as before."))
                .fix("Rename it in the programs that use the generated code."),
        );
    };
    for objects in context.all_objects() {
        push(&objects.old.name, &objects.new.name, &objects.pair.path, context.object_sites(objects));
    }
    for enums in context.all_enums() {
        push(&enums.old.name, &enums.new.name, &enums.pair.path, context.enum_sites(enums));
    }
}
