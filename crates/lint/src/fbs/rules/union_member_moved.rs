//! `fbs-union-member-moved`: a member of a union has another tag.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-union-member-moved",
    code: Code(3882),
    title: "a member of a union has another tag",
    text: "The tag is what files hold. A member that is inserted before others, or swapped with one, is read as another type. Add members at the end, or give every member its tag.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for unions in context.unions() {
        for row in values(unions.old, unions.new) {
            let (Fate::Moved, Some(a), Some(b)) = (row.fate, row.old, row.new) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", unions.pair.path, b.name))
                    .sites(decl_spans::of_value(context.old, a), decl_spans::of_value(context.new, b))
                    .why(format!(
                        "`{}` of `{}` had tag {} and has {}.",
                        b.name, unions.new.name, a.number, b.number
                    ))
                    .fix(format!("Write `{} = {}`, and add new members at the end.", b.name, a.number))
                    .aim(Aim::Member {
                        old: unions.pair.old,
                        new: unions.pair.new,
                        was: Some(a.number),
                        is: Some(b.number),
                    }),
            );
        }
    }
}
