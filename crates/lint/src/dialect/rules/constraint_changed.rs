//! `dialect-constraint-changed`: the constraint of an attribute is worded differently.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-constraint-changed",
    code: Code(4036),
    title: "the constraint of an attribute is worded differently",
    text: "The verifier asks something else of the attribute, or the same in other words. If it asks more, old files may not be valid any more; if it asks less, old readers may refuse new ones.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        let (Some(was), Some(is)) = (&old.constraint, &new.constraint) else { continue };
        if was == is
            || old.cases != new.cases
            || old.property.kind != new.property.kind
            || old.property.form != new.property.form
        {
            continue;
        }
        found.push(
            Draft::new(&RULE, both.field(new))
                .surface(Surface::Meaning)
                .sites(both.old.site.clone(), both.new.site.clone())
                .why(format!("It has to be: {is}. It had to be: {was}."))
                .fix("Make sure that what was valid still is."),
        );
    }
}
