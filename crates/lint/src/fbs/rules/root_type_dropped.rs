//! `fbs-root-type-dropped`: only one version names a root type.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-root-type-dropped",
    code: Code(3802),
    title: "only one version names a root type",
    text: "Without a root type nothing says what files start with, and flatc generates no verifier for whole files. Types were compared by name. Name the root type in both versions.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let (name, directions) = match context.matching.roots {
        Roots::Old(id) => (context.old.object(id).short_name(), Directions::OLD_READS_NEW),
        Roots::New(id) => (context.new.object(id).short_name(), Directions::NEW_READS_OLD),
        Roots::Same(..) | Roots::Other(..) | Roots::None => return,
    };
    found.push(
        Draft::new(&RULE, name)
            .directions(directions)
            .surface(Surface::Source)
            .sites(decl_spans::of_root(context.old), decl_spans::of_root(context.new))
            .why(format!("Only one version says that files start with `{name}`; types were matched by name."))
            .fix(format!("Say `root_type {name};` in both versions.")),
    );
}
