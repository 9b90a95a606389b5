//! Two programs, compared by meaning: entry points, operators, values, constants by content, delegates, memory; not by
//! layout: the order of tables, the header, padding and offsets do not matter.

mod executorch;

use std::collections::BTreeMap;

use outlast_core::{Error, ErrorKind, Result, Span};

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

/// Compares two programs of one kind; an empty list means that they say the same. Fails where one of them cannot be
/// read, and where they are of different kinds.
pub fn diff(a: &Program<'_>, b: &Program<'_>) -> Result<Vec<Difference>> {
    let mut out = Vec::new();
    match (a, b) {
        (Program::Executorch(a), Program::Executorch(b)) => executorch::programs(a, b, &mut out)?,
        (Program::ExecutorchData(a), Program::ExecutorchData(b)) => executorch::data(a, b, &mut out)?,
        (Program::ExecutorchBundle(a), Program::ExecutorchBundle(b)) => executorch::bundles(a, b, &mut out)?,
        (Program::Bitstream(_), Program::Bitstream(_)) => {
            let why = "bitstreams are not compared yet: compare what `outlast dump` prints of them";
            let kind = ErrorKind::Invalid { what: "files to compare", why: why.into() };
            return Err(Error::new(kind, Span::default()));
        }
        (Program::Mlir(_), Program::Mlir(_)) => {
            let why = "MLIR bytecode is not compared yet: compare what `outlast dump` prints of both";
            let kind = ErrorKind::Invalid { what: "files to compare", why: why.into() };
            return Err(Error::new(kind, Span::default()));
        }
        (a, b) => {
            let why = format!("one is an {}, the other an {}", a.kind().title(), b.kind().title());
            let kind = ErrorKind::Invalid { what: "files to compare", why };
            return Err(Error::new(kind, Span::default()));
        }
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
