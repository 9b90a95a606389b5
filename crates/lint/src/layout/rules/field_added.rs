//! `layout-field-added`: a record has one more field at its end.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-added",
    code: Code(3940),
    title: "a record has one more field at its end",
    text: "Readers that check for the least number of fields ignore it, and new ones do without it in old files.",
    seed: Some(
        "If the deserialization logic always checks for a minimum number of fields in a record before extracting those fields, or if the only field in a record is blob data, a new format can add new fields to an existing record, as long as they come after any existing non-blob fields.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        for (at, field) in
            records.added().filter(|(_, field)| field.kind != Kind::Blob && !field.must_understand)
        {
            let exact = context.old.count(records.old) == Count::Exact;
            let swallowed = records.old.array().is_some();
            if exact || swallowed || records.is_before_common(at) {
                continue;
            }
            let question = operand_of(records.new, at).map(Predicate::AtLeast).map(|predicate| {
                Question::at(records.path(), records.blocks.new.id, Some(records.new.code), predicate)
            });
            found.push(
                Draft::new(&RULE, format!("{}.{}", records.path(), field.name))
                    .directions(Directions::OLD_READS_NEW)
                    .sites(records.old.site.clone(), field.site.clone())
                    .why("Old readers check that there are enough fields, and ignore more.")
                    .fix("Nothing; bump the minor version.")
                    .ask(question),
            );
        }
    }
}

/// How many operands a record has at least, if it has a field.
pub(super) fn operand_of(record: &Record, at: usize) -> Option<usize> {
    let before = record.fields.get(..=at)?;
    Some(before.iter().filter(|field| field.kind != Kind::Blob).count())
}
