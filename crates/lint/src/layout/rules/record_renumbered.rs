//! `layout-record-renumbered`: a record has another code.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-record-renumbered",
    code: Code(3923),
    title: "a record has another code",
    text: "Readers look for it under the code that they know: they pass over it, refuse it, or take another record for it.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.records().filter(|records| records.old.code != records.new.code) {
        let (old, new) = (records.old, records.new);
        let key = records.blocks.new.key();
        let mut aim = Aim::record(key, new.key());
        // Where unknown records are refused, it is the block that says so.
        for (layout, block) in [(&context.old, records.blocks.old), (&context.new, records.blocks.new)] {
            if layout.unknown_records(block) != Unknown::Skip {
                aim = aim.or(key, None).with_first(key, new.key());
            }
        }
        found.push(
            Draft::new(&RULE, records.path())
                .sites(old.site.clone(), new.site.clone())
                .why(format!("It has the code {}, and had {}.", new.code, old.code))
                .fix("Keep the code; where both are needed, let readers take both.")
                .ask(Some(Question::at(
                    records.path(),
                    records.blocks.old.id,
                    Some(old.code),
                    Predicate::Present,
                )))
                .aim(aim),
        );
    }
}
