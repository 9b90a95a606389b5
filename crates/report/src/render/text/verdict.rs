//! Verdicts: the answer first, then each problem with its place and what to do.
//!
//! ```text
//! FAIL  net_xnn.pte will not load on executorch-0.6.0
//!
//! error[OL2016]: XNNPACK of executorch-0.6.0 has no node `XNNGelu` (added in 0.7.0)
//!   --> plan forward / delegate 0 / xnodes[2] (0xc38..0xc48)
//!   = runtime prints: Unhandled node type: XNNGelu
//!   = help: keep gelu out of the XNNPACK partition; 0.6.0 has aten::gelu.out
//! runs on: executorch 0.7.0 – 1.5.1
//! ```

use std::fmt::Write;

use outlast::{Remedy, Verdict};

use super::headline::{Conversion, Headline, INDENT};
use super::problems::{self, Problem};
use super::style::{Painted, Styles};
use crate::RunsOn;
use crate::escape;
use crate::risk::RiskRecord;

/// Targets that are shown one by one; of more, those that say the same are one.
const TARGETS: usize = 3;

/// A file that was judged.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'j> {
    /// The file.
    pub file: &'j str,
    /// Files that were loaded together with it.
    pub data: &'j [String],
    /// Options that it was read with, as words of a command line.
    pub options: &'j [String],
    /// Targets whose verdicts do not count, each with why: `ignored`, or `known`.
    pub excuses: &'j [(&'j str, &'j str)],
}

impl Judged<'_> {
    fn excuse(&self, target: &str) -> Option<&str> {
        self.excuses.iter().find(|(of, _)| *of == target).map(|(_, excuse)| *excuse)
    }

    fn conversion<'v>(&self, verdict: &'v Verdict) -> Conversion<'v>
    where
        Self: 'v,
    {
        let Judged { file, data, options, .. } = *self;
        Conversion { file, data, target: &verdict.target, profile: verdict.profile.as_deref(), options }
    }
}

/// All verdicts on a file, and the releases that run it, if that was looked for. `verbose` shows each target, entry points that are good,
/// and all problems.
pub fn verdicts(
    styles: &Styles,
    judged: Judged<'_>,
    verdicts: &[Verdict],
    runs_on: Option<&[RunsOn]>,
    verbose: bool,
) -> String {
    let risks = verdicts.first().map(|verdict| RiskRecord::all(&verdict.risks)).unwrap_or_default();
    let lead = super::risks(styles, judged.file, &risks, verbose);
    let mut out = String::new();
    let mut groups: Vec<&[Verdict]> = Vec::new();
    if verdicts.len() > TARGETS && !verbose {
        groups.extend(verdicts.chunk_by(|a, b| {
            let excuses = judged.excuse(&a.target) == judged.excuse(&b.target);
            excuses && a.outcome.is_good() == b.outcome.is_good() && says(a) == says(b)
        }));
    } else {
        groups.extend(verdicts.chunks(1));
    }
    let mut parted = true;
    for group in groups {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let targets = match group.len() {
            1 => first.target.clone(),
            _ => format!("{} – {}", first.target, last.target),
        };
        let one = headed(styles, judged, &targets, first, verbose);
        // What takes several lines stands apart.
        let long = one.lines().count() > 1;
        if !out.is_empty() && (long || !parted) {
            out.push('\n');
        }
        parted = !long;
        out.push_str(&one);
    }
    for runs_on in runs_on.into_iter().flatten() {
        let _ = writeln!(out, "{}: {runs_on}", Painted(styles.bold, "runs on"));
    }
    lead + &out
}

/// What tells a verdict from those of other releases.
pub(super) fn says(verdict: &Verdict) -> impl PartialEq {
    let reasons: Vec<_> = verdict
        .reasons()
        .map(|(entry, reason)| (entry.name.clone(), reason.code, reason.subject.clone()))
        .collect();
    (verdict.summary(), verdict.stage, reasons, verdict.remedy.clone(), verdict.notes.clone())
}

/// A verdict on a file. `verbose` shows entry points that are good, too, and all problems.
pub fn verdict(styles: &Styles, judged: Judged<'_>, verdict: &Verdict, verbose: bool) -> String {
    let risks = RiskRecord::all(&verdict.risks);
    super::risks(styles, judged.file, &risks, verbose)
        + &headed(styles, judged, &verdict.target, verdict, verbose)
}

fn headed(styles: &Styles, judged: Judged<'_>, targets: &str, verdict: &Verdict, verbose: bool) -> String {
    let headline = Headline::of(judged.file, targets, verdict, judged.excuse(&verdict.target));
    let found = if verbose || !verdict.outcome.is_good() {
        problems::of_verdict(verdict, verbose)
    } else {
        Vec::new()
    };
    let fixable = matches!(verdict.remedy, Remedy::Convertible(_));
    let mut out = headline.render(styles, fixable.then_some(found.len()));
    if let Remedy::Convertible(steps) = &verdict.remedy {
        out.push_str(&judged.conversion(verdict).line());
        if verbose {
            let _ = writeln!(out, "{INDENT}steps: {}", steps.join(", "));
        }
    }
    if verbose {
        for entry in &verdict.entry_points {
            let outcome = Painted(styles.outcome(entry.outcome), entry.outcome.name());
            let _ = writeln!(out, "{INDENT}{}: {outcome}", escape(&entry.name));
        }
    }
    for note in verdict.notes.iter().filter(|note| !is_said(&found, note)) {
        let _ = writeln!(out, "{INDENT}note: {}", escape(note));
    }
    // What is fixed by one command needs no more than a line; but wrong results that come silently are shown.
    match fixable && !verbose && verdict.outcome == outlast::Outcome::Fails {
        true => out.push_str(&problems::lines(&found)),
        false => out.push_str(&problems::blocks(styles, &found, verbose)),
    }
    if let Remedy::NoneKnown(reasons) = &verdict.remedy {
        let new = |reason: &&String| !is_said(&found, reason) && !verdict.notes.contains(reason);
        for reason in reasons.iter().filter(new) {
            let _ = writeln!(out, "{}: {}", Painted(styles.bold, "no conversion"), escape(reason));
        }
    }
    out
}

fn is_said(problems: &[Problem<'_>], text: &str) -> bool {
    problems.iter().any(|problem| problem.covers(text))
}
