//! `layout-major-bumped-without-need`: the major version grew, and nothing breaks.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-major-bumped-without-need",
    code: Code(3902),
    title: "the major version grew, and nothing breaks",
    text: "Old readers refuse files that they could read. Where what is new can be passed over, the minor version says enough.",
    seed: Some(
        "Remember that any new data will be ignored by the old tools. If it's something that should affect how old tools read the file, it must be encoded in an existing field; if that's impossible, you have a backwards-incompatible change and should bump the major version number of the file.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, findings: &[Finding], found: &mut Findings) {
    let Some((was, is)) = context.old.version.as_ref().zip(context.new.version.as_ref()) else { return };
    let harmed = |finding: &&Finding| {
        finding.level != Level::Note
            && finding.directions.old_reads_new
            && !super::is_about_versions(finding.rule)
    };
    if is.is.major > was.is.major && !findings.iter().any(|finding| harmed(&finding)) {
        found.push(
            Draft::new(&RULE, "version")
                .directions(Directions::OLD_READS_NEW)
                .surface(Surface::Meaning)
                .sites(was.site.clone(), is.site.clone())
                .why(format!("Readers of version {} would read files of version {}, if they were let.", was.is, is.is))
                .fix("Bump the minor version instead; or say with `must-understand` what old readers must not pass over.")
                .bump(Bump::Minor),
        );
    }
}
