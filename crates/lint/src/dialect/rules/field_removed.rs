//! `dialect-field-removed`: an operation has one property less.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-removed",
    code: Code(4022),
    title: "an operation has one property less",
    text: "Properties are a blob without names, whose fields are in a fixed order. Without one, readers take the next field for it; what it said is lost.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for field in both.of.removed().filter(|field| !field.is_segments()) {
            found.push(
                Draft::new(&RULE, both.field(field))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why(format!(
                        "{} New readers do not look for it in old files, and old readers miss it.",
                        super::place(both.old, field)
                    ))
                    .fix("Keep it in the definition and ignore it.")
                    .ask(both.of.old_name().map(|name| Question::op(&name)))
                    .aim(both.properties().with(field.name())),
            );
        }
    }
}
