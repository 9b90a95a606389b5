//! `dialect-op-removed`: an operation is gone.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-op-removed",
    code: Code(4010),
    title: "an operation is gone",
    text: "New readers refuse old files that hold it. Keep it, and let the reader turn it into what stands for it now; or convert the files that exist.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for of in &context.ops {
        let (Some(old), None) = (of.old, of.new) else { continue };
        let Some(name) = of.old_name() else { continue };
        found.push(
            Draft::new(&RULE, name.clone())
                .directions(Directions::NEW_READS_OLD)
                .sites(old.site.clone(), None)
                .why("New readers do not know it, and its dialect takes no unknown operations.")
                .fix("Keep the operation, or convert the files that exist before it goes.")
                .ask(Some(Question::op(&name)))
                .aim(Aim::names(Some(name), None)),
        );
    }
}
