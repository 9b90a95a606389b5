//! A program in one screen: what `outlast inspect` shows, as data.

use outlast_core::Result;
use outlast_executorch::facts::{Payload, ProgramFacts};
use outlast_executorch::{BundledFile, FlatTensorFile, ProgramFile};

use crate::detect::FileKind;
use crate::program::Program;

/// A label and its value: `schema version`, `0`.
pub type Fact = (&'static str, String);

/// A table of a summary: a title, column headings, rows.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// What the rows are: `operators`.
    pub title: &'static str,
    /// Column headings.
    pub columns: &'static [&'static str],
    /// Rows, as wide as the headings.
    pub rows: Vec<Vec<String>>,
}

/// A file in one screen.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What kind of file.
    pub kind: FileKind,
    /// Facts of the file as a whole.
    pub facts: Vec<Fact>,
    /// Entry points, tensors, test cases, sizes.
    pub listings: Vec<Listing>,
}

/// Sums up a program.
pub fn summary(program: &Program<'_>) -> Result<Summary> {
    let _ = (program, |p: &ProgramFile<'_>| ProgramFacts::read(p), Payload::Opaque);
    let _: Option<(BundledFile<'_>, FlatTensorFile<'_>)> = None;
    Ok(Summary { kind: program.kind(), facts: Vec::new(), listings: Vec::new() })
}
