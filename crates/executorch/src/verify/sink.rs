//! Where findings go: bounded, whatever the file says.

use outlast_core::{Code, Diagnostic, Path, Place, QuickMap, Severity, Span};

/// Findings kept per code and severity; the rest are counted.
const KEPT: u64 = 50;

/// Names longer than this are not compared or shown in full: many objects may share one long string.
pub(super) const LONGEST_NAME: usize = 1024;

/// A name as findings show it.
pub(super) fn shown(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name.get(..80).unwrap_or(name));
    let more = if name.len() > 80 { "…" } else { "" };
    format!("`{}{more}`", text.escape_debug())
}

/// Collects findings.
#[derive(Debug, Default)]
pub(super) struct Sink {
    out: Vec<Diagnostic>,
    counts: QuickMap<(Code, Severity), (u64, usize)>,
}

impl Sink {
    /// Adds a finding, made only if it is kept.
    pub(super) fn add(&mut self, code: Code, severity: Severity, make: impl FnOnce() -> Diagnostic) {
        let entry = self.counts.entry((code, severity)).or_default();
        entry.0 += 1;
        if entry.0 <= KEPT {
            entry.1 = self.out.len();
            self.out.push(make());
        }
    }

    /// Adds a finding with its title and place.
    pub(super) fn put(
        &mut self,
        code: Code,
        severity: Severity,
        title: impl Into<String>,
        span: Span,
        path: Path,
    ) {
        self.add(code, severity, || Diagnostic::new(code, severity, title, Place::new(span, path)));
    }

    /// Adds an error.
    pub(super) fn error(&mut self, code: Code, title: impl Into<String>, span: Span, path: Path) {
        self.put(code, Severity::Error, title, span, path);
    }

    /// Adds a warning.
    pub(super) fn warning(&mut self, code: Code, title: impl Into<String>, span: Span, path: Path) {
        self.put(code, Severity::Warning, title, span, path);
    }

    /// Adds a note.
    pub(super) fn note(&mut self, code: Code, title: impl Into<String>, span: Span, path: Path) {
        self.put(code, Severity::Note, title, span, path);
    }

    /// Gives help to the finding that was added last, if it was kept.
    pub(super) fn help(&mut self, help: &str) {
        if let Some(last) = self.out.last_mut().filter(|d| d.help.is_none()) {
            last.help = Some(help.into());
        }
    }

    /// The findings in order of their places; the last of a code that had more says how many.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        for (count, last) in self.counts.values() {
            if *count > KEPT
                && let Some(diagnostic) = self.out.get_mut(*last)
            {
                diagnostic.notes.push(format!("{} more of this kind", count - KEPT));
            }
        }
        self.out.sort_by_key(|d| (d.place.span.start_byte(), d.code));
        self.out
    }
}
