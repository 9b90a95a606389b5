//! `fbs-struct-array-length-changed`: an array in a struct has another length.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-array-length-changed",
    code: Code(3818),
    title: "an array in a struct has another length",
    text: "The length is part of the layout: what follows the array moves, and the struct has another size. Keep the length; use a vector in a table for lists that grow.",
    seed: Some("`struct` cannot handle optional fields; changes to `struct` are typically not FC/BC."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.structs() {
        for row in rows(objects.old, objects.new) {
            let Some((f, g)) = row.old.zip(row.new) else { continue };
            if relate(context.old, f.ty, context.new, g.ty) != Relation::Length {
                continue;
            }
            let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
            found.push(
                Draft::new(&RULE, format!("{}.{}", objects.pair.path, g.name))
                    .sites(context.old_site(objects.old, f), context.new_site(objects.new, g))
                    .why(format!("`{}` was `{was}` and is `{is}`: the struct has another size.", g.name))
                    .fix("Keep the length; put longer lists into a vector of a table.")
                    .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new }),
            );
        }
    }
}
