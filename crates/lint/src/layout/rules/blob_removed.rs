//! `layout-blob-removed`: the blob of a record was removed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-blob-removed",
    code: Code(3959),
    title: "the blob of a record was removed",
    text: "Old readers may need it; new ones that take no blob see its bytes as operands.",
    seed: Some(
        "If the deserialization logic always looks for a possible blob entry in records (i.e. passing a StringRef out-parameter to BitstreamCursor's readRecord), a new format can add blob data to an existing record that does not have it.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        let Some(blob) = records.old.blob() else { continue };
        if records.new.blob().is_some() || records.new.field_named(blob.key()).is_some() {
            continue;
        }
        let harmless = blob.optional && context.new.takes_blob(records.new);
        let draft = Draft::new(&RULE, format!("{}.{}", records.path(), blob.name))
            .sites(blob.site.clone(), records.new.site.clone())
            .fix("Keep it, and write it empty.")
            .ask(Some(Question::at(
                records.path(),
                records.blocks.old.id,
                Some(records.old.code),
                Predicate::Blob,
            )));
        if harmless {
            found.push(
                draft
                    .level(Level::Note)
                    .directions(Directions::NEW_READS_OLD)
                    .surface(Surface::Meaning)
                    .why("New readers pass over it."),
            );
        } else {
            found.push(
                draft
                    .why(if blob.optional {
                        "New readers take its bytes for operands."
                    } else {
                        "Old readers refuse records without it."
                    })
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
