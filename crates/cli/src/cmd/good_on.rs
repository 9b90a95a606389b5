//! [`GoodOn`]: the releases that run a program, and those that run several.

use outlast::{Basis, CheckError, CodeMeaning as _, Companion, PreparedProgram, Target, Verdict};
use outlast_report::RunsOn;

/// Releases of one kind of reader, oldest first, each with whether it runs a program.
#[derive(Clone, Debug)]
pub(super) struct GoodOn {
    family: &'static str,
    releases: Vec<(String, bool)>,
}

impl GoodOn {
    /// Whether no release runs it.
    pub(super) fn is_none(&self) -> bool {
        self.releases.iter().all(|(_, good)| !good)
    }

    /// Whether another is of the same releases.
    fn is_of(&self, other: &GoodOn) -> bool {
        let first = |good_on: &GoodOn| good_on.releases.first().map(|(name, _)| name.clone());
        self.family == other.family && first(self) == first(other)
    }

    /// Leaves only the releases that run another program, too.
    fn and(&mut self, other: &GoodOn) {
        for (name, good) in &mut self.releases {
            *good &= other.releases.iter().any(|(other, good)| other == name && *good);
        }
    }
}

/// The releases that run every one of several programs; none where that is not known of one.
pub(super) fn good_on_all<'g>(
    programs: impl IntoIterator<Item = Option<&'g [GoodOn]>>,
) -> Option<Vec<GoodOn>> {
    let mut all: Vec<GoodOn> = Vec::new();
    for program in programs {
        for own in program? {
            match all.iter_mut().find(|known| known.is_of(own)) {
                Some(known) => known.and(own),
                None => all.push(own.clone()),
            }
        }
    }
    Some(all)
}

/// Releases in ranges.
pub(super) fn as_runs_on(good_on: &[GoodOn]) -> Vec<RunsOn> {
    let ranges = |one: &GoodOn| {
        RunsOn::new(one.family, one.releases.iter().map(|(name, good)| (name.as_str(), *good)))
    };
    good_on.iter().map(ranges).collect()
}

/// The releases that run a program, of each kind of reader that one of the targets is; others than those of the program's family are left out.
pub(super) fn good_on(
    subject: &PreparedProgram,
    companions: &[Companion<'_>],
    targets: &[Target],
    basis: Basis,
) -> Vec<GoodOn> {
    let mut found: Vec<GoodOn> = Vec::new();
    let mut asked: Vec<String> = Vec::new();
    for target in targets.iter().filter(|target| subject.is_meant_for(target)) {
        let siblings = target.siblings();
        let Some(first) = siblings.first().map(|sibling| sibling.name().to_string()) else { continue };
        if asked.contains(&first) {
            continue;
        }
        asked.push(first);
        let verdicts = siblings.iter().map(|sibling| subject.check(companions, sibling));
        let Ok(verdicts) = verdicts.collect::<Result<Vec<Verdict>, CheckError>>() else { continue };
        // Without the files that it asks for, nothing is known of where it runs.
        let lacks = |verdict: &Verdict| verdict.reasons().any(|(_, reason)| reason.code.needs_companion());
        if verdicts.iter().any(lacks) {
            continue;
        }
        let good = verdicts.into_iter().map(|verdict| verdict.at_least(basis).outcome.is_good());
        let releases = siblings.iter().map(|sibling| sibling.name().to_string()).zip(good);
        found.push(GoodOn { family: target.family(), releases: releases.collect() });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{GoodOn, as_runs_on, good_on_all};

    #[test]
    fn what_runs_all_of_them() {
        let of = |family: &'static str, good: [bool; 3]| {
            let releases = good.iter().enumerate().map(|(n, good)| (format!("{family}-{n}"), *good));
            vec![GoodOn { family, releases: releases.collect() }]
        };
        let (one, two) = (of("x", [false, true, true]), of("x", [true, true, false]));
        let other = of("y", [true, false, false]);
        let all = good_on_all([&one, &two, &other].map(|of| Some(of.as_slice()))).unwrap();
        let said: Vec<String> = as_runs_on(&all).iter().map(ToString::to_string).collect();
        assert_eq!(said, ["x 1", "y 0"]);
        assert!(good_on_all([Some(one.as_slice()), None]).is_none(), "of one it is not known");
    }
}
