//! `fbs-field-deprecated`: a field is deprecated.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-field-deprecated",
    code: Code(3836),
    title: "a field is deprecated",
    text: "This is how a field ends. New programs can neither read nor write it: what old files hold there is ignored, and old readers get the default from new files. Make sure that both can live with it.",
    seed: Some(
        "Fields must never be removed; they can only be deprecated using the `(deprecated)` annotation.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.fields().filter(|fields| !fields.old.deprecated && fields.new.deprecated) {
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .surface(Surface::Source)
                .sites(old, new)
                .why(format!(
                    "`{}` has no accessor any more; old readers get its default from new files.",
                    fields.new.name
                ))
                .fix("Make sure that old readers can live with the default, and new ones without the value."),
        );
    }
}
