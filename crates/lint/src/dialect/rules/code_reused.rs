//! `dialect-code-reused`: a code means something else.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-code-reused",
    code: Code(4062),
    title: "a code means something else",
    text: "Readers of the other release take one kind of attribute or type for another. A code is never given again.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for codes in &context.codes {
        let Some(new) = codes.new else { continue };
        let Some(old) = codes.old_dialect.code(new.kind, new.code) else { continue };
        if codes.old.is_some_and(|paired| paired.code == old.code) {
            continue;
        }
        found.push(
            Draft::new(&RULE, super::code_subject(codes.new_dialect, new))
                .sites(old.site.clone(), new.site.clone())
                .why(format!(
                    "{} code {} is `{}`, and was `{}`.",
                    new.kind.name(),
                    new.code,
                    new.name,
                    old.name
                ))
                .fix("Give new things new codes.")
                .ask(Some(super::ask_code(codes.old_dialect, old)))
                .aim(Aim::code(&codes.new_dialect.name, new.kind, Some(old.code), Some(new.code))),
        );
    }
}
