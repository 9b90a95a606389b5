//! `layout-block-renumbered`: a block has another id.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-block-renumbered",
    code: Code(3913),
    title: "a block has another id",
    text: "Readers look for it under the id that they know: they pass over it, refuse it, or take another block for it.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for blocks in context.blocks().filter(|blocks| blocks.old.id != blocks.new.id) {
        found.push(
            Draft::new(&RULE, &blocks.new.name)
                .sites(blocks.old.site.clone(), blocks.new.site.clone())
                .why(format!("It has the id {}, and had {}.", blocks.new.id, blocks.old.id))
                .fix("Keep the id.")
                .ask(Some(Question::at(&blocks.old.name, blocks.old.id, None, Predicate::Present)))
                .aim(around(&context.new, Aim::block(blocks.new.key()), blocks.new)),
        );
    }
}
