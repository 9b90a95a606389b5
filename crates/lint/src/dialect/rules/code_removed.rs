//! `dialect-code-removed`: a dialect no longer knows a code.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-code-removed",
    code: Code(4061),
    title: "a dialect no longer knows a code",
    text: "New readers refuse old files that have it. Mark a code as dead, and keep the code that reads it.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for codes in context.codes.iter().filter(|codes| codes.new_dialect.has_interface()) {
        let (Some(old), None) = (codes.old, codes.new) else { continue };
        if codes.new_dialect.code(old.kind, old.code).is_some() {
            continue;
        }
        found.push(
            Draft::new(&RULE, super::code_subject(codes.old_dialect, old))
                .directions(Directions::NEW_READS_OLD)
                .sites(old.site.clone(), None)
                .why(format!("New readers do not know {} code {}.", old.kind.name(), old.code))
                .fix("Keep the code that reads it, and let writers stop to write it.")
                .ask(Some(super::ask_code(codes.old_dialect, old)))
                .aim(Aim::code(&codes.old_dialect.name, old.kind, Some(old.code), None)),
        );
    }
}
