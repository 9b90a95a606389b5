//! `fbs-root-type-changed`: the root type is another table.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-root-type-changed",
    code: Code(3801),
    title: "the root type is another table",
    text: "Files start with the root table. A reader with another root type takes the first table of an old file for something that it is not. Give the other type its own file identifier, and readers that choose by it.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let Roots::Other(old, new) = context.matching.roots else { return };
    let (was, is) = (&context.old.object(old).name, &context.new.object(new).name);
    found.push(
        Draft::new(&RULE, context.new.object(new).short_name())
            .sites(sites::of_root(context.old), sites::of_root(context.new))
            .why(format!("Files of the old version start with `{was}`; the new version takes their first table for `{is}`."))
            .fix(format!("Keep `root_type {was}`. Put `{is}` into files with another file identifier."))
            .aim(Aim::Root),
    );
}
