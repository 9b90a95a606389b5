//! `layout-record-code-reused`: the code of a record means another record.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-record-code-reused",
    code: Code(3922),
    title: "the code of a record means another record",
    text: "Readers identify records by code: each takes the other's record for its own. Codes are never used again.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for blocks in context.blocks() {
        for new in &blocks.new.records {
            let Some(old) = blocks.old.record(new.code).filter(|old| old.key() != new.key()) else {
                continue;
            };
            found.push(
                Draft::new(&RULE, blocks.path(&new.name))
                    .sites(old.site.clone(), new.site.clone())
                    .why(format!("Record {} was `{}`, and is `{}`.", new.code, old.name, new.name))
                    .fix("Give the new record a code that was never used. If it is the same record under another name, give both one `meaning`.")
                    .ask(Some(Question::at(blocks.path(&old.name), blocks.old.id, Some(old.code), Predicate::Present)))
                    .aim(Aim::record(blocks.new.key(), new.key()).or(blocks.old.key(), Some(old.key()))),
            );
        }
    }
}
