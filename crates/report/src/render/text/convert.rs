//! Conversions and edits.
//!
//! ```text
//! OK    m.pte for executorch-0.5.0: written to old.pte (3104 bytes)
//!       xnnpack-inline-weights
//!         4 weights (848 bytes) moved from named data into payloads
//!       verdict: loads
//! ```

use std::fmt::Write;

use outlast::Verdict;
use outlast::convert::{AppliedStep, Cost};

use super::headline::INDENT;
use super::problems;
use super::style::{Painted, Styles};
use crate::escape;
use crate::json::{Refused, Written};

/// A file was written.
pub fn converted(
    styles: &Styles,
    file: &str,
    target: Option<&str>,
    steps: &[AppliedStep],
    written: &Written,
    verdict: Option<&Verdict>,
) -> String {
    let for_target = target.map(|target| format!(" for {}", escape(target))).unwrap_or_default();
    let (word, style) = match verdict {
        Some(verdict) if !verdict.outcome.is_good() => ("UNKNOWN", styles.warning),
        _ => ("OK   ", styles.good),
    };
    let mut out = format!("{} {}{for_target}", Painted(style, word), escape(file));
    let _ = write!(out, ": written to {} ({} bytes)", escape(&written.output), written.bytes);
    if let Some(data) = &written.data_output {
        let _ = write!(out, ", with {}", escape(data));
    }
    out.push('\n');
    for step in steps {
        let _ = writeln!(out, "{INDENT}{}", step.id);
        for change in &step.changes {
            let _ = writeln!(out, "{INDENT}  {}", escape(change));
        }
    }
    if steps.is_empty() {
        let _ = writeln!(out, "{INDENT}nothing to change: the output is the input");
    }
    if let Some(verdict) = verdict {
        let _ =
            writeln!(out, "{INDENT}verdict: {}", Painted(styles.outcome(verdict.outcome), verdict.summary()));
        if !verdict.outcome.is_good() {
            let _ = writeln!(out, "{INDENT}nothing is known to be lost; what is not known:");
            let problems = problems::of_verdict(verdict, false);
            out.push_str(&problems::lines(&problems));
            for note in &verdict.notes {
                let _ = writeln!(out, "{INDENT}{}", escape(note));
            }
        }
    }
    for cost in &written.costs {
        if let Some(price) = price(cost) {
            let _ = writeln!(out, "{INDENT}cost of {}: {price}", escape(&cost.entry_point));
        }
    }
    for note in &written.notes {
        let _ = writeln!(out, "{INDENT}note: {}", escape(note));
    }
    out
}

/// `operator calls 12 -> 15`; what did not change is not named.
fn price(cost: &Cost) -> Option<String> {
    let change = |(before, after): (u64, u64), what: &str| {
        (before != after).then(|| format!("{what} {before} -> {after}"))
    };
    let operators = change(cost.operators, "operator calls");
    let instructions = cost.instructions.and_then(|counts| change(counts, "instructions"));
    let changes: Vec<String> = operators.into_iter().chain(instructions).collect();
    (!changes.is_empty()).then(|| changes.join(", "))
}

/// Nothing was written; `verbose` shows all problems.
pub fn refused(
    styles: &Styles,
    file: &str,
    target: Option<&str>,
    refused: Refused<'_>,
    verbose: bool,
) -> String {
    let for_target = target.map(|target| format!(" for {}", escape(target))).unwrap_or_default();
    let (word, style) = if refused.unknown { ("UNKNOWN", styles.warning) } else { ("FAIL ", styles.error) };
    let mut out = format!("{} {}{for_target}: nothing was written", Painted(style, word), escape(file));
    if let (true, Some(target)) = (refused.unknown, target) {
        let _ = write!(out, ": what {} does with the result is not known", escape(target));
    }
    out.push('\n');
    if refused.unknown {
        let _ = writeln!(out, "{INDENT}help: --allow-unknown writes it anyway");
    }
    let found = problems::of_blockers(refused.reasons, refused.unknown);
    out.push_str(&problems::blocks(styles, &found, verbose));
    out
}
