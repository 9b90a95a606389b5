//! LLVM: IR, Clang's precompiled files, optimization remarks, serialized diagnostics; read by the releases of LLVM and Clang.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod actions;
mod clang;
mod codes;
mod describe;
mod judge;
pub mod nvvm;
mod readers;
mod refusals;
mod sidecar;
mod tools;

use outlast_bitstream::ir::Signature;
use outlast_bitstream::{BitstreamFile, StreamKind, looks_like_stream};
use outlast_core::{Error, Release};

use outlast_bitstream::program::{self, OpenedStream, stream_kind};
use outlast_model::error::CheckError;
use outlast_model::family::{Between, CARRIES, CompanionCodes, FamilyDef, Fit, FormatDef, Variant};
use outlast_model::program::Judge;
use outlast_model::targets::{Behaviour, Form, RowKind};
use outlast_model::verdict::{Reason, Stage};

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: NAME,
    title: "LLVM",
    formats: &[FORMAT],
    codes: &[outlast_bitstream::verify::CODES, codes::CODES, clang::CODES],
    folder: "crates/llvm",
    texts: &[
        "llvm.txt",
        "llvm-recorded.txt",
        "llvm-intrinsics.txt",
        "llvm-known.txt",
        "llvm-clang.txt",
        "llvm-streams.txt",
        "llvm-cases.txt",
        "llvm-tools.txt",
        "llvm-carriers.txt",
        "llvm-readers.txt",
    ],
    blob: include_bytes!("../targets/llvm.blob"),
    rows: ROWS,
    variants: TOOLS,
    // Each release of LLVM refuses and misreads things of its own: its neighbours do not speak for it.
    aliases: |_| None,
    libraries: None,
    shipped: &[],
    between: Between::Unknown,
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

const NAME: &str = "llvm";

/// Programs of a release, and software that carries one, which read with one library and look at different things (`tools.rs`).
const TOOLS: &[Variant] = &[
    Variant::Program("clang"),
    Variant::Program("opt"),
    Variant::Program("llc"),
    Variant::Program("lld"),
    Variant::Program("wasm-ld"),
    Variant::Program("llvm-dis"),
    Variant::Program("llvm-link"),
    Variant::Program("llvm-lto2"),
    Variant::Carrier("llvmlite"),
    Variant::Carrier("numba"),
    Variant::Carrier("pyqir"),
    Variant::Carrier("rustc"),
    Variant::Carrier("ziglang"),
];

const FORMAT: FormatDef = program::format(fit, |bytes, _| OpenedStream::open(bytes, subject), unreadable);

