//! `layout-blob-added`: a record has a blob now.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-blob-added",
    code: Code(3958),
    title: "a record has a blob now",
    text: "Readers that look for a blob, and pass a place for it, keep it apart. To readers that do not, its bytes are operands after the others.",
    seed: Some(
        "If the deserialization logic always looks for a possible blob entry in records (i.e. passing a StringRef out-parameter to BitstreamCursor's readRecord), a new format can add blob data to an existing record that does not have it.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        let Some(blob) = records.new.blob() else { continue };
        if records.old.blob().is_some() || records.old.field_named(blob.key()).is_some() {
            continue;
        }
        let draft = Draft::new(&RULE, format!("{}.{}", records.path(), blob.name))
            .directions(Directions::OLD_READS_NEW)
            .sites(records.old.site.clone(), blob.site.clone())
            .ask(Some(Question::at(
                records.path(),
                records.blocks.new.id,
                Some(records.new.code),
                Predicate::Blob,
            )));
        let takes = context.old.takes_blob(records.old);
        // Bytes at the end of enough operands are ignored, as more operands are.
        let ignores = context.old.count(records.old) == Count::Minimum
            && records.old.array().is_none()
            && records.old.fields.iter().all(|field| !field.optional);
        if takes || ignores {
            found.push(
                draft
                    .level(Level::Note)
                    .why(if takes {
                        "Old readers look for a blob, and do nothing with it."
                    } else {
                        "Old readers take its bytes for operands, of which they ignore those at the end."
                    })
                    .fix("Nothing; bump the minor version."),
            );
        } else {
            found.push(
                draft
                    .why("Old readers take its bytes for operands.")
                    .fix("Put it into a second record right after this one, which old readers skip.")
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
