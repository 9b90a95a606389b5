//! `layout-block-moved`: a block moved to another parent block.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-block-moved",
    code: Code(3914),
    title: "a block moved to another parent block",
    text: "Readers look for it where they know it.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for blocks in context.blocks() {
        let keys = |layout: &Layout, block: &Block| -> Vec<Option<String>> {
            parents(layout, block).map(|parent| parent.map(|parent| parent.key().to_string())).collect()
        };
        let (was, is) = (keys(&context.old, blocks.old), keys(&context.new, blocks.new));
        let gone = was
            .iter()
            .filter(|parent| !is.contains(parent))
            .map(|parent| (parent, Directions::NEW_READS_OLD));
        let come = is
            .iter()
            .filter(|parent| !was.contains(parent))
            .map(|parent| (parent, Directions::OLD_READS_NEW));
        for (parent, directions) in gone.chain(come) {
            // That files do not have it there may be chance.
            if context.new.basis != Basis::Declared && directions.new_reads_old {
                continue;
            }
            let place = parent.as_deref().unwrap_or("the top level");
            let verb = if directions.new_reads_old { "no longer stands" } else { "now stands" };
            let aim = Aim::block(blocks.new.key()).via(parent.as_deref());
            let aim = match parent {
                Some(parent) => aim.or(parent, None),
                None => aim.or_top().top_only(),
            };
            found.push(
                Draft::new(&RULE, format!("{} in {place}", blocks.new.name))
                    .directions(directions)
                    .sites(blocks.old.site.clone(), blocks.new.site.clone())
                    .why(format!(
                        "It {verb} in {place}, where the other version's readers do not look for it."
                    ))
                    .fix("Keep it where it was.")
                    .aim(aim),
            );
        }
    }
}
