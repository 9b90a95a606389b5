//! `layout-field-added-exact`: a new field, and readers demand the exact number.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-added-exact",
    code: Code(3941),
    title: "a new field, and readers demand the exact number",
    text: "`BCRecordLayout::readRecord` asserts that the number of fields is its own; without assertions it reads garbage. Check the number of fields before, or put the new data into a second record.",
    seed: Some("Note that the BCRecordLayout DSL expects the number of fields to match exactly."),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared().filter(|records| context.old.count(records.old) == Count::Exact) {
        for (at, field) in records.added().filter(|(_, field)| field.kind != Kind::Blob) {
            if records.old.array().is_some() || records.is_before_common(at) {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", records.path(), field.name))
                    .directions(Directions::OLD_READS_NEW)
                    .sites(records.old.site.clone(), field.site.clone())
                    .why(format!(
                        "Old readers refuse `{}` with more than {} operands.",
                        records.new.name,
                        records.old.most().unwrap_or(0)
                    ))
                    .fix("Put it into a second record right after this one, which old readers skip.")
                    .ask(super::field_added::operand_of(records.new, at).map(Predicate::AtLeast).map(
                        |predicate| {
                            Question::at(
                                records.path(),
                                records.blocks.new.id,
                                Some(records.new.code),
                                predicate,
                            )
                        },
                    ))
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
