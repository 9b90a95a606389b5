//! `dialect-code-added`: a dialect encodes one more attribute or type.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-code-added",
    code: Code(4060),
    title: "a dialect encodes one more attribute or type",
    text: "What was text, or not there, has a code now. Old readers refuse a code that they do not know, whatever the version of the container is.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for codes in context.codes.iter().filter(|codes| codes.old_dialect.has_interface()) {
        let (None, Some(new)) = (codes.old, codes.new) else { continue };
        if codes.old_dialect.code(new.kind, new.code).is_some() {
            continue;
        }
        found.push(
            Draft::new(&RULE, super::code_subject(codes.new_dialect, new))
                .directions(Directions::OLD_READS_NEW)
                .sites(None, new.site.clone())
                .why(format!("Old readers do not know {} code {}.", new.kind.name(), new.code))
                .fix("Let writers for old readers write it as text; roll out readers first.")
                .bump(Bump::Minor)
                .ask(Some(super::ask_code(codes.new_dialect, new)))
                .aim(Aim::code(&codes.new_dialect.name, new.kind, None, Some(new.code))),
        );
    }
}
