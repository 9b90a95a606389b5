//! `fbs-docs-changed`: the comment of a field or value says something else.

use super::prelude::*;
use crate::Site;

pub(super) static RULE: Rule = Rule {
    name: "fbs-docs-changed",
    code: Code(3891),
    title: "the comment of a field or value says something else",
    text: "A comment says what a value means. If the meaning changed with it, files are misread though every byte is right. Read both.",
    seed: Some(
        "Semantics for existing fields must not change without carefully auditing older versions of the code to understand the implications.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.objects() {
        for row in rows(objects.old, objects.new) {
            let Some((f, g)) = row.old.zip(row.new) else { continue };
            if changed(&f.docs, &g.docs) {
                let sites = (context.old_site(objects.old, f), context.new_site(objects.new, g));
                found.push(draft(format!("{}.{}", objects.pair.path, g.name), sites));
            }
        }
    }
    for enums in context.all_enums().filter(|enums| enums.pair.live) {
        for row in values(enums.old, enums.new) {
            let Some((a, b)) = row.old.zip(row.new) else { continue };
            if changed(&a.docs, &b.docs) {
                let sites = (decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b));
                found.push(draft(format!("{}.{}", enums.pair.path, b.name), sites));
            }
        }
    }
}

/// Whether there was a comment, and it says something else: blanks do not count.
fn changed(old: &[String], new: &[String]) -> bool {
    let words = |lines: &[String]| -> Vec<String> {
        lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_string).collect()
    };
    let (a, b) = (words(old), words(new));
    !a.is_empty() && a != b
}

fn draft(subject: String, sites: (Site, Site)) -> Draft {
    let why = format!("The comment of `{subject}` changed.");
    Draft::new(&RULE, subject)
        .surface(Surface::Meaning)
        .sites(sites.0, sites.1)
        .why(why)
        .fix("If the meaning changed, add a new field or value for it.")
        .bump(Bump::None)
}
