//! `dialect-code-renumbered`: an attribute or type has another code.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-code-renumbered",
    code: Code(4063),
    title: "an attribute or type has another code",
    text: "Readers of the other release do not know the code, or take it for something else.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for codes in &context.codes {
        let (Some(old), Some(new)) = (codes.old, codes.new) else { continue };
        if old.code != new.code {
            found.push(
                Draft::new(&RULE, super::code_subject(codes.new_dialect, new))
                    .sites(old.site.clone(), new.site.clone())
                    .why(format!("It has {} code {}, and had {}.", new.kind.name(), new.code, old.code))
                    .fix("Keep the code.")
                    .ask(Some(super::ask_code(codes.old_dialect, old)))
                    .aim(Aim::code(&codes.new_dialect.name, new.kind, Some(old.code), Some(new.code))),
            );
        }
    }
}
