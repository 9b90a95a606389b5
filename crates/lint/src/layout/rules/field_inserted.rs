//! `layout-field-inserted`: a new field comes before an existing one.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-inserted",
    code: Code(3942),
    title: "a new field comes before an existing one",
    text: "Fields are identified by position: all later ones are read one position off. New fields go to the end.",
    seed: Some(
        "If the deserialization logic always checks for a minimum number of fields in a record before extracting those fields, or if the only field in a record is blob data, a new format can add new fields to an existing record, as long as they come after any existing non-blob fields.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        for (at, field) in records.added().filter(|(_, field)| field.kind != Kind::Blob) {
            if !records.is_before_common(at) {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", records.path(), field.name))
                    .sites(records.old.site.clone(), field.site.clone())
                    .why("The fields after it are at other places than before.")
                    .fix("Put it at the end; where that is an array, into a second record.")
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
