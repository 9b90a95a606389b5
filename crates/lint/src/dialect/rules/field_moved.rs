//! `dialect-field-moved`: properties are in another order.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-moved",
    code: Code(4023),
    title: "properties are in another order",
    text: "Fields have no names in the file: readers take one for another. Where definitions make the order, it is that of the names.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.blobs() {
        for (old, new) in super::moved(&both) {
            found.push(
                Draft::new(&RULE, both.field(new))
                    .sites(both.old.site.clone(), both.new.site.clone())
                    .why(format!("{} {}", super::place(both.new, new), super::was_place(both.old, old)))
                    .fix("Keep names, and with them the order.")
                    .ask(both.of.old_name().map(|name| Question::op(&name)))
                    .aim(both.properties().with(old.name()).with(new.name())),
            );
        }
    }
}
