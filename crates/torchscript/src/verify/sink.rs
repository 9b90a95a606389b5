//! Where findings go: bounded, whatever the file says.

use std::collections::HashMap;

use outlast_core::{Budget, Code, Diagnostic, Error, Path, Place, Severity, Source, Span};

/// Findings kept per code and severity; the rest are counted.
const KEPT: u64 = 100;

/// A name as findings show it.
pub(super) fn shown(name: &str) -> String {
    let mut characters = name.chars();
    let text: String = characters.by_ref().take(100).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("`{}{more}`", text.escape_debug())
}

/// Collects findings. Places are in the source that is set.
#[derive(Debug)]
pub(super) struct Sink {
    /// How deep the file is in the bytes of pickles.
    pub(super) depth: u32,
    /// Who reads all that is in it, where a file holds others.
    pub(super) within: Option<super::By>,
    out: Vec<Diagnostic>,
    counts: HashMap<(Code, Severity), (u64, usize)>,
    /// In which file of the file the places count that follow.
    pub(super) source: Source,
    /// What reading the file runs.
    pub(super) runs: super::runs::Found,
    /// Bytes of the data of tensors whose checksums are still compared.
    pub(super) data: Budget,
}

impl Default for Sink {
    fn default() -> Sink {
        Sink::with(Budget::new(u64::MAX))
    }
}

impl Sink {
    /// One for a file of whose tensors so much data may be read.
    pub(super) fn with(data: Budget) -> Sink {
        Sink {
            depth: 0,
            within: None,
            out: Vec::new(),
            counts: HashMap::new(),
            source: Source::file(),
            runs: super::runs::Found::default(),
            data,
        }
    }

    /// For what is in the bytes of a pickle.
    pub(super) fn inside(outer: &Sink) -> Sink {
        Sink { depth: outer.depth.saturating_add(1), within: outer.within, ..Sink::with(Budget::new(0)) }
    }

    pub(super) fn put(&mut self, code: Code, severity: Severity, title: impl Into<String>, span: Span) {
        self.add(Diagnostic::new(code, severity, title, Place::new(span, Path::root())));
    }

    pub(super) fn error(&mut self, code: Code, title: impl Into<String>, span: Span) {
        self.put(code, Severity::Error, title, span);
    }

    pub(super) fn warning(&mut self, code: Code, title: impl Into<String>, span: Span) {
        self.put(code, Severity::Warning, title, span);
    }

    pub(super) fn note(&mut self, code: Code, title: impl Into<String>, span: Span) {
        self.put(code, Severity::Note, title, span);
    }

    /// Whether there is a finding of this code in the file that is looked at.
    pub(super) fn has(&self, code: Code) -> bool {
        self.out.iter().any(|found| found.code == code && found.place.span.source == self.source)
    }

    /// A reading error as a finding of another code.
    pub(super) fn failure(&mut self, code: Code, error: &Error) {
        let mut diagnostic = error.to_diagnostic();
        diagnostic.code = code;
        self.add(diagnostic);
    }

    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        let source = self.source.clone();
        self.add_placed(diagnostic.in_source(&source));
    }

    /// A finding whose place says in which file of the file it is.
    pub(super) fn add_placed(&mut self, diagnostic: Diagnostic) {
        let entry = self.counts.entry((diagnostic.code, diagnostic.severity)).or_default();
        entry.0 += 1;
        if entry.0 <= KEPT {
            entry.1 = self.out.len();
            self.out.push(diagnostic);
        }
    }

    /// The findings in order of their files and places; the last of a code that had more says how many.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        for (count, last) in self.counts.values() {
            if *count > KEPT
                && let Some(diagnostic) = self.out.get_mut(*last)
            {
                diagnostic.notes.push(format!("{} more of this kind", count - KEPT));
            }
        }
        self.out.sort_by_cached_key(|d| (d.place.span.source.to_string(), d.place.span.start_byte(), d.code));
        self.out
    }
}
