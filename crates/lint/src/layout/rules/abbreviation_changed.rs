//! `layout-abbreviation-changed`: BLOCKINFO has other abbreviations.

use super::prelude::*;
use outlast_core::SortShort;

pub(super) static RULE: Rule = Rule {
    name: "layout-abbreviation-changed",
    code: Code(3980),
    title: "BLOCKINFO has other abbreviations",
    text: "Streams carry their abbreviations, so that readers do not see the difference. Readers that have them built in decode records by the wrong one.",
    seed: Some(
        "A format change doesn't immediately invalidate existing bitstream files, because the stream includes layout information for each record.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for blocks in context.blocks().filter(|blocks| ops(blocks.old) != ops(blocks.new)) {
        let built_in =
            [&context.old, &context.new].iter().any(|of| of.reader.abbreviations == Abbreviations::BuiltIn);
        let draft =
            Draft::new(&RULE, &blocks.new.name).sites(blocks.old.site.clone(), blocks.new.site.clone());
        found.push(if built_in {
            draft
                .level(Level::Break)
                .why("Readers have the abbreviations built in, and decode records of the other version by their own.")
                .fix("Only add abbreviations at the end, for records that old readers need not read; or put BLOCKINFO into streams.")
                .aim(Aim::anywhere().with_all_of(blocks.new).with_all_of(blocks.old))
        } else {
            draft
                .surface(Surface::Source)
                .why("Readers take them from the stream.")
                .fix("Nothing.")
        });
    }
}

fn ops(block: &Block) -> Vec<(u32, &[Op])> {
    let mut all: Vec<(u32, &[Op])> =
        block.abbreviations.iter().map(|of| (of.id, of.ops.as_slice())).collect();
    all.sort_short_by_key(|(id, _)| *id);
    all
}
