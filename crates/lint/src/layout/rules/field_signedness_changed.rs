//! `layout-field-signedness-changed`: a field got a sign, or lost it.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-signedness-changed",
    code: Code(3953),
    title: "a field got a sign, or lost it",
    text: "Signed numbers have their sign in the lowest bit: 2 is read as 1, and 3 as -1.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields().filter(|fields| fields.old.ty.is_signed() != fields.new.ty.is_signed()) {
        if fields.old.kind == Kind::Blob || fields.new.kind == Kind::Blob {
            continue;
        }
        found.push(
            Draft::new(&RULE, fields.path())
                .sites(fields.old.site.clone(), fields.new.site.clone())
                .why(format!("It is {}, and was {}.", fields.new.ty.text(), fields.old.ty.text()))
                .fix("Keep the type; add a field with the new one at the end.")
                .ask(fields.ask_old(|operand| Predicate::Above(operand, 0)))
                .aim(Aim::field(fields.records.blocks.new.key(), fields.records.new.key(), fields.new.key())),
        );
    }
}
