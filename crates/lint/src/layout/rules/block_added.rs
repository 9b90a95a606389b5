//! `layout-block-added`: there is a new block.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-block-added",
    code: Code(3910),
    title: "there is a new block",
    text: "Readers that skip blocks which they do not know pass over it by its length; what is in it is lost to them. Readers that do not skip refuse the file, or take it for something else.",
    seed: Some(
        "If the deserialization logic is set to skip over any blocks it doesn't understand, a new format can always add new blocks.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for block in context.added_blocks().filter(|block| context.old.block(block.id).is_none()) {
        let parents: Vec<Option<&Block>> = parents(&context.new, block)
            .filter_map(|parent| match parent {
                None => Some(None),
                Some(parent) => context.old.block_named(parent.key()).map(Some),
            })
            .collect();
        let harmed = parents.iter().find(|parent| *context.old.unknown_blocks(**parent) != Unknown::Skip);
        let draft = Draft::new(&RULE, &block.name)
            .directions(Directions::OLD_READS_NEW)
            .sites(None, block.site.clone())
            .ask(Some(Question::at(&block.name, block.id, None, Predicate::Present)));
        let Some(harmed) = harmed else {
            if !block.must_understand && !parents.is_empty() {
                found.push(
                    draft
                        .level(Level::Note)
                        .why("Old readers pass over it.")
                        .fix("Nothing; bump the minor version."),
                );
            }
            continue;
        };
        let key = harmed.map(Block::key);
        let aim = match key {
            Some(key) => Aim::block(key).with(block.key(), None).via(Some(key)),
            None => Aim::top().with(block.key(), None),
        };
        found.push(
            draft
                .why(format!(
                    "Old readers {} blocks that they do not know.",
                    context.old.unknown_blocks(*harmed).verb()
                ))
                .fix("First roll out readers that skip unknown blocks; or bump the major version.")
                .aim(aim),
        );
    }
}
