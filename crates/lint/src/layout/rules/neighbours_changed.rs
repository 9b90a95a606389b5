//! `layout-neighbours-changed`: a record follows another record than before.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-neighbours-changed",
    code: Code(3927),
    title: "a record follows another record than before",
    text: "Readers expect a record right after the one that it follows: reordered, or with the demand dropped, the other version's files are refused.",
    seed: Some(
        "Be careful, though, of records that are expected to appear immediately after another record---if you put a new record between them, you may break the expectations of older compilers.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.records() {
        let key = |block: &Block, code: Option<u32>| {
            code.and_then(|code| block.record(code)).map(|record| record.key().to_string())
        };
        let (blocks, old, new) = (records.blocks, records.old, records.new);
        for (what, was, is) in [
            ("comes right after", key(blocks.old, old.follows), key(blocks.new, new.follows)),
            ("is followed at once by", key(blocks.old, old.then), key(blocks.new, new.then)),
        ] {
            if was == is {
                continue;
            }
            let name = |of: &Option<String>| of.clone().unwrap_or_else(|| "any record".to_string());
            let mut aim = Aim::record(blocks.new.key(), new.key());
            for other in was.iter().chain(&is) {
                aim = aim.or(blocks.new.key(), Some(other));
            }
            found.push(
                Draft::new(&RULE, records.path())
                    .sites(old.site.clone(), new.site.clone())
                    .why(format!("It {what} {}; before, {}.", name(&is), name(&was)))
                    .fix("Keep the order in which records follow each other.")
                    .aim(aim.or(blocks.new.key(), None)),
            );
        }
    }
}
