//! `layout-record-added`: there is a new record.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-record-added",
    code: Code(3920),
    title: "there is a new record",
    text: "Readers that skip records which they do not know pass over it. Readers that do not skip refuse the file, or take it for something else.",
    seed: Some(
        "If the deserialization logic is set to skip over any records it doesn't understand, a new format can always add new records.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (blocks, record) in context.added_records() {
        let known = blocks.old.known.contains(&record.code) || blocks.old.record(record.code).is_some();
        if known || super::record_between::is_between(blocks, record) {
            continue;
        }
        let policy = context.old.unknown_records(blocks.old);
        let path = blocks.path(&record.name);
        let draft = Draft::new(&RULE, path.clone())
            .directions(Directions::OLD_READS_NEW)
            .sites(None, record.site.clone())
            .ask(Some(Question::at(path, blocks.new.id, Some(record.code), Predicate::Present)));
        if policy != Unknown::Skip {
            found.push(
                draft
                    .why(match &policy {
                        Unknown::Misread(what) => {
                            format!("Old readers take a record that they do not know for {what}, silently.")
                        }
                        _ => "Old readers refuse records that they do not know.".to_string(),
                    })
                    .fix("First roll out readers that skip unknown records; or bump the major version.")
                    .aim(Aim::block(blocks.new.key()).with_first(blocks.new.key(), record.key())),
            );
        } else if !record.must_understand && !super::second_record::is_second(context, blocks, record) {
            found.push(
                draft
                    .level(Level::Note)
                    .why("Old readers pass over it.")
                    .fix("Nothing; bump the minor version."),
            );
        }
    }
}
