//! `layout-field-kind-changed`: a single value became a list, or a list a single value.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-kind-changed",
    code: Code(3956),
    title: "a single value became a list, or a list a single value",
    text: "A list takes all operands to the end of the record, a single value takes one.",
    seed: Some(
        "Each record can only contain one variable-sized entry (either an array or a \"blob\" of bytes).",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields().filter(|fields| fields.old.kind != fields.new.kind) {
        if fields.old.kind == Kind::Blob || fields.new.kind == Kind::Blob {
            continue;
        }
        found.push(
            Draft::new(&RULE, fields.path())
                .sites(fields.old.site.clone(), fields.new.site.clone())
                .why(format!("It is {}, and was {}.", fields.new.kind.name(), fields.old.kind.name()))
                .fix("Keep the field, and put the list into a second record.")
                .aim(Aim::record(fields.records.blocks.new.key(), fields.records.new.key())),
        );
    }
}
