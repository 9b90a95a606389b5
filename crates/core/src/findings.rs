//! [`Findings`]: what a verifier finds, bounded whatever the file says.

use crate::{Code, Diagnostic, Path, Place, QuickMap, Severity, Span};

/// Findings that are kept where nothing else is said: a damaged file may have one in every record.
const MOST: usize = 1000;

/// Collects findings up to a bound.
#[derive(Debug)]
pub struct Findings {
    kept: Vec<Diagnostic>,
    /// How many there were of each kind, and where the last one is that was kept.
    counts: QuickMap<(Code, Severity), (usize, usize)>,
    of_each: usize,
    in_all: usize,
}

impl Default for Findings {
    /// At most 1,000 in all.
    fn default() -> Findings {
        Findings { kept: Vec::new(), counts: QuickMap::default(), of_each: usize::MAX, in_all: MOST }
    }
}

impl Findings {
    /// At most so many of each code and severity; the others are counted.
    pub fn of_each(most: usize) -> Findings {
        Findings { of_each: most, in_all: usize::MAX, ..Findings::default() }
    }

    /// Adds a finding.
    pub fn add(&mut self, finding: Diagnostic) {
        self.add_with(finding.code, finding.severity, || finding);
    }

    /// Adds a finding, made only if it is kept.
    pub fn add_with(&mut self, code: Code, severity: Severity, make: impl FnOnce() -> Diagnostic) {
        let (count, last) = self.counts.entry((code, severity)).or_default();
        *count += 1;
        if *count <= self.of_each && self.kept.len() < self.in_all {
            *last = self.kept.len();
            self.kept.push(make());
        }
    }

    /// Adds a finding with its title and place.
    pub fn put(&mut self, code: Code, severity: Severity, title: impl Into<String>, span: Span, path: Path) {
        self.add_with(code, severity, || Diagnostic::new(code, severity, title, Place::new(span, path)));
    }

    /// Adds an error.
    pub fn error(&mut self, code: Code, title: impl Into<String>, span: Span, path: Path) {
        self.put(code, Severity::Error, title, span, path);
    }

    /// Adds a warning.
    pub fn warning(&mut self, code: Code, title: impl Into<String>, span: Span, path: Path) {
        self.put(code, Severity::Warning, title, span, path);
    }

    /// Adds a note.
    pub fn note(&mut self, code: Code, title: impl Into<String>, span: Span, path: Path) {
        self.put(code, Severity::Note, title, span, path);
    }

    /// Gives help to the finding that was kept last, if it has none.
    pub fn help(&mut self, help: &str) {
        if let Some(last) = self.kept.last_mut().filter(|last| last.help.is_none()) {
            last.help = Some(help.into());
        }
    }

    /// The findings that were kept.
    pub fn all(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// The finding that was kept last.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.kept.last_mut()
    }

    /// Whether no more are kept.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= self.in_all
    }

    /// The findings as they came; the last of a kind that had more than are kept of each says how many.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for (count, last) in self.counts.values() {
            let more = count.saturating_sub(self.of_each);
            if let Some(finding) = self.kept.get_mut(*last).filter(|_| more > 0) {
                finding.notes.push(format!("{more} more of this kind"));
            }
        }
        self.kept
    }

    /// The same in the order of their files and places.
    pub fn finish_in_order(self) -> Vec<Diagnostic> {
        let mut all = self.finish();
        all.sort_by_cached_key(|d| (d.place.span.source.to_string(), d.place.span.start_byte(), d.code));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::Findings;
    use crate::{Code, Path, Span};

    #[test]
    fn what_is_not_kept_is_counted() {
        let mut findings = Findings::of_each(2);
        for at in [9, 7, 5] {
            findings.error(Code(1), "a", Span::bytes(at, at + 1), Path::root());
        }
        findings.note(Code(1), "b", Span::bytes(8, 9), Path::root());
        findings.help("h");
        assert!(!findings.is_full());
        let found = findings.finish_in_order();
        let starts: Vec<u64> = found.iter().map(|finding| finding.place.span.start_byte()).collect();
        assert_eq!(starts, [7, 8, 9]);
        assert_eq!(
            (&*found[0].notes, found[1].help.as_deref()),
            (&["1 more of this kind".to_string()][..], Some("h"))
        );
        let mut findings = Findings { in_all: 1, ..Findings::default() };
        findings.note(Code(1), "a", Span::default(), Path::root());
        findings.note(Code(1), "b", Span::default(), Path::root());
        assert!(findings.is_full() && findings.all().len() == 1);
        assert!(findings.finish()[0].notes.is_empty(), "only what is counted by kind says how many more");
    }
}
