//! `layout-field-after-array`: a record that ends in an array was made longer.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-after-array",
    code: Code(3943),
    title: "a record that ends in an array was made longer",
    text: "An array takes all operands to the end of the record: a field after it is one more element to every reader. Such a record cannot grow.",
    seed: Some(
        "Each record can only contain one variable-sized entry (either an array or a \"blob\" of bytes).",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared().filter(|records| records.old.array().is_some()) {
        for (at, field) in records.added().filter(|(_, field)| field.kind != Kind::Blob) {
            if records.is_before_common(at) {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{}", records.path(), field.name))
                    .sites(records.old.site.clone(), field.site.clone())
                    .why("Readers take it for an element of the array before it.")
                    .fix("Put it into a second record right after this one, which old readers skip.")
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
