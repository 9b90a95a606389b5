//! `layout-variable-not-last`: a record has something after its variable-size entry.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-variable-not-last",
    code: Code(3960),
    title: "a record has something after its variable-size entry",
    text: "A record can have one entry of variable size, and it comes last: an array takes all operands to the end, and an abbreviation has one array or one blob.",
    seed: Some(
        "Each record can only contain one variable-sized entry (either an array or a \"blob\" of bytes).",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        let faulty = |record: &Record| {
            let variable = record.fields.iter().position(|field| field.kind != Kind::Scalar);
            variable.is_some_and(|at| at + 1 != record.fields.len())
        };
        if faulty(records.new) && !faulty(records.old) {
            found.push(
                Draft::new(&RULE, records.path())
                    .sites(records.old.site.clone(), records.new.site.clone())
                    .why("Behind an array or blob there can be no other field.")
                    .fix("Put what is new into a second record right after this one.")
                    .bump(Bump::None),
            );
        }
    }
}
