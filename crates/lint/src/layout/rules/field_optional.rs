//! `layout-field-optional`: a field that readers need may be omitted.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-optional",
    code: Code(3949),
    title: "a field that readers need may be omitted",
    text: "Old readers refuse records without it.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields().filter(|fields| !fields.old.optional && fields.new.optional) {
        if fields.old.kind == Kind::Array {
            continue;
        }
        let key = fields.records.blocks.new.key();
        found.push(
            Draft::new(&RULE, fields.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(fields.old.site.clone(), fields.new.site.clone())
                .why("Old readers refuse new records without it.")
                .fix("Keep writing it until there are no such readers.")
                .aim(Aim::field(key, fields.records.new.key(), fields.new.key())),
        );
    }
}
