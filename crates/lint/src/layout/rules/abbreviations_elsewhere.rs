//! `layout-abbreviations-elsewhere`: readers have abbreviations from elsewhere.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-abbreviations-elsewhere",
    code: Code(3981),
    title: "readers have abbreviations from elsewhere",
    text: "Where abbreviations are built into readers, streams do not carry them: readers that look for them in the stream find none.",
    seed: Some(
        "A format change doesn't immediately invalidate existing bitstream files, because the stream includes layout information for each record.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    let (was, is) = (context.old.reader.abbreviations, context.new.reader.abbreviations);
    let none =
        context.old.blocks.iter().chain(&context.new.blocks).all(|block| block.abbreviations.is_empty());
    if was == is || none {
        return;
    }
    let mut aim = Aim::anywhere();
    for block in
        context.new.blocks.iter().chain(&context.old.blocks).filter(|block| !block.abbreviations.is_empty())
    {
        aim = aim.with_all_of(block);
    }
    found.push(
        Draft::new(&RULE, "abbreviations")
            .sites(context.old.site.clone(), context.new.site.clone())
            .why("One version has the abbreviations of BLOCKINFO in the stream, the other in its readers.")
            .fix("Leave BLOCKINFO in streams: it is small.")
            .aim(aim),
    );
}
