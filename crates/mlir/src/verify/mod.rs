//! Whether a file is sound in its own version: upstream's structural rules, collected.
//!
//! Opening, tables and operations are read as every reader does; what fails there is found first. Then every attribute and type whose
//! encoding is known is held against its shape, and operations against what they have to refer to. Functions are verified one
//! by one, so that one that is damaged does not hide the others.

mod codes;
mod cycles;
mod entries;
mod kinds;
mod odd;
mod operations;
mod sizes;
mod unused;
mod vhlo;

use outlast_core::{Diagnostic, Path, Place, Severity, Span};

use crate::defs::section;
use crate::file::File;
use crate::tables::Tables;

pub use codes::CODES;

/// Findings that are collected at most.
const MAX_FINDINGS: usize = 1000;

/// Every finding in a file.
pub fn verify(data: &[u8]) -> Vec<Diagnostic> {
    verify_with(data, false)
}

/// Every finding in a file; `strict` also reports what readers take although no writer encodes it so.
pub fn verify_with(data: &[u8], strict: bool) -> Vec<Diagnostic> {
    verify_on(data, strict, 1)
}

/// As [`verify_with`], functions on several threads. The findings are the same ones, in the same order.
pub fn verify_on(data: &[u8], strict: bool, threads: usize) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let file = match File::open(data) {
        Ok(file) => file,
        Err(error) => return vec![error.to_diagnostic()],
    };
    let mut errors = Vec::new();
    let tables = Tables::read_all(&file, &mut errors);
    let sound = errors.is_empty();
    errors.iter().for_each(|error| findings.add(error.to_diagnostic()));
    if sound {
        let kinds = kinds::Kinds::of(&tables);
        entries::verify(&file, &tables, &kinds, &mut findings);
        cycles::verify(&file, &tables, &mut findings);
        unused::verify(&file, &tables, &mut findings);
        operations::verify(&file, &tables, &kinds, threads, &mut findings);
        if strict && findings.found.is_empty() {
            odd::verify(data, &mut findings);
        }
    }
    findings.found
}

/// Findings, as they come.
#[derive(Debug, Default)]
struct Findings {
    found: Vec<Diagnostic>,
}

impl Findings {
    fn add(&mut self, finding: Diagnostic) {
        if self.found.len() < MAX_FINDINGS {
            self.found.push(finding);
        }
    }

    fn full(&self) -> bool {
        self.found.len() >= MAX_FINDINGS
    }

    fn error(&mut self, code: u16, title: impl Into<String>, span: Span, path: Path) {
        self.add(Diagnostic::new(outlast_core::Code(code), Severity::Error, title, Place::new(span, path)));
    }

    fn warn(&mut self, code: u16, title: impl Into<String>, span: Span, path: Path) {
        self.add(Diagnostic::new(outlast_core::Code(code), Severity::Warning, title, Place::new(span, path)));
    }
}

/// The span of bytes of a section, counted from its start.
fn span_in(file: &File<'_>, id: u8, range: std::ops::Range<usize>) -> Span {
    let start = file.section(id).map_or(0, |found| found.start);
    let wide = |offset: usize| u64::try_from(start.saturating_add(offset)).unwrap_or(u64::MAX);
    Span::bytes(wide(range.start), wide(range.end))
}

/// The path of a section.
fn path_of(id: u8) -> Path {
    Path::root().field(section::name(id))
}
