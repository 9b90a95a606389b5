//! `dialect-cases-added`: an attribute can have more values.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-cases-added",
    code: Code(4035),
    title: "an attribute can have more values",
    text: "Old readers refuse a value that they do not know. Roll out readers first.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        let more: Vec<&str> =
            new.cases.iter().filter(|of| !old.cases.contains(of)).map(String::as_str).collect();
        if old.cases.is_empty() || new.cases.is_empty() || more.is_empty() {
            continue;
        }
        found.push(
            Draft::new(&RULE, both.field(new))
                .directions(Directions::OLD_READS_NEW)
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It can be {}, too.", super::listed(&more)))
                .fix("Roll out the readers first."),
        );
    }
}
