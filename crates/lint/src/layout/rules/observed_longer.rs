//! `layout-observed-longer`: records are longer than observed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-observed-longer",
    code: Code(3990),
    title: "records are longer than observed",
    text: "Fields were added, or are there that were not used before. Readers that check for the least number ignore them; others refuse them.",
    seed: Some(
        "If the deserialization logic always checks for a minimum number of fields in a record before extracting those fields, or if the only field in a record is blob data, a new format can add new fields to an existing record, as long as they come after any existing non-blob fields.",
    ),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (records, was, is) in super::observed(context) {
        let Some(most) = was.most.filter(|most| is.most.is_none_or(|is| is > *most)) else { continue };
        let seen = is.most.map_or("any number".to_string(), |most| most.to_string());
        found.push(
            Draft::new(&RULE, records.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(records.old.site.clone(), records.new.site.clone())
                .why(format!("They have up to {seen} operands, and had up to {most}."))
                .fix("Look whether old readers check for the least number of operands, or for the exact one.")
                .ask(Some(Question::at(
                    records.path(),
                    records.blocks.new.id,
                    Some(records.new.code),
                    Predicate::AtLeast(most + 1),
                ))),
        );
    }
}
