//! `layout-version-moved`: the version is written somewhere else.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-version-moved",
    code: Code(3907),
    title: "the version is written somewhere else",
    text: "Readers look for the version where they know it. The record that says it, and the operands with the numbers, are the one thing that must never change.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    let place = |layout: &Layout| {
        let place = layout.version.as_ref()?;
        let block = layout.block(place.block)?;
        let record = block.record(place.record)?;
        Some(((block.id, record.code, place.major, place.minor), block.name.clone(), record.name.clone()))
    };
    let (was, is) = (place(&context.old), place(&context.new));
    if was.as_ref().map(|of| of.0) == is.as_ref().map(|of| of.0) {
        return;
    }
    let site = |layout: &Layout| layout.version.as_ref().map(|place| place.site.clone());
    let words = |of: &Option<(_, String, String)>| {
        of.as_ref().map_or("nowhere".to_string(), |(_, block, record)| format!("in {block}.{record}"))
    };
    // A version that is new harms nobody.
    let level = if was.is_none() { Level::Note } else { Level::Break };
    found.push(
        Draft::new(&RULE, "version")
            .level(level)
            .sites(site(&context.old), site(&context.new))
            .why(format!("The version is {}, and was {}.", words(&is), words(&was)))
            .fix("Keep the version where it was.")
            .aim(version_aim(&context.new).with_all(version_aim(&context.old))),
    );
}
