//! `fbs-identifier-unchanged`: something breaks, and the file identifier is the same.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-identifier-unchanged",
    code: Code(3804),
    title: "something breaks, and the file identifier is the same",
    text: "Without another identifier a reader cannot tell files that it misreads from those that it reads. Best undo the break. If it must be, make a new schema file with another identifier, and let readers choose by it.",
    seed: Some(
        "If we are forced to make a FC/BC-breaking change, it may make sense to create a new `.fbs` file with a different `file_identifier`.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, findings: &[Finding], found: &mut Findings) {
    if context.old.file_identifier != context.new.file_identifier {
        return;
    }
    let broken: Vec<&Finding> = findings.iter().filter(|finding| finding.level == Level::Break).collect();
    let Some(first) = broken.first() else { return };
    let directions = broken.iter().fold(Directions::default(), |all, finding| all.union(finding.directions));
    let same = match &context.new.file_identifier {
        Some(id) => format!("both versions write `{id}`"),
        None => "neither version has an identifier".to_string(),
    };
    found.push(
        Draft::new(&RULE, "file_identifier")
            .directions(directions)
            .surface(Surface::Meaning)
            .sites(decl_spans::of_identifier(context.old), decl_spans::of_identifier(context.new))
            .why(format!("`{}` breaks, and {same}: readers cannot tell the files apart.", first.subject))
            .fix("Undo the break; or give the new version another file identifier, and keep a reader for the old one.")
            .bump(Bump::Identifier),
    );
}
