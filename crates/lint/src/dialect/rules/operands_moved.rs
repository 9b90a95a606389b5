//! `dialect-operands-moved`: operands are in another order.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-operands-moved",
    code: Code(4043),
    title: "operands are in another order",
    text: "Operands have no names in the file: readers take one for another, silently.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both() {
        let (Some(was), Some(is)) = (&both.old.operands, &both.new.operands) else { continue };
        let names = |parts: &[Part]| parts.iter().map(|part| part.name.clone()).collect::<Vec<String>>();
        let (before, after) = (names(was), names(is));
        // Beside others that came or went, too.
        let common = |of: &[String], other: &[String]| -> Vec<String> {
            of.iter().filter(|name| other.contains(name)).cloned().collect()
        };
        if common(&before, &after) == common(&after, &before) {
            continue;
        }
        let why = format!("The order is ({}), and was ({}).", after.join(", "), before.join(", "));
        found.push(
            Draft::new(&RULE, both.of.subject())
                .surface(Surface::Meaning)
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(why)
                .fix("Keep the order.")
                .ask(both.of.old_name().map(|name| Question::op(&name)))
                .aim(both.numbers()),
        );
    }
}
