//! [`Difference`]: what one of two programs says otherwise.

use std::collections::BTreeMap;
use std::fmt;

use outlast_core::Error;

use crate::setters::setters;

/// How something differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
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
#[non_exhaustive]
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

impl Difference {
    /// A change of a part at a path; what stands there is still to be said.
    pub fn new(part: &'static str, path: String, change: Change) -> Difference {
        Difference { part, path, change, before: None, after: None }
    }

    setters! {
        /// With this in the first file.
        before: Option<String>,
        /// With this in the second file.
        after: Option<String>,
    }
}

/// Why two files are not compared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DiffError {
    /// The files are of different kinds, or of one that is not compared: why.
    Impossible(String),
    /// One of the two cannot be read: the first, or the second.
    Unreadable(Side, Error),
}

/// One of two files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first.
    Before,
    /// The second.
    After,
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiffError::Impossible(why) => f.write_str(why),
            DiffError::Unreadable(Side::Before, error) => write!(f, "the first file: {error}"),
            DiffError::Unreadable(Side::After, error) => write!(f, "the second file: {error}"),
        }
    }
}

impl std::error::Error for DiffError {}

/// Compares two maps: keys on one side are added or removed, equal keys with unequal values are changed.
pub fn maps<V: PartialEq>(
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
