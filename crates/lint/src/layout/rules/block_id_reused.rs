//! `layout-block-id-reused`: the id of a block means another block.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-block-id-reused",
    code: Code(3912),
    title: "the id of a block means another block",
    text: "Readers identify blocks by id: each takes the other's block for its own. Ids are never used again.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for new in &context.new.blocks {
        let Some(old) = context.old.block(new.id).filter(|old| old.key() != new.key()) else { continue };
        found.push(
            Draft::new(&RULE, &new.name)
                .sites(old.site.clone(), new.site.clone())
                .why(format!("Block {} was `{}`, and is `{}`.", new.id, old.name, new.name))
                .fix("Give the new block an id that was never used. If it is the same block under another name, give both one `meaning`.")
                .aim(around(&context.old, around(&context.new, Aim::block(new.key()).or(old.key(), None), new), old)),
        );
    }
}
