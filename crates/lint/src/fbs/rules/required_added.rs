//! `fbs-required-added`: a field became required.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-required-added",
    code: Code(3861),
    title: "a field became required",
    text: "Verifiers refuse files from which the field is absent, which old writers were free to write. Keep it optional, and check it in the program. The key of a table is required if it is a string.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept().filter(|fields| !fields.old.required && fields.new.required) {
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(Directions::NEW_READS_OLD)
                .sites(old, new)
                .why(format!("New readers refuse old files without `{}`.", fields.new.name))
                .fix("Leave `required` away, and let the program check.")
                .aim(fields.aim()),
        );
    }
}
