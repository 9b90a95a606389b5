//! Verdicts.
//!
//! ```text
//! m.pte on executorch-0.5.0: misreads at run
//!   forward: misreads at run
//!     OL2014 XnnpackBackend: needs weights by name; the reader ignores named data
//!       at 0x4d2..0x4d6  (plan forward / delegate 0)
//!       the reader reports no error
//!       help: export with weights in the payload
//! ```

use std::fmt::Write;

use outlast::{EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

use crate::RunsOn;
use crate::diagnostic::place;
use crate::escape;
use crate::style::{Painted, Styles};

/// Most reasons of an entry point that are shown without being asked for.
const REASONS: usize = 20;

/// Targets that are shown one by one; of more, those that say the same are one.
const TARGETS: usize = 3;

/// All verdicts on a file, and the releases that run it, if that was looked for.
pub fn verdicts(
    styles: &Styles,
    file: &str,
    verdicts: &[Verdict],
    runs_on: Option<&[RunsOn]>,
    verbose: bool,
) -> String {
    let mut out = String::new();
    let mut groups: Vec<&[Verdict]> = Vec::new();
    if verdicts.len() > TARGETS && !verbose {
        groups.extend(
            verdicts.chunk_by(|a, b| a.outcome.is_good() == b.outcome.is_good() && says(a) == says(b)),
        );
    } else {
        groups.extend(verdicts.chunks(1));
    }
    for group in groups {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let targets = match group.len() {
            1 => first.target.clone(),
            _ => format!("{} – {}", first.target, last.target),
        };
        out.push_str(&headed(styles, file, &targets, first, verbose));
    }
    for runs_on in runs_on.into_iter().flatten() {
        let _ = writeln!(out, "runs on: {runs_on}");
    }
    out
}

/// What tells a verdict from those of other releases.
fn says(verdict: &Verdict) -> impl PartialEq {
    let reasons: Vec<_> = verdict
        .reasons()
        .map(|(entry, reason)| (entry.name.clone(), reason.code, reason.subject.clone()))
        .collect();
    (verdict.summary(), verdict.stage, reasons, verdict.remedy.clone(), verdict.notes.clone())
}

/// A verdict on a file. `verbose` shows entry points that are good, too, and all reasons.
pub fn verdict(styles: &Styles, file: &str, verdict: &Verdict, verbose: bool) -> String {
    headed(styles, file, &verdict.target, verdict, verbose)
}

fn headed(styles: &Styles, file: &str, targets: &str, verdict: &Verdict, verbose: bool) -> String {
    let mut out = String::new();
    let summary = Painted(styles.outcome(verdict.outcome), verdict.summary());
    let _ = write!(out, "{} on {}: {summary}", escape(file), escape(targets));
    match (verdict.outcome, verdict.stage) {
        (Outcome::Fails, Some(stage)) => _ = write!(out, ", fails {}", at(stage)),
        (Outcome::Misreads, Some(stage)) => _ = write!(out, " {}", at(stage)),
        _ => {}
    }
    if let Some(basis) = verdict.basis {
        let _ = write!(out, " ({})", basis.name());
    }
    out.push('\n');
    for note in &verdict.notes {
        let _ = writeln!(out, "  note: {}", escape(note));
    }
    for entry in &verdict.entry_points {
        if verbose || !entry.outcome.is_good() {
            entry_point(&mut out, styles, entry, verbose);
        }
    }
    match &verdict.remedy {
        Remedy::Convertible(steps) => {
            let _ = writeln!(out, "  remedy: convertible ({})", steps.join(", "));
        }
        Remedy::NoneKnown(reasons) => {
            let _ = writeln!(out, "  remedy: none known");
            for reason in reasons {
                let _ = writeln!(out, "    {}", escape(reason));
            }
        }
        _ => {}
    }
    out
}

/// `at load`, `at method`, `at run`.
fn at(stage: Stage) -> String {
    format!("at {}", stage.name())
}

fn entry_point(out: &mut String, styles: &Styles, entry: &EntryVerdict, verbose: bool) {
    let outcome = Painted(styles.outcome(entry.outcome), entry.outcome.name());
    let stage = entry.stage.map(|stage| format!(" {}", at(stage))).unwrap_or_default();
    let _ = writeln!(out, "  {}: {outcome}{stage}", escape(&entry.name));
    let shown = if verbose { usize::MAX } else { REASONS };
    for one in entry.reasons.iter().take(shown) {
        reason(out, styles, entry, one);
    }
    if entry.reasons.len() > shown {
        let _ = writeln!(out, "    … {} more reasons (-v shows them)", entry.reasons.len() - shown);
    }
}

fn reason(out: &mut String, styles: &Styles, entry: &EntryVerdict, reason: &Reason) {
    let code = Painted(styles.outcome(reason.outcome), reason.code);
    let _ = write!(out, "    {code} {}", escape(&reason.sentence()));
    // Only where this reason alone would end otherwise than the entry point does.
    if reason.outcome != entry.outcome || reason.stage != entry.stage {
        let stage = reason.stage.map(|stage| format!(" {}", at(stage))).unwrap_or_default();
        let _ = write!(out, " [{}{stage}]", reason.outcome.name());
    }
    let _ = writeln!(out, "\n      {}", place(&reason.place));
    match &reason.says {
        Some(says) => _ = writeln!(out, "      the reader says: {}", escape(says)),
        None if reason.outcome == Outcome::Misreads => _ = writeln!(out, "      the reader reports no error"),
        None => {}
    }
    if let Some(help) = &reason.help {
        let _ = writeln!(out, "      help: {}", escape(help));
    }
}
