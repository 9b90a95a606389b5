//! `layout-abbreviation-clash`: ids of abbreviations clash.

use super::prelude::*;
use outlast_core::SortShort;

pub(super) static RULE: Rule = Rule {
    name: "layout-abbreviation-clash",
    code: Code(3982),
    title: "ids of abbreviations clash",
    text: "In BLOCKINFO abbreviations are numbered from 4 on in the order in which they stand there, and all blocks of an id have them. Two of one id, a gap, or an id that the block has no bits for: no writer can mean that.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for block in &context.new.blocks {
        let faults = faults(block);
        let old = context.old.block_named(block.key()).map(self::faults).unwrap_or_default();
        for (fault, site) in faults.into_iter().filter(|(fault, _)| !old.iter().any(|(of, _)| of == fault)) {
            found.push(
                Draft::new(&RULE, &block.name)
                    .directions(Directions::BOTH)
                    .sites(None, site)
                    .why(fault)
                    .fix("Number abbreviations from 4 on without gaps, and give the block bits enough for the last and for its own.")
                    .bump(Bump::None),
            );
        }
    }
}

fn faults(block: &Block) -> Vec<(String, Site)> {
    let mut out = Vec::new();
    let mut ids: Vec<(u32, &Site)> = block.abbreviations.iter().map(|of| (of.id, &of.site)).collect();
    ids.sort_short_by_key(|(id, _)| *id);
    for (index, (id, site)) in ids.iter().enumerate() {
        let expected = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(4);
        let twice = index > 0 && ids.get(index - 1).is_some_and(|(before, _)| before == id);
        if twice {
            out.push((format!("Two abbreviations have the id {id}."), (*site).clone()));
        } else if *id > expected {
            out.push((
                format!("There is no abbreviation {expected}, and one with the id {id}."),
                (*site).clone(),
            ));
            break;
        }
        if block.abbrev_width.is_some_and(|width| width < 32 && id >> width != 0) {
            out.push((
                format!("The id {id} has no room in {} bits.", block.abbrev_width.unwrap_or(0)),
                (*site).clone(),
            ));
        }
    }
    out
}
