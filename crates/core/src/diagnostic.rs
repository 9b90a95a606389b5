//! [`Diagnostic`]: one finding. Collected by verifiers and judges, rendered by `outlast-report`.

use crate::{Code, Place, Source};

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
#[non_exhaustive]
pub struct Related {
    /// What is there.
    pub label: String,
    /// Where.
    pub place: Place,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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

    /// Says in which nested file this is, from the inside out: `outer` is put in front of the sources of all its places.
    #[must_use]
    pub fn in_source(mut self, outer: &Source) -> Diagnostic {
        self.place = self.place.in_source(outer);
        for related in &mut self.related {
            related.place = std::mem::take(&mut related.place).in_source(outer);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Severity};
    use crate::{Code, Path, Place, Source, Span};

    #[test]
    fn all_places_are_in_the_nested_file() {
        let place = || Place::new(Span::at(4, 4), Path::root());
        let other = place().in_source(&Source::file().section(".llvmcmd"));
        let finding = Diagnostic::new(Code(101), Severity::Error, "odd", place()).related("there", other);
        let finding = finding.in_source(&Source::file().member("x.o"));
        assert_eq!(finding.place.to_string(), "x.o at 0x4..0x8");
        assert_eq!(finding.related[0].place.to_string(), "x.o!.llvmcmd at 0x4..0x8");
    }
}
