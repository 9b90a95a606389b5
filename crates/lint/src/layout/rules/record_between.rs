//! `layout-record-between`: a new record comes between two that must be adjacent.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-record-between",
    code: Code(3926),
    title: "a new record comes between two that must be adjacent",
    text: "Old readers expect the second of them right after the first. That they skip unknown records elsewhere does not help.",
    seed: Some(
        "Be careful, though, of records that are expected to appear immediately after another record---if you put a new record between them, you may break the expectations of older compilers.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (blocks, record) in context.added_records() {
        if !is_between(blocks, record) {
            continue;
        }
        let head = record.follows.and_then(|code| blocks.new.record(code)).map_or("", |head| &head.name);
        found.push(
            Draft::new(&RULE, blocks.path(&record.name))
                .directions(Directions::OLD_READS_NEW)
                .sites(None, record.site.clone())
                .why(format!("It may come right after `{head}`, where old readers expect another record."))
                .fix("Put it after the records that follow: let it follow the last of them.")
                .aim(Aim::block(blocks.new.key()).with_first(blocks.new.key(), record.key())),
        );
    }
}

/// Whether a new record may stand where old readers expect another one.
pub(super) fn is_between(blocks: Blocks<'_>, record: &Record) -> bool {
    let Some(head) = record.follows.and_then(|code| blocks.new.record(code)) else { return false };
    let Some(old) = blocks.old.record_named(head.key()) else { return false };
    // Records that have to follow the head in the old version, and may come after the new one in the new version.
    let led = blocks.old.records.iter().any(|of| {
        of.follows == Some(old.code)
            && blocks.new.record_named(of.key()).is_some_and(|new| {
                new.follows == Some(head.code) || blocks.new.is_led_by(new.code, record.code)
            })
    });
    old.then.is_some() || led
}
