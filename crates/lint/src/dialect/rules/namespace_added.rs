//! `dialect-namespace-added`: there is a new dialect.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-namespace-added",
    code: Code(4002),
    title: "there is a new dialect",
    text: "Old readers refuse files that hold something of it. Roll out readers that have it before writers use it.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (old, new) in &context.dialects {
        let (None, Some(new)) = (old, new) else { continue };
        found.push(
            Draft::new(&RULE, new.name.clone())
                .directions(Directions::OLD_READS_NEW)
                .sites(None, super::site_of(new))
                .why(format!(
                    "Old readers do not know `{}`: its {} operations among them.",
                    new.name,
                    new.ops.len()
                ))
                .fix("Roll out readers first; or lower it to dialects that old readers have.")
                .bump(Bump::Minor)
                .ask(Some(super::ask_dialect(new)))
                .aim(super::any_of(new, false)),
        );
    }
}
