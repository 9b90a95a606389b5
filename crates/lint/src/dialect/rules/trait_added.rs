//! `dialect-trait-added`: an operation has one more trait.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-trait-added",
    code: Code(4050),
    title: "an operation has one more trait",
    text: "The verifier asks what the trait says of every operation, in old files, too. What was valid may not be any more.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both() {
        let (Some(was), Some(is)) = (&both.old.traits, &both.new.traits) else { continue };
        for one in is.iter().filter(|one| !was.contains(one)) {
            let verified = !UNVERIFIED.iter().any(|of| one.contains(of));
            found.push(
                Draft::new(&RULE, format!("{}.{one}", both.of.subject()))
                    .directions(Directions::NEW_READS_OLD)
                    .level(if verified { Level::DependsOnData } else { Level::Note })
                    .surface(Surface::Meaning)
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why(match verified {
                        true => "New readers refuse operations that do not meet it.",
                        false => "It says something to compilers, and asks nothing of files.",
                    })
                    .fix("Make sure that all operations that were valid meet it.")
                    .bump(if verified { Bump::Major } else { Bump::None })
                    .ask(verified.then(|| both.of.old_name().map(|name| Question::op(&name))).flatten()),
            );
        }
    }
}

/// Traits that no verifier looks at.
pub(super) const UNVERIFIED: &[&str] = &[
    "AlwaysSpeculatableImplTrait",
    "RecursivelySpeculatableImplTrait",
    "RecursiveMemoryEffects",
    "AffineScope",
    "AutomaticAllocationScope",
    "Commutative",
    "Involution",
    "Idempotent",
    "ReturnLike",
    "Scalarizable",
    "Vectorizable",
    "Tensorizable",
];
