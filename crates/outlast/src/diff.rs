//! Two programs, compared by meaning: entry points, operators, values, constants by content, delegates, memory; not by
//! layout: the order of tables, the header, padding and offsets do not matter.

mod executorch;

use std::collections::BTreeMap;

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

/// Why two files were not compared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DiffError {
    /// They are of different kinds.
    Kinds(&'static str, &'static str),
    /// One of them cannot be read.
    Unreadable(outlast_core::Error),
}

impl From<outlast_core::Error> for DiffError {
    fn from(error: outlast_core::Error) -> DiffError {
        DiffError::Unreadable(error)
    }
}

impl std::fmt::Display for DiffError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DiffError::Kinds(a, b) => write!(f, "cannot compare a file of kind {a} with one of kind {b}"),
            DiffError::Unreadable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiffError {}

/// Compares two programs of one kind. An empty list means that they say the same.
pub fn diff(a: &Program<'_>, b: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
    let mut out = Vec::new();
    match (a, b) {
        (Program::Executorch(a), Program::Executorch(b)) => executorch::programs(a, b, &mut out)?,
        (Program::ExecutorchData(a), Program::ExecutorchData(b)) => executorch::data(a, b, &mut out)?,
        (Program::ExecutorchBundle(a), Program::ExecutorchBundle(b)) => executorch::bundles(a, b, &mut out)?,
        (a, b) => return Err(DiffError::Kinds(a.kind().name(), b.kind().name())),
    }
    Ok(out)
}

/// Compares two maps: keys on one side are added or removed, equal keys with unequal values are changed.
fn maps<V: PartialEq>(
    part: &'static str,
    (a, b): (&BTreeMap<String, V>, &BTreeMap<String, V>),
    show: impl Fn(&V) -> String,
    out: &mut Vec<Difference>,
) {
    let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    for key in keys {
        let (before, after) = (a.get(key), b.get(key));
        let change = match (before, after) {
            (Some(x), Some(y)) if x == y => continue,
            (Some(_), Some(_)) => Change::Changed,
            (Some(_), None) => Change::Removed,
            (None, _) => Change::Added,
        };
        out.push(Difference {
            part,
            path: key.clone(),
            change,
            before: before.map(&show),
            after: after.map(&show),
        });
    }
}
