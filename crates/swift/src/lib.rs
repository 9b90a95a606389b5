//! Swift: modules, their documentation and sources; read by Swift compilers.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod codes;
mod judge;

use outlast_bitstream::swift::SwiftFacts;
use outlast_bitstream::{BitstreamFile, StreamKind};
use outlast_core::Error;

use outlast_bitstream::program::{self, OpenedStream, stream_kind};
use outlast_model::error::CheckError;
use outlast_model::family::{Between, CompanionCodes, FamilyDef, Fit, FormatDef};
use outlast_model::program::{Judge, Program};
use outlast_model::targets::{Form, RowKind};
use outlast_model::verdict::Reason;

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: NAME,
    title: "Swift",
    formats: &[FORMAT],
    codes: &[outlast_bitstream::verify::CODES, codes::CODES],
    folder: "crates/swift",
    texts: &["swift.txt", "swift-readers.txt"],
    blob: include_bytes!("../targets/swift.blob"),
    rows: ROWS,
    variants: &[],
    // Each compiler has a format of its own, and formats only grow.
    aliases: |_| None,
    libraries: None,
    shipped: &[],
    between: Between::Rule(judge::between),
    narrow: None,
    select: None,
    report: None,
    operators: None,
    work: None,
    steps: &[],
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};

const NAME: &str = "swift";

const FORMAT: FormatDef = program::format(fit, |bytes, _| OpenedStream::open(bytes, subject), unreadable);

/// Kinds of rows: see `judge/mod.rs`.
const ROWS: &[RowKind] = &[
    RowKind { kind: "format", form: Form::Number },
    RowKind { kind: "language", form: Form::Text },
    RowKind { kind: "compiler", form: Form::Text },
    RowKind { kind: "control-code", form: Form::Number },
    RowKind { kind: "options-code", form: Form::Number },
    RowKind { kind: "input-code", form: Form::Number },
    RowKind { kind: "options-operands", form: Form::Number },
    RowKind { kind: "input-operands", form: Form::Number },
    RowKind { kind: "stops", form: Form::Nothing },
    RowKind { kind: "says", form: Form::Text },
];

/// A program as a stream of the Swift compiler.
pub trait AsSwift {
    /// What the file says of itself, if it is a module, its documentation or its sources: versions, language, options, inputs.
    fn as_swift(&self) -> Option<SwiftFacts>;
}

impl AsSwift for Program<'_> {
    fn as_swift(&self) -> Option<SwiftFacts> {
        if self.family() != NAME {
            return None;
        }
        let file = BitstreamFile::open(self.bytes()).ok()?;
        let kinds = [StreamKind::SwiftModule, StreamKind::SwiftDoc, StreamKind::SwiftSourceInfo];
        kinds.contains(&file.kind()).then(|| SwiftFacts::read(file.stream))
    }
}

fn fit(bytes: &[u8]) -> Fit {
    Fit::magic(matches!(
        stream_kind(bytes),
        Some(
            StreamKind::SwiftModule
                | StreamKind::SwiftDoc
                | StreamKind::SwiftSourceInfo
                | StreamKind::SwiftDeps
                | StreamKind::SwiftScanCache,
        )
    ))
}

fn subject(file: &BitstreamFile<'_>) -> Result<Box<dyn Judge>, CheckError> {
    match file.kind() {
        StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo => {
            Ok(Box::new(judge::subject(file)))
        }
        kind => {
            let why = format!("there are no verdicts on files of this kind yet: {}", kind.title());
            Err(CheckError::Impossible(why))
        }
    }
}

fn unreadable(error: &Error) -> Reason {
    judge::damaged(error.to_string(), error.place().clone())
}
