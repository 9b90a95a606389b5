//! `dialect-interface-added`: a dialect encodes attributes or types itself now.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-interface-added",
    code: Code(4005),
    title: "a dialect encodes attributes or types itself now",
    text: "Until now they were assembly text. Old readers have no code for the encoding, and refuse every file that has one.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (old, new) in &context.dialects {
        let (Some(old), Some(new)) = (old, new) else { continue };
        if old.has_interface() || !new.has_interface() {
            continue;
        }
        let Some(first) = super::first_code(new) else { continue };
        found.push(
            Draft::new(&RULE, new.name.clone())
                .directions(Directions::OLD_READS_NEW)
                .sites(super::site_of(old), first.site.clone())
                .why(format!("`{}` encodes {} attributes and types; old readers know their text only.", new.name, new.codes.len()))
                .fix("Let writers for old readers write text, as the option for an older version of the dialect does.")
                .bump(Bump::Minor)
                .ask(Some(super::ask_code(new, first)))
                .aim(Aim::code(&new.name, first.kind, None, Some(first.code))),
        );
    }
}
