//! `dialect-namespace-removed`: a dialect was removed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-namespace-removed",
    code: Code(4001),
    title: "a dialect was removed",
    text: "New readers refuse old files that hold something of it. Keep the dialect as long as such files exist, or convert them with the release that still has it.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (old, new) in &context.dialects {
        let (Some(old), None) = (old, new) else { continue };
        found.push(
            Draft::new(&RULE, old.name.clone())
                .directions(Directions::NEW_READS_OLD)
                .sites(super::site_of(old), None)
                .why(format!(
                    "New readers do not know `{}`: its {} operations among them.",
                    old.name,
                    old.ops.len()
                ))
                .fix("Keep the dialect, or convert the files that exist before it goes.")
                .ask(Some(super::ask_dialect(old)))
                .aim(super::any_of(old, true)),
        );
    }
}
