//! `layout-observed-neighbour`: a record no longer comes right after the one that it always came after.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-observed-neighbour",
    code: Code(3993),
    title: "a record no longer comes right after the one that it always came after",
    text: "Readers may expect it there.",
    seed: Some(
        "Be careful, though, of records that are expected to appear immediately after another record---if you put a new record between them, you may break the expectations of older compilers.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (records, ..) in super::observed(context) {
        let (Some(was), Some(is)) = (&records.old.seen, &records.new.seen) else { continue };
        let Some(after) = was.after.filter(|after| was.records >= 8 && is.after != Some(*after)) else {
            continue;
        };
        let name = records.blocks.old.record(after).map_or("", |record| &record.name);
        found.push(
            Draft::new(&RULE, records.path())
                .directions(Directions::OLD_READS_NEW)
                .sites(records.old.site.clone(), records.new.site.clone())
                .surface(Surface::Meaning)
                .why(format!(
                    "All {} of the old version came right after `{name}`; in the new one, not all do.",
                    was.records
                ))
                .fix("Look whether readers take the next record for granted."),
        );
    }
}
