//! The same results as documents with a `schema`; `docs/json.md` shows one of each.
//!
//! Fields are added, never renamed. Offsets are bytes from the start of the file, ends one past the last.

mod bundle;
mod check;
mod choose;
mod config;
mod convert;
mod data;
mod diff;
mod dump;
mod explain;
mod indent;
mod inspect;
mod lint;
mod lists;
mod prove;
mod regions;
mod runtimes;
mod scan;
mod targets;
mod verify;

use outlast_core::Place;
use serde::Serialize;

pub use bundle::{BundleDocument, BundledMethod};
pub use check::{CheckResult, Checked, MemberJson, RiskResult};
pub use choose::ChooseDocument;
pub use config::{ConfigResult, HeldExclude, HeldIgnore, HeldLevel, HeldPath, Setting, Whence};
pub use convert::{ConvertDocument, Refused, Written};
pub use data::DataDocument;
pub use diff::{DiffDocument, Side};
pub use dump::DumpDocument;
pub use explain::ExplainDocument;
pub use indent::indent_json;
pub use inspect::InspectResult;
pub use lint::{ChangesDocument, WitnessIndex};
pub use lists::{ConstantsDocument, StepsDocument};
pub use prove::{ProveDocument, Proved, ProvedChange};
pub use regions::JsonRows;
pub use runtimes::{RuntimeJson, RuntimesDocument, TestedRuntime};
pub use scan::{Head, SCHEMA as SCAN, ScanDocument, Tail};
pub use targets::{ImportDocument, LearnedDocument, ProfileDocument, TargetsDocument, Unsolved};
pub use verify::{Finding, VerifyResult};

use crate::escape::escape_json;
use crate::failure::{Cause, Failure};

/// The document of a command that answers for several files, one by one.
#[derive(Debug, Serialize)]
pub struct Results<T> {
    schema: &'static str,
    results: Vec<Entry<T>>,
}

/// An answer, or why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Entry<T> {
    Answer(T),
    Failure(Box<Failed>),
}

impl<T: Serialize> Results<T> {
    /// An empty document of this schema: `outlast/check/1`.
    pub fn new(schema: &'static str) -> Results<T> {
        Results { schema, results: Vec::new() }
    }

    /// Adds an answer.
    pub fn answer(&mut self, answer: T) {
        self.results.push(Entry::Answer(answer));
    }

    /// Adds a failure.
    pub fn failure(&mut self, failure: &Failure) {
        self.results.push(Entry::Failure(Box::new(Failed::new(failure))));
    }
}

/// The document of a command that answers one question, when it cannot.
#[derive(Debug, Serialize)]
pub struct FailedDocument {
    schema: &'static str,
    #[serde(flatten)]
    failed: Failed,
}

impl FailedDocument {
    /// A failure under this schema.
    pub fn new(schema: &'static str, failure: &Failure) -> FailedDocument {
        FailedDocument { schema, failed: Failed::new(failure) }
    }
}

/// Why there is no answer for a file, in a document that has answers for others.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct FailedEntry(Failed);

impl FailedEntry {
    pub(crate) fn new(failure: &Failure) -> FailedEntry {
        FailedEntry(Failed::new(failure))
    }
}

#[derive(Debug, Serialize)]
struct Failed {
    file: String,
    kind: Option<&'static str>,
    error: Fault,
}

#[derive(Debug, Serialize)]
struct Fault {
    reason: &'static str,
    code: Option<String>,
    message: String,
    offset: Option<u64>,
    end: Option<u64>,
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    help: Option<String>,
}

impl Failed {
    fn new(failure: &Failure) -> Failed {
        let error = match &failure.cause {
            Cause::Unreadable(_, error) | Cause::Unusable(error) => Some(error),
            _ => None,
        };
        Failed {
            file: failure.file.clone(),
            kind: failure.kind().map(outlast::FileKind::name),
            error: Fault {
                reason: failure.reason(),
                code: error.map(|e| e.code().to_string()),
                message: failure.message(),
                offset: error.map(|e| e.place().span.start_byte()),
                end: error.map(|e| e.place().span.end_byte()),
                path: error.map(|e| e.place().path.to_string()),
                source: error.and_then(|e| source(e.place())),
                help: error.and_then(|e| e.help().map(str::to_string)),
            },
        }
    }
}

/// The nested file that the offsets of a place count in: `x.o!.llvmbc`; none where it is the file itself.
fn source(place: &Place) -> Option<String> {
    (!place.span.source.is_file()).then(|| place.span.source.to_string())
}

/// A document as text, indented, with a line break at its end.
pub fn to_string<T: Serialize>(document: &T) -> Result<String, serde_json::Error> {
    let mut text = escape_json(&serde_json::to_string_pretty(document)?).into_owned();
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use outlast::OpenError;
    use outlast::families::bitstream::KIND;
    use outlast::families::executorch::PROGRAM;
    use outlast_core::{Error, ErrorKind, Source, Span, Step};

    use super::{FailedDocument, Results, to_string};
    use crate::Failure;

    #[test]
    fn failures_keep_their_place() {
        let kind = ErrorKind::UnexpectedEnd { what: "vtable", need: 4, have: 1 };
        let error = Error::new(kind, Span::bytes(8, 9)).within(Step::Field("root".into()));
        let failure = Failure::open("a.pte", OpenError::Unreadable(PROGRAM, error));
        let mut results = Results::<()>::new("outlast/inspect/1");
        results.failure(&failure);
        let text = to_string(&results).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            value.to_string(),
            r#"{"schema":"outlast/inspect/1","results":[{"file":"a.pte","kind":"executorch-program","error":{"reason":"unreadable","code":"OL0101","message":"vtable needs 4 bytes, 1 remain","offset":8,"end":9,"path":"root","help":null}}]}"#
        );
        let kind = ErrorKind::UnexpectedEnd { what: "memo", need: 4, have: 1 };
        let error = Error::new(kind, Span::bytes(8, 9)).in_source(&Source::file().member("data.pkl"));
        let failure = Failure::open("m.pt", OpenError::Unreadable(PROGRAM, error));
        let text = to_string(&FailedDocument::new("outlast/dump/1", &failure)).unwrap();
        assert!(text.contains(r#""source": "data.pkl""#), "{text}");
        let failure = Failure::open("b.bc", OpenError::FeatureOff(KIND, "llvm"));
        let text = to_string(&FailedDocument::new("outlast/dump/1", &failure)).unwrap();
        assert!(text.contains("LLVM bitstream: this build lacks the feature `llvm`"), "{text}");
    }
}
