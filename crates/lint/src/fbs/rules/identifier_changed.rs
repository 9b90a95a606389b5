//! `fbs-identifier-changed`: the file identifier is another one.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-identifier-changed",
    code: Code(3803),
    title: "the file identifier is another one",
    text: "Readers check the four bytes at offset 4, and refuse files with others. That is what the identifier is for: it must change when something breaks, so that files are refused and not misread, and it must not change otherwise, because every file is refused that could have been read.",
    seed: Some(
        "If we are forced to make a FC/BC-breaking change, it may make sense to create a new `.fbs` file with a different `file_identifier`, and adding higher-level logic to check the file magic before parsing the binary file with one schema or the other.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, findings: &[Finding], found: &mut Findings) {
    let (was, is) = (&context.old.file_identifier, &context.new.file_identifier);
    if was == is {
        return;
    }
    let all = Directions { new_reads_old: is.is_some(), old_reads_new: was.is_some() };
    let breaks = findings.iter().filter(|finding| finding.level == Level::Break);
    let broken = breaks.fold(Directions::default(), |all, finding| all.union(finding.directions));
    // What is broken already is better refused than misread; what is not is refused for nothing.
    let needless = Directions {
        new_reads_old: all.new_reads_old && !broken.new_reads_old,
        old_reads_new: all.old_reads_new && !broken.old_reads_new,
    };
    let show = |id: &Option<String>| id.as_ref().map_or("no identifier".to_string(), |id| format!("`{id}`"));
    let change = format!("Files had {} and have {}", show(was), show(is));
    let draft = Draft::new(&RULE, "file_identifier")
        .sites(decl_spans::of_identifier(context.old), decl_spans::of_identifier(context.new))
        .first(First::Readers)
        .bump(Bump::None)
        .aim(Aim::Identifier);
    found.push(match needless.is_empty() {
        true => draft
            .directions(all)
            .level(Level::Note)
            .why(format!("{change}, as it must be, for other changes break: files are refused, and not misread. A reader of both must dispatch on the identifier."))
            .fix("Keep the old schema, and choose between the two readers by the identifier."),
        false => draft
            .directions(needless)
            .why(format!("{change}, though nothing else breaks {needless}: readers refuse files that they could read. A reader of both must dispatch on the identifier."))
            .fix(format!("Keep {}.", show(was))),
    });
}
