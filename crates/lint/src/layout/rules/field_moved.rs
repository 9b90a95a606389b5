//! `layout-field-moved`: fields are in another order.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-moved",
    code: Code(3946),
    title: "fields are in another order",
    text: "Fields are identified by position: each reader takes one for the other.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        let order = |of: &Record, other: &Record| -> Vec<String> {
            let operands = of.fields.iter().filter(|field| field.kind != Kind::Blob);
            operands
                .filter(|field| {
                    other.field_named(field.key()).is_some_and(|(_, other)| other.kind != Kind::Blob)
                })
                .map(|field| field.key().to_string())
                .collect()
        };
        if order(records.old, records.new) != order(records.new, records.old) {
            found.push(
                Draft::new(&RULE, records.path())
                    .sites(records.old.site.clone(), records.new.site.clone())
                    .why("The same fields stand at other places than before.")
                    .fix("Keep the order.")
                    .aim(Aim::record(records.blocks.new.key(), records.new.key())),
            );
        }
    }
}
