//! `outlast/scan/1`: a document, or lines between a head and a tail.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::scan::{Line, Looked, Record, Skipped, Summary};

/// The scan as one document, `outlast/scan/1`.
#[derive(Debug, Serialize)]
pub struct ScanDocument<'s> {
    schema: &'static str,
    summary: &'s Summary,
    results: Vec<&'s Record>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<&'s Looked>,
    skipped: Vec<&'s Skipped>,
}

impl<'s> ScanDocument<'s> {
    /// All that a scan found.
    pub fn new(lines: &'s [Line], summary: &'s Summary) -> ScanDocument<'s> {
        let (mut results, mut files, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            match line {
                Line::Verdict(record) => results.push(record),
                Line::File(file) => files.push(file),
                Line::Skipped(file) => skipped.push(file),
            }
        }
        ScanDocument { schema: SCHEMA, summary, results, files, skipped }
    }
}

/// The schema of a scan's document, and of the first line of a stream.
pub const SCHEMA: &str = "outlast/scan/1";

/// What stands before the lines of a stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename = "scan")]
pub struct Head {
    /// [`SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The version of Outlast.
    pub version: String,
    /// The targets.
    pub targets: Vec<String>,
}

/// What stands behind the lines of a stream.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "summary")]
pub struct Tail<'s> {
    /// The summary.
    #[serde(flatten)]
    pub summary: &'s Summary,
}
