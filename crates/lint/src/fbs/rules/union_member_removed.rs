//! `fbs-union-member-removed`: a member of a union is gone.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-union-member-removed",
    code: Code(3881),
    title: "a member of a union is gone",
    text: "Old files hold its tag, and new readers do not know what stands behind it: the value is lost, and verifiers take it unseen. Keep the member.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for unions in context.unions() {
        for row in values(unions.old, unions.new) {
            let (Fate::Removed, Some(value)) = (row.fate, row.old) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", unions.pair.path, value.name))
                    .directions(Directions::NEW_READS_OLD)
                    .sites(decl_spans::of_value(context.old, value), None)
                    .why(format!(
                        "`{}` (tag {}) is gone from `{}`: old files hold it.",
                        value.name, value.number, unions.old.name
                    ))
                    .fix("Keep the member, with a comment that it is no longer written.")
                    .aim(Aim::Member {
                        old: unions.pair.old,
                        new: unions.pair.new,
                        was: Some(value.number),
                        is: None,
                    }),
            );
        }
    }
}
