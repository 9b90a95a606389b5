//! `dialect-code-layout-changed`: an attribute or type is encoded in another way under the same code.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-code-layout-changed",
    code: Code(4064),
    title: "an attribute or type is encoded in another way under the same code",
    text: "Readers of the other release read too much, too little, or one field for another. A new layout needs a new code, or a version of the dialect that distinguishes them.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for codes in &context.codes {
        let (Some(old), Some(new)) = (codes.old, codes.new) else { continue };
        let (Some(was), Some(is)) = (&old.layout, &new.layout) else { continue };
        let names =
            |layout: &Layout| layout.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<String>>();
        // Fields that only have other names are read as before.
        if old.code != new.code || was == is || alike(was, is) && names(was) != names(is) {
            continue;
        }
        found.push(
            Draft::new(&RULE, super::code_subject(codes.new_dialect, new))
                .sites(old.site.clone(), new.site.clone())
                .why(format!("It is encoded as `{}`, and was as `{}`.", text(is), text(was)))
                .fix("Give the new layout a new code.")
                .ask(Some(super::ask_code(codes.old_dialect, old)))
                .aim(Aim::code(&codes.new_dialect.name, new.kind, Some(old.code), Some(new.code))),
        );
    }
}
