//! Findings of a verifier: the answer, then all that was found.

use std::fmt::Write;

use outlast::FileKind;
use outlast_core::{Diagnostic, Severity};

use super::diagnostic::{Source, Tally, render};
use super::style::{Painted, Styles};
use crate::escape;
use crate::risk::{self, RiskRecord};

/// Code that reading the file runs, one line that sums up, and all findings on a file. Notes are shown if `verbose`.
pub fn findings(
    styles: &Styles,
    source: &Source<'_>,
    kind: FileKind,
    risks: &[RiskRecord],
    diagnostics: &[Diagnostic],
    verbose: bool,
) -> String {
    let tally = Tally::of(diagnostics);
    let valid = tally.errors == 0;
    let (style, word) = match (valid, risk::is_live(risks)) {
        (true, false) => (styles.good, "OK  "),
        (true, true) => (styles.error, "CODE"),
        (false, _) => (styles.error, "FAIL"),
    };
    let not = if valid { "" } else { "not " };
    let mut out = super::risk(styles, source.name, risks);
    let _ = write!(out, "{}  {}: {not}valid {}", Painted(style, word), escape(source.name), kind.title());
    if !diagnostics.is_empty() {
        let _ = write!(out, ": {}", tally.text());
    }
    if tally.notes > 0 && !verbose {
        out.push_str(" (-v shows notes)");
    }
    out.push('\n');
    for diagnostic in diagnostics.iter().filter(|d| verbose || d.severity > Severity::Note) {
        out.push('\n');
        out.push_str(&render(styles, source, diagnostic));
    }
    out
}
