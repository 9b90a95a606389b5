//! `dialect-trait-removed`: an operation has one trait less.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-trait-removed",
    code: Code(4051),
    title: "an operation has one trait less",
    text: "New files may have operations that old readers refuse, because they do not meet what the trait says.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both() {
        let (Some(was), Some(is)) = (&both.old.traits, &both.new.traits) else { continue };
        for one in was.iter().filter(|one| !is.contains(one)) {
            let verified = !super::trait_added::UNVERIFIED.iter().any(|of| one.contains(of));
            if !verified {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.{one}", both.of.subject()))
                    .directions(Directions::OLD_READS_NEW)
                    .surface(Surface::Meaning)
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why("Old readers still ask for it.")
                    .fix("Let writers keep to it as long as old readers are there."),
            );
        }
    }
}
