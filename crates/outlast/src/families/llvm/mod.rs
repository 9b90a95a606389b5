//! LLVM: IR, Clang's precompiled files, optimization remarks, serialized diagnostics; read by the releases of LLVM and Clang.

mod clang;
mod codes;
mod judge;
mod sidecar;
mod subjects;

use outlast_bitstream::{BitstreamFile, StreamKind, looks_like_stream};
use outlast_core::Error;

use super::bitstream::{self, OpenedStream, stream_kind};
use crate::error::CheckError;
use crate::family::{Chores, Between, FamilyDef, Fit, FormatDef};
use crate::program::Judge;
use crate::targets::{Form, RowKind};
use crate::verdict::Reason;

/// All that the rest of the house has of the family.
pub(super) const FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    title: "LLVM",
    formats: &[FORMAT],
    codes: &[outlast_bitstream::verify::CODES, codes::CODES, clang::CODES],
    texts: &["llvm.txt", "llvm-clang.txt", "llvm-streams.txt", "llvm-readers.txt"],
    blob: include_bytes!("../../../targets/llvm.blob"),
    rows: ROWS,
    // Each release of LLVM refuses and misreads things of its own: its neighbours do not speak for it.
    between: Between::Unknown,
    narrow: None,
    steps: &[],
    chores: Chores { interop: &["llvm"], bench: &["llvm"], learn: &["names-ir", "values", "names-carried", "clang", "streams", "readers", "readers-reviewed", "analysers", "corpus-readers"], unseen: true },
};

const NAME: &str = "llvm";

const FORMAT: FormatDef = bitstream::format(fit, |bytes, _| OpenedStream::open(bytes, subject), unreadable);

/// Kinds of rows that are no keys of needs. See `judge.rs`, `clang.rs` and `sidecar.rs`.
const ROWS: &[RowKind] = &[
    RowKind { kind: "clang", form: Form::Text },
    row("clang-format"),
    row("otherwise"),
    row("differs"),
    RowKind { kind: "verifies", form: Form::Nothing },
    row("alloca"),
    row("atomicrmw"),
    row("attribute"),
    row("binary"),
    row("call"),
    row("cast"),
    row("compare"),
    row("constant"),
    row("constant-binary"),
    row("constant-cast"),
    row("constant-gep"),
    row("constant-null"),
    row("data-layout"),
    row("diagnostics"),
    row("epoch"),
    row("gep"),
    row("global"),
    row("ifunc"),
    row("initializer"),
    row("instruction"),
    row("intrinsic-declared"),
    row("memory"),
    row("metadata"),
    row("metadata-language"),
    row("metadata-last"),
    row("metadata-shape"),
    row("metadata-value"),
    row("module-version"),
    row("predicate"),
    row("remarks"),
    row("select"),
    row("summary-record"),
    row("summary-version"),
    row("type"),
    row("type-shape"),
    row("unary"),
    row("checked-aliasee"),
    row("checked-atomic-vector"),
    row("checked-attribute-text"),
    row("checked-bundle"),
    row("checked-call-convention"),
    row("checked-callbr"),
    row("checked-expression"),
    row("checked-global-of-target-type"),
    row("checked-intrinsic"),
    row("checked-intrinsic-declared"),
    row("checked-load"),
    row("checked-metadata"),
    row("checked-metadata-last"),
    row("checked-metadata-shape"),
    row("checked-module-flag"),
];

const fn row(kind: &'static str) -> RowKind {
    RowKind { kind, form: Form::Outcome }
}

/// Every stream that is no other family's: those of unknown magic are LLVM's, too.
fn fit(bytes: &[u8]) -> Fit {
    match stream_kind(bytes) {
        Some(
            StreamKind::SwiftModule
            | StreamKind::SwiftDoc
            | StreamKind::SwiftSourceInfo
            | StreamKind::SwiftDeps
            | StreamKind::SwiftScanCache,
        ) => Fit::No,
        Some(_) => Fit::Magic,
        None if looks_like_stream(bytes) => Fit::Structure,
        None => Fit::No,
    }
}

fn subject(file: &BitstreamFile<'_>) -> Result<Box<dyn Judge>, CheckError> {
    Ok(match file.kind() {
        StreamKind::Ir => Box::new(judge::subject(file.stream)),
        StreamKind::ClangAst => Box::new(clang::subject(file.stream)),
        StreamKind::Remarks => Box::new(sidecar::remarks(file.stream)),
        StreamKind::Diagnostics => Box::new(sidecar::diagnostics(file.stream)),
        kind => {
            let why = format!("there are no verdicts on files of this kind yet: {}", kind.title());
            return Err(CheckError::Impossible(why));
        }
    })
}

fn unreadable(error: &Error) -> Reason {
    judge::damaged(&error.to_string(), error.place().clone())
}
