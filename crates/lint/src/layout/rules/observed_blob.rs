//! `layout-observed-blob`: records have a blob, and had none.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-observed-blob",
    code: Code(3994),
    title: "records have a blob, and had none",
    text: "Old readers that take no blob see its bytes as operands.",
    seed: Some(
        "If the deserialization logic always looks for a possible blob entry in records (i.e. passing a StringRef out-parameter to BitstreamCursor's readRecord), a new format can add blob data to an existing record that does not have it.",
    ),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (records, ..) in super::observed(context) {
        let had = records.old.seen.as_ref().map_or(records.old.blob().is_some(), |seen| seen.blobs > 0);
        let has = records.new.seen.as_ref().map_or(records.new.blob().is_some(), |seen| seen.blobs > 0);
        if had || !has {
            continue;
        }
        found.push(
            Draft::new(&RULE, records.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(records.old.site.clone(), records.new.site.clone())
                .why("No record had a blob in the files of the old version.")
                .fix("Look whether old readers look for a blob.")
                .ask(Some(Question::at(
                    records.path(),
                    records.blocks.new.id,
                    Some(records.new.code),
                    Predicate::Blob,
                ))),
        );
    }
}
