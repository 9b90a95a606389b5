//! `dialect-properties-added`: an operation has properties now.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-properties-added",
    code: Code(4013),
    title: "an operation has properties now",
    text: "Its attributes were in the dictionary, or there were none; from now on there is a blob. Old readers refuse an operation with a blob that they know as one without. New readers do without the blob in old files, if nothing in it is required.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both().filter(|both| !both.old.has_properties() && both.new.has_properties()) {
        let names: Vec<&str> = both.new.fields.iter().map(Field::name).collect();
        found.push(
            Draft::new(&RULE, both.of.subject())
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It has a blob with {}, even where none of them is set.", super::listed(&names)))
                .fix("Write for old readers in version 4 of the container, which has no properties; or roll out readers first.")
                .ask(both.of.new_name().map(|name| Question::op(&name)))
                .aim(both.properties()),
        );
    }
}
