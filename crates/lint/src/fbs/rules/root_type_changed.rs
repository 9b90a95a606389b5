//! `fbs-root-type-changed`: the root type is another table.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-root-type-changed",
    code: Code(3801),
    title: "the root type is another table",
    text: "Files start with the root table. A reader with another root type takes the first table of an old file for something that it is not. Give the other type its own file identifier, and readers that choose by it. With one identifier this always breaks, also where the two tables look alike: nothing tells readers which of the two a file starts with.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let Roots::Other(old, new) = context.matching.roots else { return };
    let (was, is) = (&context.old.object(old).name, &context.new.object(new).name);
    let (had, has) = (&context.old.file_identifier, &context.new.file_identifier);
    let draft = Draft::new(&RULE, context.new.object(new).short_name())
        .sites(decl_spans::of_root(context.old), decl_spans::of_root(context.new))
        .by_rule(Directions::BOTH)
        .aim(Aim::Root);
    found.push(match (had, has) {
        (Some(had), Some(has)) if had != has => draft
            .why(format!("Files that start with `{was}` have the identifier `{had}`, those that start with `{is}` have `{has}`: a reader of both must dispatch on the identifier."))
            .fix(format!("Keep the schema with `root_type {was}` as a file of its own, and choose between the two readers by the identifier.")),
        _ => draft
            .why(format!("Files of the old version start with `{was}`; the new version takes their first table for `{is}`."))
            .fix(format!("Keep `root_type {was}`. Put `{is}` into files with another file identifier.")),
    });
}
