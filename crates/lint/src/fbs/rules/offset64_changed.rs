//! `fbs-offset64-changed`: a field has an offset of another width.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-offset64-changed",
    code: Code(3855),
    title: "a field has an offset of another width",
    text: "With offset64 the field takes eight bytes, without it four: readers follow the wrong number. Keep it; add a new field for the other form.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept().filter(|fields| fields.old.offset64 != fields.new.offset64) {
        let relation = relate(context.old, fields.old.ty, context.new, fields.new.ty);
        if relation == Relation::Wide {
            continue;
        }
        let (old, new) = fields.sites(context);
        let width = |wide: bool| if wide { 64 } else { 32 };
        let (was, is) = (width(fields.old.offset64), width(fields.new.offset64));
        found.push(
            Draft::new(&RULE, fields.subject())
                .sites(old, new)
                .why(format!("The offset of `{}` had {was} bits and has {is}.", fields.new.name))
                .fix("Keep the attribute; add a new field for the other form.")
                .aim(fields.aim()),
        );
    }
}
