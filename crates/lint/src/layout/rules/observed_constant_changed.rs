//! `layout-observed-constant-changed`: an operand that was constant has another constant value.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-observed-constant-changed",
    code: Code(3992),
    title: "an operand that was constant has another constant value",
    text: "A version, an epoch, a kind: readers may compare it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for (records, ..) in super::observed(context) {
        let (Some(was), Some(is)) = (&records.old.seen, &records.new.seen) else { continue };
        // In a few records anything is constant; texts and lists have no operands of their own.
        let lists = records.old.array().is_some() || records.new.array().is_some();
        if was.records.min(is.records) < 5 || lists {
            continue;
        }
        for (index, (was, is)) in was.values.iter().zip(&is.values).enumerate() {
            if was.0 != was.1 || is.0 != is.1 || was == is {
                continue;
            }
            found.push(
                Draft::new(&RULE, format!("{}.op{index}", records.path()))
                    .sites(records.old.site.clone(), records.new.site.clone())
                    .surface(Surface::Meaning)
                    .why(format!("It is {} in all records, and was {} in all.", is.0, was.0))
                    .fix("Look what readers do with it."),
            );
        }
    }
}
