//! `layout-minor-not-bumped`: there is something new, and the version is the same.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-minor-not-bumped",
    code: Code(3906),
    title: "there is something new, and the version is the same",
    text: "Nothing breaks; but tools cannot tell by the version whether the new data was left away or the writer did not know it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, findings: &[Finding], found: &mut Findings) {
    let Some((was, is)) = context.old.version.as_ref().zip(context.new.version.as_ref()) else { return };
    if was.is != is.is || is.minor.is_none() {
        return;
    }
    let new = |finding: &&Finding| finding.level == Level::Note && ADDED.contains(&finding.rule.name);
    let Some(first) = findings.iter().find(new) else { return };
    found.push(
        Draft::new(&RULE, "version")
            .directions(Directions::OLD_READS_NEW)
            .surface(Surface::Meaning)
            .sites(was.site.clone(), is.site.clone())
            .why(format!("`{}` is new, and both versions write {}.", first.subject, is.is))
            .fix("Bump the minor version.")
            .bump(Bump::Minor),
    );
}

/// Rules about something new that old readers pass over.
const ADDED: &[&str] = &[
    "layout-block-added",
    "layout-record-added",
    "layout-second-record",
    "layout-field-added",
    "layout-blob-added",
];
