//! `fbs-field-renamed`: a field has another name.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-renamed",
    code: Code(3835),
    title: "a field has another name",
    text: "Names of fields are not on the wire: files are read as before, as long as the field means the same. If it means something else, this is not a new name but a reused slot: then add a new field. Programs and JSON have to follow the new name.",
    seed: Some(
        "Semantics for existing fields must not change without carefully auditing older versions of the code to understand the implications.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let structs = context
        .structs()
        .flat_map(|objects| rows(objects.old, objects.new).into_iter().map(move |row| (objects, row)));
    let tables = context
        .tables()
        .flat_map(|objects| rows(objects.old, objects.new).into_iter().map(move |row| (objects, row)));
    for (objects, row) in tables.chain(structs) {
        let (Fate::Renamed, Some(f), Some(g)) = (row.fate, row.old, row.new) else { continue };
        if f.deprecated && g.deprecated {
            continue;
        }
        found.push(
            Draft::new(&RULE, format!("{}.{}", objects.pair.path, g.name))
                .surface(Surface::Source)
                .sites(context.old_site(objects.old, f), context.new_site(objects.new, g))
                .why(format!("`{}` is called `{}`; it is in its place.", f.name, g.name))
                .fix("Make sure that it means the same, and rename it in programs and JSON."),
        );
    }
}
