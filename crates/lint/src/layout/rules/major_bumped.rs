//! `layout-major-bumped`: the major version grew: old readers refuse new files.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-major-bumped",
    code: Code(3901),
    title: "the major version grew: old readers refuse new files",
    text: "That is what a major version is for: a file that old readers would misread is refused instead. Roll out the readers first, and keep writing the old version until they are everywhere.",
    seed: Some(
        "Remember that any new data will be ignored by the old tools. If it's something that should affect how old tools read the file, it must be encoded in an existing field; if that's impossible, you have a backwards-incompatible change and should bump the major version number of the file.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    let Some((was, is)) = context.old.version.as_ref().zip(context.new.version.as_ref()) else { return };
    if is.is.major > was.is.major {
        found.push(
            Draft::new(&RULE, "version")
                .directions(Directions::OLD_READS_NEW)
                .sites(was.site.clone(), is.site.clone())
                .why(format!("Readers of version {} refuse files of version {}.", was.is, is.is))
                .fix("Roll out readers of the new version before writers.")
                .bump(Bump::None)
                .aim(version_aim(&context.new)),
        );
    }
}
