//! [`Context`]: what the parts of a verification share: findings, and in which file of the file they are.

use outlast_core::{Budget, Code, Diagnostic, Error, Findings, Path, Place, Severity, Source, Span};

/// Findings kept per code and severity; the rest are counted.
const OF_EACH: usize = 100;

/// What the parts of a verification share. Places of findings are in the source that is set.
#[derive(Debug)]
pub(super) struct Context {
    /// How deep the file is in the bytes of pickles.
    pub(super) depth: u32,
    /// Who reads all that is in it, where a file holds others.
    pub(super) within: Option<super::By>,
    findings: Findings,
    /// In which file of the file the places count that follow.
    pub(super) source: Source,
    /// What reading the file runs.
    pub(super) runs: super::runs::Found,
    /// Bytes of the data of tensors whose checksums are still compared.
    pub(super) data: Budget,
}

impl Default for Context {
    fn default() -> Context {
        Context::with(Budget::new(u64::MAX))
    }
}

impl Context {
    /// One for a file of whose tensors so much data may be read.
    pub(super) fn with(data: Budget) -> Context {
        Context {
            depth: 0,
            within: None,
            findings: Findings::of_each(OF_EACH),
            source: Source::file(),
            runs: super::runs::Found::default(),
            data,
        }
    }

    /// For what is in the bytes of a pickle.
    pub(super) fn inside(outer: &Context) -> Context {
        Context {
            depth: outer.depth.saturating_add(1),
            within: outer.within,
            ..Context::with(Budget::new(0))
        }
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
        self.findings.all().iter().any(|found| found.code == code && found.place.span.source == self.source)
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
        self.findings.add(diagnostic);
    }

    /// The findings in order of their files and places; the last of a code that had more says how many.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.findings.finish_in_order()
    }
}
