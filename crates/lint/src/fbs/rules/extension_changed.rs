//! `fbs-extension-changed`: the file extension is another one.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-extension-changed",
    code: Code(3805),
    title: "the file extension is another one",
    text: "flatc names files by it; readers do not look at it. Tools that find files by their names have to learn the new one.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let (was, is) = (&context.old.file_extension, &context.new.file_extension);
    if was == is {
        return;
    }
    let show =
        |text: &Option<String>| text.as_ref().map_or("`bin` (none given)".to_string(), |t| format!("`{t}`"));
    found.push(
        Draft::new(&RULE, "file_extension")
            .surface(Surface::Source)
            .sites(decl_spans::of_extension(context.old), decl_spans::of_extension(context.new))
            .why(format!("Files were named {} and are named {}.", show(was), show(is)))
            .fix("Look for tools that find files by their names."),
    );
}
