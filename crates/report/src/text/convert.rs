//! Conversions and edits.
//!
//! ```text
//! m.pte for executorch-0.5.0: written to old.pte (3,104 bytes)
//!   xnnpack-inline-weights
//!     4 weights (848 bytes) moved from named data into payloads
//!   verdict: loads
//! ```

use std::fmt::Write;

use outlast::Verdict;
use outlast::convert::{Cost, Taken};
use outlast_core::Place;

use crate::diagnostic::place;
use crate::escape;
use crate::json::{Refused, Written};
use crate::style::{Painted, Styles};

/// A file was written.
pub fn converted(
    styles: &Styles,
    file: &str,
    target: Option<&str>,
    steps: &[Taken],
    written: &Written,
    verdict: Option<&Verdict>,
) -> String {
    let mut out = escape(file).to_string();
    if let Some(target) = target {
        let _ = write!(out, " for {}", escape(target));
    }
    let _ = write!(out, ": written to {} ({} bytes)", escape(&written.output), written.bytes);
    if let Some(data) = &written.data_output {
        let _ = write!(out, ", with {}", escape(data));
    }
    out.push('\n');
    for step in steps {
        let _ = writeln!(out, "  {}", step.id);
        for change in &step.changes {
            let _ = writeln!(out, "    {}", escape(change));
        }
    }
    if steps.is_empty() {
        let _ = writeln!(out, "  nothing to change: the output is the input");
    }
    if let Some(verdict) = verdict {
        let _ = writeln!(out, "  verdict: {}", Painted(styles.outcome(verdict.outcome), verdict.summary()));
        if !verdict.outcome.is_good() {
            let _ = writeln!(out, "  nothing is known to be lost; what is not known:");
            for (_, reason) in verdict.reasons() {
                let _ = writeln!(out, "    {} {}", reason.code, escape(&reason.sentence()));
            }
            for note in &verdict.notes {
                let _ = writeln!(out, "    {}", escape(note));
            }
        }
    }
    for cost in &written.costs {
        if let Some(price) = price(cost) {
            let _ = writeln!(out, "  cost of {}: {price}", escape(&cost.entry_point));
        }
    }
    for note in &written.notes {
        let _ = writeln!(out, "  note: {}", escape(note));
    }
    out
}

/// `3 calls of operators more (12, now 15)`; what did not change is not named.
fn price(cost: &Cost) -> Option<String> {
    let change = |(before, after): (u64, u64), one: &str, many: &str| {
        let by = before.abs_diff(after);
        let word = if by == 1 { one } else { many };
        let more = if after > before { "more" } else { "less" };
        (by > 0).then(|| format!("{by} {word} {more} ({before}, now {after})"))
    };
    let operators = change(cost.operators, "call of operators", "calls of operators");
    let instructions = cost.instructions.and_then(|counts| change(counts, "instruction", "instructions"));
    let changes: Vec<String> = operators.into_iter().chain(instructions).collect();
    (!changes.is_empty()).then(|| changes.join(", "))
}

/// Nothing was written.
pub fn refused(styles: &Styles, file: &str, target: Option<&str>, refused: Refused<'_>) -> String {
    let mut out = escape(file).to_string();
    if let Some(target) = target {
        let _ = write!(out, " for {}", escape(target));
    }
    let _ = write!(out, ": {}, nothing was written", Painted(styles.error, "refused"));
    let _ = match (refused.unknown, target) {
        (true, Some(target)) => {
            writeln!(out, ": what {} does with the result is not known", escape(target))
        }
        _ => writeln!(out),
    };
    for blocker in refused.reasons {
        match blocker.code {
            Some(code) => _ = writeln!(out, "  {code} {}", escape(&blocker.why)),
            None => _ = writeln!(out, "  {}", escape(&blocker.why)),
        }
        let Place { span, path } = &blocker.place;
        if span.end_byte() > 0 || !span.source.is_file() || !path.to_string().is_empty() {
            let _ = writeln!(out, "    {}", place(&blocker.place));
        }
        if let Some(help) = &blocker.help {
            let _ = writeln!(out, "    help: {}", escape(help));
        }
    }
    if refused.unknown {
        let _ = writeln!(out, "  help: --allow-unknown writes it all the same");
    }
    out
}
