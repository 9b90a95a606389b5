//! `layout-must-understand`: new data that must not be ignored is ignored.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-must-understand",
    code: Code(3928),
    title: "new data that must not be ignored is ignored",
    text: "Old tools pass over what they do not know. If that changes what the rest of the file means, it must be said in a field that they know; otherwise the major version must be bumped, so that they refuse the file.",
    seed: Some(
        "Remember that any new data will be ignored by the old tools. If it's something that should affect how old tools read the file, it must be encoded in an existing field; if that's impossible, you have a backwards-incompatible change and should bump the major version number of the file.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (directions, here, there) in [
        (Directions::OLD_READS_NEW, &context.new, &context.old),
        (Directions::NEW_READS_OLD, &context.old, &context.new),
    ] {
        for (path, site, aim) in unheeded(here, there) {
            let (old, new) = if directions.old_reads_new { (None, Some(site)) } else { (Some(site), None) };
            found.push(
                Draft::new(&RULE, path)
                    .directions(directions)
                    .surface(Surface::Meaning)
                    .sites(old, new)
                    .why("Readers that do not know it pass over it, and must not.")
                    .fix("Say it in an existing field; or bump the major version.")
                    .bump(Bump::Major)
                    .aim(aim),
            );
        }
    }
}

/// What must be understood in one version, and is not known in the other: path, place, and how to show it.
fn unheeded(here: &Layout, there: &Layout) -> Vec<(String, Site, Aim)> {
    let mut out = Vec::new();
    for block in &here.blocks {
        let other = there.block_named(block.key());
        if block.must_understand && other.is_none() {
            out.push((block.name.clone(), block.site.clone(), Aim::block(block.key())));
        }
        for record in &block.records {
            let other = other.and_then(|block| block.record_named(record.key()));
            let path = format!("{}.{}", block.name, record.name);
            if record.must_understand && other.is_none() {
                out.push((path.clone(), record.site.clone(), Aim::record(block.key(), record.key())));
            }
            for field in record.fields.iter().filter(|field| field.must_understand) {
                if other.is_some_and(|other| other.field_named(field.key()).is_none()) {
                    let aim = Aim::field(block.key(), record.key(), field.key());
                    out.push((format!("{path}.{}", field.name), field.site.clone(), aim));
                }
            }
        }
    }
    out
}
