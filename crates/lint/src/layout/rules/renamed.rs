//! `layout-renamed`: something has another name.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-renamed",
    code: Code(3930),
    title: "something has another name",
    text: "Names are for people and sources; streams hold numbers. If it is not the same thing, say so with another `meaning`: then it is a break.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    let mut names: Vec<(String, &str, &Site, &Site)> = Vec::new();
    for blocks in context.blocks() {
        names.push((blocks.new.name.clone(), &blocks.old.name, &blocks.old.site, &blocks.new.site));
    }
    for records in context.records() {
        names.push((records.path(), &records.old.name, &records.old.site, &records.new.site));
    }
    for fields in context.fields() {
        names.push((fields.path(), &fields.old.name, &fields.old.site, &fields.new.site));
    }
    for (old, new) in context.enums() {
        let keys = old.by_key();
        for case in &new.cases {
            if let Some(was) = keys.get(case.key()) {
                names.push((format!("{}.{}", new.name, case.name), &was.name, &was.site, &case.site));
            }
        }
    }
    for (path, was, old, new) in names {
        if path.rsplit('.').next() != Some(was) {
            found.push(
                Draft::new(&RULE, path)
                    .surface(Surface::Source)
                    .sites(old.clone(), new.clone())
                    .why(format!("It was called `{was}`."))
                    .fix("Nothing, if it is the same thing."),
            );
        }
    }
}
