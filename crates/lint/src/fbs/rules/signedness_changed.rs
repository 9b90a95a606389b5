//! `fbs-signedness-changed`: an integer became signed or unsigned.

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-signedness-changed",
    code: Code(3848),
    title: "an integer became signed or unsigned",
    text: "Values whose most significant bit is clear are read as they were written, all others as another number. It is safe if no file holds such a value, and no writer will write one.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let relation = relate(context.old, f.ty, context.new, g.ty);
        if !matches!(relation, Relation::Sign(..)) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`: values with the most significant bit set are read as other numbers.", g.name))
                .fix("Make sure that no file holds a value with the most significant bit set (`--corpus`); otherwise keep the type.")
                .aim(fields.aim())
                .ask(Some(Question { of: Questioned::Field(fields.objects.pair.old, f.id), path: fields.subject(), predicate: Predicate::HighBit })),
        );
    }
}
