//! The verdict of a target: its own profile's, or what its neighbours say of it.

use crate::error::CheckError;
use crate::family::Between;
use crate::program::{Companion, Judge};
use crate::targets::{Profile, Resolved, Target};
use crate::verdict::{Basis, EntryVerdict, Outcome, Verdict};

/// The verdict on a file for a target of its family.
///
/// # Errors
///
/// [`CheckError::OtherFamily`] if the target reads files of other kinds.
pub fn verdict(
    judge: &dyn Judge,
    companions: &[Companion<'_>],
    target: &Target,
) -> Result<Verdict, CheckError> {
    let family = target.definition();
    if family.reads != judge.family() {
        let (target, family) = (target.name().to_string(), judge.family());
        return Err(CheckError::OtherFamily { target, family });
    }
    let between = family.between;
    let name = target.name();
    let of = |profile: &Profile| judge.judge(companions, profile);
    let mut verdict = match (target.resolved(), between) {
        (Resolved::Exact(profile), _) => of(profile),
        (Resolved::Patch(nearest) | Resolved::Outside(nearest), Between::Rule(rule)) => {
            rule(judge, name, nearest, None)
        }
        (Resolved::Between(before, after), Between::Rule(rule)) => rule(judge, name, before, Some(after)),
        (Resolved::Carried { profile, release, judged_as }, _) => {
            let mut verdict = of(profile).resting_on(name, Basis::Between);
            let title = family.title;
            verdict.notes.push(format!("{name} carries {title} {release}: judged as {judged_as}"));
            verdict
        }
        (Resolved::Patch(profile), Between::Minor) => of(profile).with_name(name),
        (Resolved::Patch(nearest), _) => patch(name, of(nearest), nearest),
        (Resolved::Between(before, after), Between::Agree) => {
            agreed(name, (of(before), before), (of(after), after))
        }
        (Resolved::Between(before, after), Between::Minor) => {
            outside(name, (of(before), before), Some((of(after), after)))
        }
        (Resolved::Between(before, after), Between::Unknown) => {
            outside(name, (of(before), before), Some((of(after), after)))
        }
        (Resolved::Outside(nearest), _) => outside(name, (of(nearest), nearest), None),
    };
    verdict.profile = target.file().map(str::to_string);
    Ok(verdict)
}

/// A patch release is judged as the one of the same minor version that has a profile.
fn patch(name: &str, verdict: Verdict, nearest: &Profile) -> Verdict {
    let mut verdict = verdict.resting_on(name, Basis::Between);
    verdict.notes.push(format!("no profile of this patch release: judged as {}", nearest.name));
    verdict
}

/// Two neighbours that agree speak for the release between them; where they differ, it is unknown.
fn agreed(name: &str, (old, before): (Verdict, &Profile), (new, after): (Verdict, &Profile)) -> Verdict {
    let pairs = old.entry_points.iter().zip(&new.entry_points);
    let entries = pairs.map(|(a, b)| {
        let entry = if a.outcome.is_good() { b.clone() } else { a.clone() };
        if a.outcome == b.outcome { entry } else { entry.unknown() }
    });
    let mut verdict = Verdict::new(name, entries.collect()).resting_on(name, Basis::Between);
    let what = match before.read_from() {
        Some(_) => {
            "taken from its code, which was not run, and built from sources between two releases: judged as"
        }
        None => "no profile of this release: judged by its neighbours",
    };
    verdict.notes.push(format!(
        "{what} {} ({}) and {} ({})",
        before.name,
        old.outcome.name(),
        after.name,
        new.outcome.name()
    ));
    verdict
}

/// A release whose neighbours, one or two, do not speak for it. What the first of them says is shown.
fn outside(
    name: &str,
    (verdict, nearest): (Verdict, &Profile),
    other: Option<(Verdict, &Profile)>,
) -> Verdict {
    let said = |outcome: Outcome| outcome.name();
    let note = match &other {
        None => format!(
            "no profile of this release, which is outside of those that have one; the nearest, {}, gives: {}",
            nearest.name,
            said(verdict.outcome)
        ),
        Some((after, next)) => format!(
            "no profile of this release; its neighbours {} and {} give: {} and {}",
            nearest.name,
            next.name,
            said(verdict.outcome),
            said(after.outcome)
        ),
    };
    let mut unknown =
        Verdict::new(name, verdict.entry_points.into_iter().map(EntryVerdict::unknown).collect());
    unknown.notes.push(note);
    unknown
}
