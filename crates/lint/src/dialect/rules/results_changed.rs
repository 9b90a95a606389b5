//! `dialect-results-changed`: an operation has other numbers of results.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-results-changed",
    code: Code(4041),
    title: "an operation has other numbers of results",
    text: "The verifier refuses an operation with more or fewer results than its definition has.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for both in context.both() {
        let (Some(was), Some(is)) = (&both.old.results, &both.new.results) else { continue };
        let counts = |parts: &[Part]| parts.iter().map(|part| part.count).collect::<Vec<Count>>();
        if counts(was) == counts(is) {
            continue;
        }
        let listed = |parts: &[Part]| parts.iter().map(Part::text).collect::<Vec<String>>().join(", ");
        found.push(
            Draft::new(&RULE, both.of.subject())
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It has ({}), and had ({}).", listed(is), listed(was)))
                .fix("Add what may be left out behind the others, and roll out readers first; otherwise add an operation.")
                .ask(both.of.old_name().map(|name| Question::op(&name)))
                .aim(both.numbers()),
        );
    }
}
