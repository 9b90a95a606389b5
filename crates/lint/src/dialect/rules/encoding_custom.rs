//! `dialect-encoding-custom`: an operation encodes its properties with code of its own, or no longer does.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-encoding-custom",
    code: Code(4015),
    title: "an operation encodes its properties with code of its own, or no longer does",
    text: "What the code does is not in the definition, so the blobs of the two releases cannot be compared.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both().filter(|both| both.old.custom != both.new.custom) {
        let why = match both.new.custom {
            true => "New writers encode its properties with code of their own.",
            false => "Old writers encoded its properties with code of their own.",
        };
        found.push(
            Draft::new(&RULE, both.of.subject())
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(why)
                .fix("Read a file of each release with the other."),
        );
    }
}
