//! `layout-field-widened`: a field has room for more.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-widened",
    code: Code(3952),
    title: "a field has room for more",
    text: "New files may hold a value that old readers have no room for: they refuse it, or lose its upper bits. Whether one does, files can tell.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields() {
        let (old, new) = (fields.old, fields.new);
        if old.ty.is_signed() != new.ty.is_signed() || room(new) <= old.ty.highest() {
            continue;
        }
        let highest = old.ty.highest();
        found.push(
            Draft::new(&RULE, fields.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(old.site.clone(), new.site.clone())
                .why(format!("It is {}, and was {}.", new.ty.text(), old.ty.text()))
                .fix("Write great values only when old readers are gone; or add a field for them at the end.")
                .ask(fields.ask_new(|operand| Predicate::Above(operand, highest)))
                .aim(Aim::field(fields.records.blocks.new.key(), fields.records.new.key(), new.key())),
        );
    }
}
