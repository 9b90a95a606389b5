//! `layout-minor-exact`: the minor version changed, and readers take only their own.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-minor-exact",
    code: Code(3905),
    title: "the minor version changed, and readers take only their own",
    text: "Swift modules do this on purpose: each compiler reads what it wrote. For files that are kept, it strands all of them with each release.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    let Some((was, is)) = context.old.version.as_ref().zip(context.new.version.as_ref()) else { return };
    let exact = context.old.reader.exact_minor || context.new.reader.exact_minor;
    if exact && was.is.major == is.is.major && was.is.minor != is.is.minor {
        found.push(
            Draft::new(&RULE, "version")
                .sites(was.site.clone(), is.site.clone())
                .why(format!("Readers of {} and {} refuse each other's files.", was.is, is.is))
                .fix("Let readers take any minor version of their major version, if files are kept.")
                .bump(Bump::None)
                .aim(version_aim(&context.new).with_all(version_aim(&context.old))),
        );
    }
}
