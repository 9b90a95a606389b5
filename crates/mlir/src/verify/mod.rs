//! Whether a file is sound in its own version: upstream's structural rules, collected.
//!
//! Opening, tables and operations are read as every reader does; what fails there is found first. Then every attribute and type whose
//! encoding is known is held against its shape, and operations against what they have to refer to. Functions are verified one
//! by one, so that one that is damaged does not hide the others.

mod codes;
mod cycles;
mod entries;
mod kinds;
mod non_canonical;
mod operations;
mod sizes;
mod unused;
mod vhlo;

use outlast_core::{Diagnostic, Path, Place, Span};

use crate::defs::section;
use crate::file::File;
use crate::ir::{Ir, LazyRegions};
use crate::tables::Tables;

pub use codes::CODES;

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
        let kinds = of_tables(&file, &tables, &mut findings);
        operations::verify(&file, &tables, &kinds, threads, &mut findings);
        if strict && findings.found.all().is_empty() {
            non_canonical::verify(data, &mut findings);
        }
    }
    findings.found.finish()
}

/// What is found in tables that were read.
fn of_tables(file: &File<'_>, tables: &Tables<'_>, findings: &mut Findings) -> kinds::Kinds {
    let kinds = kinds::Kinds::of(tables);
    entries::verify(file, tables, &kinds, findings);
    cycles::verify(file, tables, findings);
    unused::verify(file, tables, findings);
    kinds
}

/// The same findings, where somebody else reads the operations: they are handed over in parts.
pub(crate) struct Parts<'f, 'a> {
    file: &'f File<'a>,
    tables: &'f Tables<'a>,
    kinds: kinds::Kinds,
    findings: Findings,
}

impl<'f, 'a> Parts<'f, 'a> {
    /// What is found in tables.
    pub(crate) fn of(file: &'f File<'a>, tables: &'f Tables<'a>) -> Parts<'f, 'a> {
        let mut findings = Findings::default();
        let kinds = of_tables(file, tables, &mut findings);
        Parts { file, tables, kinds, findings }
    }

    /// The bytes of all operations, or of regions that were skipped.
    pub(crate) fn span(&self, lazy: Option<&LazyRegions>) -> Span {
        let all = || self.file.section(section::IR).map_or((0, 0), |found| (found.start, found.end));
        let (start, end) = lazy.map_or_else(all, |lazy| (lazy.start, lazy.end));
        let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
        Span::bytes(wide(start), wide(end))
    }

    /// Operations that were read together: those outside of functions, or the regions of one that was skipped.
    pub(crate) fn look(&mut self, ir: &Ir, lazy: Option<&LazyRegions>) {
        operations::part(self.file, self.tables, &self.kinds, ir, lazy, &mut self.findings);
    }

    /// All that was found, and where something stands of which nothing tells whether it is of the kind that has to be there.
    pub(crate) fn into_findings(self) -> (Vec<Diagnostic>, Vec<(String, Place)>) {
        (self.findings.found.finish(), self.findings.unsure)
    }
}

/// Findings, as they come.
#[derive(Debug, Default)]
struct Findings {
    found: outlast_core::Findings,
    /// What may be of another kind than has to be there: no findings, as an attribute of a dialect may be of any kind.
    unsure: Vec<(String, Place)>,
}

/// How much of what may be of another kind is kept.
const MAX_UNSURE: usize = 8;

impl Findings {
    fn add(&mut self, finding: Diagnostic) {
        self.found.add(finding);
    }

    fn full(&self) -> bool {
        self.found.is_full()
    }

    fn unsure(&mut self, what: impl FnOnce() -> (String, Place)) {
        if self.unsure.len() < MAX_UNSURE {
            self.unsure.push(what());
        }
    }

    fn error(&mut self, code: u16, title: impl Into<String>, span: Span, path: Path) {
        self.found.error(outlast_core::Code(code), title, span, path);
    }

    fn warn(&mut self, code: u16, title: impl Into<String>, span: Span, path: Path) {
        self.found.warning(outlast_core::Code(code), title, span, path);
    }
}

/// The span of bytes of a section, counted from its start.
pub(crate) fn span_in(file: &File<'_>, id: u8, range: std::ops::Range<usize>) -> Span {
    let start = file.section(id).map_or(0, |found| found.start);
    let wide = |offset: usize| u64::try_from(start.saturating_add(offset)).unwrap_or(u64::MAX);
    Span::bytes(wide(range.start), wide(range.end))
}

/// The path of a section.
pub(crate) fn path_of(id: u8) -> Path {
    Path::root().field(section::name(id))
}
