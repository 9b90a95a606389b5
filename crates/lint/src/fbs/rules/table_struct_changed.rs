//! `fbs-table-struct-changed`: a table became a struct, or a struct a table.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-table-struct-changed",
    code: Code(3811),
    title: "a table became a struct, or a struct a table",
    text: "A struct is stored in place, a table behind an offset: the bytes of the one are nonsense for a reader of the other. Keep the old type, add the new one under another name, and a new field for it.",
    seed: Some("Use `table`, not `struct`, for structured data."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.objects().filter(|objects| objects.old.is_struct != objects.new.is_struct) {
        let word = |is_struct: bool| if is_struct { "struct" } else { "table" };
        let (was, is) = (word(objects.old.is_struct), word(objects.new.is_struct));
        let (old, new) = context.object_sites(objects);
        found.push(
            Draft::new(&RULE, objects.pair.path.clone())
                .sites(old, new)
                .why(format!(
                    "`{}` was a {was} and is a {is}: it is stored in another form where it is used.",
                    objects.new.name
                ))
                .fix(format!("Keep the {was}; add the {is} as a new type, in a new field."))
                .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new }),
        );
    }
}
