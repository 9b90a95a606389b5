//! `layout-blob-operands-changed`: a blob became operands, or operands a blob.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-blob-operands-changed",
    code: Code(3957),
    title: "a blob became operands, or operands a blob",
    text: "A blob is stored next to the operands of a record. Only readers that take no blob see its bytes as operands: to them a blob and an array of bytes are one.",
    seed: Some(
        "Each record can only contain one variable-sized entry (either an array or a \"blob\" of bytes).",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields().filter(|fields| fields.old.kind != fields.new.kind) {
        if fields.old.kind != Kind::Blob && fields.new.kind != Kind::Blob {
            continue;
        }
        found.push(
            Draft::new(&RULE, fields.path())
                .sites(fields.old.site.clone(), fields.new.site.clone())
                .why(format!("It is {}, and was {}.", fields.new.kind.name(), fields.old.kind.name()))
                .fix("Keep it as it was; put what is new into a second record.")
                .aim(Aim::record(fields.records.blocks.new.key(), fields.records.new.key())),
        );
    }
}
