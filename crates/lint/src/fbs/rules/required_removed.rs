//! `fbs-required-removed`: a field is no longer required.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-required-removed",
    code: Code(3862),
    title: "a field is no longer required",
    text: "Old verifiers refuse files from which the field is absent, which new writers are free to write. Let writers always set it until no old reader is left.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept().filter(|fields| fields.old.required && !fields.new.required) {
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(Directions::OLD_READS_NEW)
                .sites(old, new)
                .why(format!("Old readers refuse new files without `{}`.", fields.new.name))
                .fix("Roll out the readers first, and let writers set the field until then.")
                .aim(fields.aim()),
        );
    }
}
