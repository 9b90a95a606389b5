//! `fbs-required-deprecated`: a required field is deprecated.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-required-deprecated",
    code: Code(3864),
    title: "a required field is deprecated",
    text: "New writers cannot set a deprecated field, and old verifiers refuse files without it. Drop `required` in a release first, and deprecate the field when no reader of before is left.",
    seed: Some(
        "Fields must never be removed; they can only be deprecated using the `(deprecated)` annotation.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.fields() {
        let (f, g) = (fields.old, fields.new);
        if f.deprecated || !f.required || !g.deprecated {
            continue;
        }
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(Directions::OLD_READS_NEW)
                .sites(old, new)
                .why(format!("Old readers require `{}`, which new writers cannot write.", f.name))
                .fix("Release readers that do not require it first, then deprecate it.")
                .aim(fields.aim()),
        );
    }
}
