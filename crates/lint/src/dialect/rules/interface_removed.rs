//! `dialect-interface-removed`: a dialect no longer encodes attributes or types itself.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-interface-removed",
    code: Code(4006),
    title: "a dialect no longer encodes attributes or types itself",
    text: "They are assembly text from now on. New readers have no code for the encoding, and refuse old files that have one.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (old, new) in &context.dialects {
        let (Some(old), Some(new)) = (old, new) else { continue };
        if !old.has_interface() || new.has_interface() {
            continue;
        }
        let Some(first) = super::first_code(old) else { continue };
        found.push(
            Draft::new(&RULE, new.name.clone())
                .directions(Directions::NEW_READS_OLD)
                .sites(first.site.clone(), super::site_of(new))
                .why(format!(
                    "`{}` encoded {} attributes and types; new readers refuse them.",
                    old.name,
                    old.codes.len()
                ))
                .fix("Keep the code that reads the encodings.")
                .ask(Some(super::ask_code(old, first)))
                .aim(Aim::code(&new.name, first.kind, Some(first.code), None)),
        );
    }
}
