//! `dialect-code-renamed`: an attribute or type that a dialect encodes has another name.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-code-renamed",
    code: Code(4065),
    title: "an attribute or type that a dialect encodes has another name",
    text: "Names of codes are not in the file. If it is not the same thing, its code was given again, and that is a break.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for codes in &context.codes {
        let (Some(old), Some(new)) = (codes.old, codes.new) else { continue };
        if old.name != new.name {
            found.push(
                Draft::new(&RULE, super::code_subject(codes.new_dialect, new))
                    .surface(Surface::Source)
                    .sites(old.site.clone(), new.site.clone())
                    .why(format!("It was called `{}`.", old.name))
                    .fix("Nothing, if it is the same thing."),
            );
        }
    }
}