/// Kinds of rows: those of needs, also with `checked-` in front, and others. See `judge.rs`, `clang.rs` and `sidecar.rs`.
const ROWS: &[RowKind] = &[
    RowKind { kind: clang::BUILD_ROW, form: Form::Text },
    row(clang::FORMAT_ROW),
    row(sidecar::ROWS[0]),
    row(sidecar::ROWS[1]),
    row("otherwise"),
    row("differs"),
    RowKind { kind: CARRIES, form: Form::Own(release) },
    row("pointers"),
    RowKind { kind: "verifies", form: Form::Nothing },
    RowKind { kind: "summaries", form: Form::Nothing },
    row("single-module"),
    row("layout"),
    RowKind { kind: "unused-members", form: Form::Nothing },
    row("context"),
    RowKind { kind: "signature", form: Form::Own(signatures) },
    RowKind { kind: "signatures", form: Form::Nothing },
    RowKind { kind: "known", form: Form::Word(&["exact", "overloaded"]) },
    RowKind { kind: "upgrades", form: Form::Nothing },
    RowKind { kind: "names", form: Form::Nothing },
    RowKind { kind: "fields", form: Form::Own(range) },
    RowKind { kind: "convention", form: Form::Staged },
    row("aliasee"),
    row("alias"),
    row("alloca"),
    row("atomic-vector"),
    row("atomicrmw"),
    row("attribute"),
    row("attribute-record"),
    row("attribute-text"),
    row("binary"),
    row("block"),
    row("bundle"),
    row("call"),
    RowKind { kind: "call-convention", form: Form::Own(convention) },
    row("callbr"),
    RowKind { kind: "calling-convention", form: Form::Own(convention) },
    row("cast"),
    row("comdat"),
    row("compare"),
    row("constant"),
    row("constant-binary"),
    row("constant-binary-flags"),
    row("constant-cast"),
    row("constant-compare"),
    row("constant-gep"),
    row("constant-integer"),
    row("constant-null"),
    row("data-layout"),
    row("epoch"),
    row("expression"),
    row("function"),
    row("gep"),
    row("global"),
    row("global-of-target-type"),
    row("identification-record"),
    row("ifunc"),
    row("initializer"),
    row("instruction"),
    row("intrinsic"),
    row("intrinsic-declared"),
    row("intrinsic-name"),
    row("intrinsic-unused"),
    row("linkage"),
    row("load"),
    row("malformed"),
    row("memory"),
    row("metadata"),
    row("metadata-language"),
    row("metadata-last"),
    row("metadata-shape"),
    row("metadata-value"),
    row("module-flag"),
    row("module-record"),
    row("module-version"),
    row("ordering"),
    row("predicate"),
    row("select"),
    row("summary-flags"),
    row("summary-record"),
    row("summary-version"),
    row("switch-case"),
    row("target-type"),
    row("type"),
    row("type-shape"),
    row("unary"),
    row("checked-aliasee"),
    row("checked-alias"),
    row("checked-alloca"),
    row("checked-atomic-vector"),
    row("checked-atomicrmw"),
    row("checked-attribute"),
    row("checked-attribute-record"),
    row("checked-attribute-text"),
    row("checked-binary"),
    row("checked-block"),
    row("checked-bundle"),
    row("checked-call"),
    row("checked-call-convention"),
    row("checked-callbr"),
    row("checked-calling-convention"),
    row("checked-cast"),
    row("checked-comdat"),
    row("checked-compare"),
    row("checked-constant"),
    row("checked-constant-binary"),
    row("checked-constant-binary-flags"),
    row("checked-constant-cast"),
    row("checked-constant-compare"),
    row("checked-constant-gep"),
    row("checked-constant-integer"),
    row("checked-constant-null"),
    row("checked-data-layout"),
    row("checked-epoch"),
    row("checked-expression"),
    row("checked-function"),
    row("checked-gep"),
    row("checked-global"),
    row("checked-global-of-target-type"),
    row("checked-identification-record"),
    row("checked-ifunc"),
    row("checked-initializer"),
    row("checked-instruction"),
    row("checked-intrinsic"),
    row("checked-intrinsic-declared"),
    row("checked-intrinsic-name"),
    row("checked-intrinsic-unused"),
    row("checked-linkage"),
    row("checked-load"),
    row("checked-malformed"),
    row("checked-memory"),
    row("checked-metadata"),
    row("checked-metadata-language"),
    row("checked-metadata-last"),
    row("checked-metadata-shape"),
    row("checked-metadata-value"),
    row("checked-module-flag"),
    row("checked-module-record"),
    row("checked-module-version"),
    row("checked-ordering"),
    row("checked-predicate"),
    row("checked-select"),
    row("checked-summary-flags"),
    row("checked-summary-record"),
    row("checked-summary-version"),
    row("checked-switch-case"),
    row("checked-target-type"),
    row("checked-type"),
    row("checked-type-shape"),
    row("checked-unary"),
];

/// What is wrong with the types of signatures, which are separated by blanks.
fn signatures(value: &str) -> Result<(), String> {
    match value.split(' ').find(|types| {
        Signature::from_types("llvm.any", types)
            .or_else(|| Signature::from_types("llvm.any.*", types))
            .is_none()
    }) {
        Some(types) => Err(format!("`{types}` is not a signature")),
        None => Ok(()),
    }
}

/// What is wrong with a range of how many fields there may be: `14-22`.
fn range(value: &str) -> Result<(), String> {
    let ends =
        value.split_once('-').and_then(|(a, b)| Some((a.parse::<u64>().ok()?, b.parse::<u64>().ok()?)));
    match ends {
        Some((least, most)) if least <= most => Ok(()),
        _ => Err(format!("`{value}` is not a range")),
    }
}

/// What is wrong with the number of a release.
fn release(value: &str) -> Result<(), String> {
    match Release::parse_prefix(value) {
        Some(_) => Ok(()),
        None => Err(format!("`{value}` is not a release")),
    }
}

/// What is wrong with a row about a calling convention: those that a reader does not know show when the program runs.
fn convention(value: &str) -> Result<(), String> {
    match Behaviour::parse(value) {
        Some(Behaviour { stage: None | Some(Stage::Run), condition: "", .. }) => Ok(()),
        _ => Err(format!(
            "`{value}` does not say what the reader does, when it reads or when the program runs"
        )),
    }
}

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
        StreamKind::Ir => Box::new(judge::subject(file)),
        StreamKind::ClangAst => Box::new(clang::subject(file)),
        StreamKind::Remarks => Box::new(sidecar::remarks(file)),
        StreamKind::Diagnostics => Box::new(sidecar::diagnostics(file)),
        kind => {
            let why = format!("there are no verdicts on files of this kind yet: {}", kind.title());
            return Err(CheckError::Impossible(why));
        }
    })
}

fn unreadable(error: &Error) -> Reason {
    judge::damaged(&error.to_string(), error.place().clone())
}
