//! `dialect-version-changed`: a dialect says another version.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-version-changed",
    code: Code(4004),
    title: "a dialect says another version",
    text: "What readers do with a version that they do not know is code of the dialect: most refuse a newer one. Roll out readers first.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (old, new) in &context.dialects {
        let (Some(old), Some(new)) = (old, new) else { continue };
        if old.version == new.version {
            continue;
        }
        let word = |version: Option<u64>| {
            version.map_or("no version".to_string(), |version| format!("version {version}"))
        };
        found.push(
            Draft::new(&RULE, new.name.clone())
                .directions(if new.version < old.version {
                    Directions::NEW_READS_OLD
                } else {
                    Directions::OLD_READS_NEW
                })
                .surface(Surface::Meaning)
                .sites(super::site_of(old), super::site_of(new))
                .why(format!("Files say {}, and said {}.", word(new.version), word(old.version)))
                .fix(
                    "Look what old readers do with a version that they do not know; roll out readers first.",
                ),
        );
    }
}
