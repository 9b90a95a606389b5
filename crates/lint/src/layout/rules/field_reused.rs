//! `layout-field-reused`: the place of a field means something else.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-reused",
    code: Code(3947),
    title: "the place of a field means something else",
    text: "Each reader takes the one for the other, silently. A field that is no longer needed keeps its place.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        for at in 0..records.new.fields.len() {
            let Some((old, new)) = records.replaced(at) else { continue };
            found.push(
                Draft::new(&RULE, format!("{}.{}", records.path(), new.name))
                    .sites(old.site.clone(), new.site.clone())
                    .why(format!("It was `{}`, and is `{}`.", old.name, new.name))
                    .fix("Keep the old field, and add the new one at the end. If it is the same field under another name, give both one `meaning`.")
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
