//! `layout-magic-changed`: streams start with another magic.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-magic-changed",
    code: Code(3900),
    title: "streams start with another magic",
    text: "Readers tell formats by the first four bytes of a stream, and refuse others. That is right for a new format, and strands files of the old one.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    let (old, new) = (&context.old, &context.new);
    if old.magic != new.magic {
        found.push(
            Draft::new(&RULE, "magic")
                .sites(old.site.clone(), new.site.clone())
                .why(format!(
                    "Files start with {}, and started with {}.",
                    new.magic.escape_ascii(),
                    old.magic.escape_ascii()
                ))
                .fix("Keep the magic, and say what changed by the version; or let readers take both.")
                .bump(Bump::None)
                .aim(Aim::anywhere()),
        );
    }
}
