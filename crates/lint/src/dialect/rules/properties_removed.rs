//! `dialect-properties-removed`: an operation no longer has properties.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-properties-removed",
    code: Code(4014),
    title: "an operation no longer has properties",
    text: "New readers refuse old files with the operation, because it has a blob there; old readers miss what they require.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both().filter(|both| both.old.has_properties() && !both.new.has_properties()) {
        let names: Vec<&str> = both.old.fields.iter().map(Field::name).collect();
        found.push(
            Draft::new(&RULE, both.of.subject())
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It had a blob with {}.", super::listed(&names)))
                .fix("Keep one property, so that the operation still reads its blob.")
                .ask(both.of.old_name().map(|name| Question::op(&name)))
                .aim(both.properties()),
        );
    }
}
