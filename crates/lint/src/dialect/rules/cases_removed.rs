//! `dialect-cases-removed`: an attribute can have fewer values.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-cases-removed",
    code: Code(4034),
    title: "an attribute can have fewer values",
    text: "Old files may have one that is not taken any more: then they are refused, or the operation is not valid.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        let gone: Vec<&str> =
            old.cases.iter().filter(|of| !new.cases.contains(of)).map(String::as_str).collect();
        if old.cases.is_empty() || new.cases.is_empty() || gone.is_empty() {
            continue;
        }
        found.push(
            Draft::new(&RULE, both.field(new))
                .directions(Directions::NEW_READS_OLD)
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It cannot be {} any more.", super::listed(&gone)))
                .fix("Keep the values, and let the reader turn them into what replaces them.")
                .ask(both.of.old_name().map(|name| Question::field(&name, both.old, old.name(), false))),
        );
    }
}
