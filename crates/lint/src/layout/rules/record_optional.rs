//! `layout-record-optional`: new files may come without a record that old readers need.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-record-optional",
    code: Code(3925),
    title: "new files may come without a record that old readers need",
    text: "Old readers refuse them.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.records().filter(|records| records.old.required && !records.new.required) {
        let key = records.blocks.new.key();
        found.push(
            Draft::new(&RULE, records.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(records.old.site.clone(), records.new.site.clone())
                .why(format!(
                    "Old readers refuse new files whose {} has no {}.",
                    records.blocks.new.name, records.new.name
                ))
                .fix("Keep writing it until there are no such readers.")
                .aim(Aim::record(key, records.new.key()).with_first_block(key)),
        );
    }
}
