//! Findings of a verifier.

use std::fmt::Write;

use outlast::FileKind;
use outlast_core::{Diagnostic, Severity};

use crate::diagnostic::{Source, Tally, render};
use crate::escape;
use crate::style::{Painted, Styles};

/// All findings on a file, and one line that sums them up. Notes are shown if `verbose`.
pub fn findings(
    styles: &Styles,
    source: &Source<'_>,
    kind: FileKind,
    diagnostics: &[Diagnostic],
    verbose: bool,
) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter().filter(|d| verbose || d.severity > Severity::Note) {
        out.push_str(&render(styles, source, diagnostic));
        out.push('\n');
    }
    let tally = Tally::of(diagnostics);
    let (style, word) = if tally.errors > 0 { (styles.error, "not valid") } else { (styles.good, "valid") };
    let _ = write!(out, "{}: {} {}", escape(source.name), Painted(style, word), kind.title());
    if !diagnostics.is_empty() {
        let _ = write!(out, ": {}", tally.text());
    }
    if tally.notes > 0 && !verbose {
        out.push_str(" (-v shows notes)");
    }
    out.push('\n');
    out
}
