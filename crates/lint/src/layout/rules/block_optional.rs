//! `layout-block-optional`: new files may come without a block that old readers need.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-block-optional",
    code: Code(3916),
    title: "new files may come without a block that old readers need",
    text: "Old readers refuse them.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for blocks in context.blocks().filter(|blocks| blocks.old.required && !blocks.new.required) {
        found.push(
            Draft::new(&RULE, &blocks.new.name)
                .directions(Directions::OLD_READS_NEW)
                .sites(blocks.old.site.clone(), blocks.new.site.clone())
                .why(format!("Old readers refuse new files without {}.", blocks.new.name))
                .fix("Keep writing it until there are no such readers.")
                .aim(around(&context.old, Aim::block(blocks.new.key()), blocks.old)),
        );
    }
}
