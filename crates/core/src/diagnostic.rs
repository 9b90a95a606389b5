//! [`Diagnostic`]: one finding. Collected by verifiers and judges, rendered by `outlast-report`.

use crate::{Code, Place};

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Odd, and harmless.
    Note,
    /// May be wrong: a person should look.
    Warning,
    /// Wrong: a reader refuses, crashes or computes something else.
    Error,
}

impl Severity {
    /// `note`, `warning`, `error`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Another place that a finding speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// What is there.
    pub label: String,
    /// Where.
    pub place: Place,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What was found and what was expected: one line.
    pub title: String,
    /// Where.
    pub place: Place,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding without notes or help.
    pub fn new(code: Code, severity: Severity, title: impl Into<String>, place: Place) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            title: title.into(),
            place,
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Adds a further fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn related(mut self, label: impl Into<String>, place: Place) -> Diagnostic {
        self.related.push(Related { label: label.into(), place });
        self
    }
}
