//! `dialect-version-unchanged`: the version of a dialect is the same, though its bytes changed.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-version-unchanged",
    code: Code(4003),
    title: "the version of a dialect is the same, though its bytes changed",
    text: "A version that files say lets readers of the new release read what the old one wrote, and lets old readers refuse what they would misread. It helps only if it is raised together with the change.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, findings: &[Finding], found: &mut Findings) {
    for (old, new) in &context.dialects {
        let (Some(old), Some(new)) = (old, new) else { continue };
        let (Some(was), Some(is)) = (old.version, new.version) else { continue };
        let of = |finding: &&Finding| {
            let wire = finding.surface == Surface::Wire && finding.level == Level::Break;
            wire && finding.subject.strip_prefix(&*new.name).is_some_and(|rest| rest.starts_with('.'))
        };
        let Some(first) = findings.iter().find(of).filter(|_| was == is) else { continue };
        found.push(
            Draft::new(&RULE, new.name.clone())
                .surface(Surface::Meaning)
                .sites(super::site_of(old), super::site_of(new))
                .why(format!("Both releases write version {is}, though `{}` changed ({}).", first.subject, first.rule.name))
                .fix("Raise the version of the dialect, and let its reader take the older form for older versions.")
                .bump(Bump::Minor),
        );
    }
}
