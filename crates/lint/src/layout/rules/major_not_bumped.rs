//! `layout-major-not-bumped`: old readers break, and the major version is the same.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-major-not-bumped",
    code: Code(3903),
    title: "old readers break, and the major version is the same",
    text: "Without another major version old readers cannot tell files that they misread from those that they read. Best make the change one that old readers can pass over; otherwise bump the major version, which they refuse.",
    seed: Some(
        "Remember that any new data will be ignored by the old tools. If it's something that should affect how old tools read the file, it must be encoded in an existing field; if that's impossible, you have a backwards-incompatible change and should bump the major version number of the file.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, findings: &[Finding], found: &mut Findings) {
    let (was, is) = (context.old.version.as_ref(), context.new.version.as_ref());
    if was.zip(is).is_some_and(|(was, is)| was.is.major != is.is.major) {
        return;
    }
    let harmed = |finding: &&Finding| finding.level == Level::Break && finding.directions.old_reads_new;
    let mut harmed = findings.iter().filter(harmed).filter(|finding| !super::is_about_versions(finding.rule));
    let Some(first) = harmed.next() else { return };
    let same = match is {
        Some(place) => format!("both versions write {}", place.is),
        None => "no record says the version".to_string(),
    };
    found.push(
        Draft::new(&RULE, "version")
            .directions(Directions::OLD_READS_NEW)
            .surface(Surface::Meaning)
            .sites(was.map(|place| place.site.clone()), is.map(|place| place.site.clone()))
            .why(format!("`{}` breaks old readers, and {same}.", first.subject))
            .fix("Undo the break; or bump the major version, after readers of it are everywhere.")
            .bump(Bump::Major),
    );
}
