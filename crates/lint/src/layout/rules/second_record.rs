//! `layout-second-record`: a second record after one that cannot grow.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-second-record",
    code: Code(3929),
    title: "a second record after one that cannot grow",
    text: "The way to give more to a record whose size readers check, or that ends in an array: old readers skip the second record, and new ones look for it right after the first.",
    seed: Some(
        "If the existing deserialization logic is already checking for the exact size of a record (and therefore preventing new fields from being added), one trick is to put a second record after the first, and check for its presence in the new version of the tools. As long as the old logic is set up to skip unknown records, this shouldn't cause any problems.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (blocks, record) in context.added_records() {
        if !is_second(context, blocks, record) {
            continue;
        }
        let first = record.follows.and_then(|code| blocks.new.record(code)).map_or("", |first| &first.name);
        found.push(
            Draft::new(&RULE, blocks.path(&record.name))
                .directions(Directions::OLD_READS_NEW)
                .sites(None, record.site.clone())
                .why(format!("Old readers pass over it, and read `{first}` as before."))
                .fix("Nothing; bump the minor version."),
        );
    }
}

/// Whether a new record follows one of both versions, and old readers pass over it.
pub(super) fn is_second(context: &Context, blocks: Blocks<'_>, record: &Record) -> bool {
    let first = record.follows.and_then(|code| blocks.new.record(code));
    let known = first.is_some_and(|first| blocks.old.record_named(first.key()).is_some());
    known
        && !record.must_understand
        && blocks.old.record(record.code).is_none()
        && context.old.unknown_records(blocks.old) == Unknown::Skip
        && !super::record_between::is_between(blocks, record)
}
