//! `layout-observed-shorter`: records are shorter than observed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-observed-shorter",
    code: Code(3991),
    title: "records are shorter than observed",
    text: "Old readers may need the fields that are missing.",
    seed: Some(
        "If the deserialization logic always checks for a minimum number of fields in a record before extracting those fields, or if the only field in a record is blob data, a new format can add new fields to an existing record, as long as they come after any existing non-blob fields.",
    ),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (records, was, is) in super::observed(context) {
        if is.fewest >= was.fewest {
            continue;
        }
        found.push(
            Draft::new(&RULE, records.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(records.old.site.clone(), records.new.site.clone())
                .why(format!("They have {} operands or more, and had {} or more.", is.fewest, was.fewest))
                .fix("Look whether old readers do without the fields at the end.")
                .ask(Some(Question::at(
                    records.path(),
                    records.blocks.new.id,
                    Some(records.new.code),
                    Predicate::Fewer(was.fewest),
                ))),
        );
    }
}
