//! [`Program`]: a file of any family, opened.

use std::sync::Arc;

use outlast_bitstream::{BitstreamFile, verify as bitstream};
use outlast_core::{Bytes, CodeInfo, Diagnostic, Error, RegionSink, Result};
use outlast_executorch::{BundledFile, FlatTensorFile, ProgramFile, schemas};
use outlast_mlir::File as MlirFile;
use outlast_mlir::schema::Given;

use crate::detect::{self, Detection, FileKind, detect};

/// A file of any family, opened.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Program<'a> {
    /// An ExecuTorch program.
    Executorch(ProgramFile<'a>),
    /// ExecuTorch tensor data.
    ExecutorchData(FlatTensorFile<'a>),
    /// An ExecuTorch bundled program.
    ExecutorchBundle(BundledFile<'a>),
    /// An LLVM bitstream.
    Bitstream(BitstreamFile<'a>),
    /// MLIR bytecode.
    Mlir(MlirFile<'a>),
}

/// Why a file was not opened.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// A kind of file that this build does not read yet.
    NotSupported(FileKind),
    /// No kind of file that is known, and what it is instead.
    NotKnown(String),
    /// A known kind, but nothing in it can be reached.
    Unreadable(FileKind, Error),
    /// A file that holds others: the kind of the outer one, the addresses of those in it, and how many more there are.
    Holds(FileKind, Vec<String>, u64),
}

/// Addresses that a refusal names.
const MOST_ADDRESSES: usize = 8;

impl OpenError {
    /// Why a file of a kind that holds others is not opened itself.
    fn holds(kind: FileKind, bytes: &[u8]) -> OpenError {
        let Some(holdings) = detect::holdings(bytes) else { return OpenError::NotSupported(kind) };
        if holdings.found.is_empty() {
            let article = if kind == FileKind::Object { "an" } else { "a" };
            let notes = holdings.notes.iter().take(4).map(|note| format!("; {note}")).collect::<String>();
            return OpenError::NotKnown(format!("{article} {} without a stream in it{notes}", kind.title()));
        }
        let more = holdings.more + holdings.found.len().saturating_sub(MOST_ADDRESSES) as u64;
        let addresses = holdings.found.into_iter().take(MOST_ADDRESSES).map(|hidden| hidden.address);
        OpenError::Holds(kind, addresses.collect(), more)
    }
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::NotSupported(kind) => {
                write!(f, "this is a file of kind {}: not supported yet", kind.title())
            }
            OpenError::NotKnown(what) => write!(f, "not a program file: it is {what}"),
            OpenError::Unreadable(kind, error) => write!(f, "damaged {}: {error}", kind.title()),
            OpenError::Holds(kind, addresses, more) => {
                write!(f, "{}, which holds others: {}", kind.title(), addresses.join(", "))?;
                if *more > 0 {
                    write!(f, " and {more} more")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl<'a> Program<'a> {
    /// Opens a file by its magic.
    pub fn open(bytes: &'a [u8]) -> Result<Program<'a>, OpenError> {
        let kind = match detect(bytes) {
            Detection::Known(kind) => kind,
            Detection::Other(what) => return Err(OpenError::NotKnown(what)),
        };
        let file = Bytes::new(bytes, 0);
        match kind {
            FileKind::ExecutorchProgram => ProgramFile::open(file).map(Program::Executorch),
            FileKind::ExecutorchData => FlatTensorFile::open(file).map(Program::ExecutorchData),
            FileKind::ExecutorchBundle => BundledFile::open(file).map(Program::ExecutorchBundle),
            FileKind::Bitstream => BitstreamFile::open(bytes).map(Program::Bitstream).map_err(Error::from),
            FileKind::Mlir => MlirFile::open(bytes).map(Program::Mlir),
            other if other.holds_others() => return Err(OpenError::holds(other, bytes)),
            other => return Err(OpenError::NotSupported(other)),
        }
        .map_err(|error| OpenError::Unreadable(kind, error))
    }

    /// The program, read with schemas of properties that were given beside it. Only MLIR bytecode has such.
    #[must_use]
    pub fn with_schemas(self, given: Option<&Arc<Given>>) -> Program<'a> {
        match self {
            Program::Mlir(file) => Program::Mlir(file.with_schemas(given.cloned())),
            other => other,
        }
    }

    /// Bytes of the file.
    pub(crate) fn len(&self) -> usize {
        match self {
            Program::Executorch(file) => file.file.len(),
            Program::ExecutorchData(file) => file.file.len(),
            Program::ExecutorchBundle(file) => file.file.len(),
            Program::Bitstream(file) => file.bytes.len(),
            Program::Mlir(file) => file.data().len(),
        }
    }

    /// The kind.
    pub fn kind(&self) -> FileKind {
        match self {
            Program::Executorch(_) => FileKind::ExecutorchProgram,
            Program::ExecutorchData(_) => FileKind::ExecutorchData,
            Program::ExecutorchBundle(_) => FileKind::ExecutorchBundle,
            Program::Bitstream(_) => FileKind::Bitstream,
            Program::Mlir(_) => FileKind::Mlir,
        }
    }
}

/// The kind of a file, if this build reads it.
///
/// # Errors
///
/// Why it does not.
pub fn supported(bytes: &[u8]) -> Result<FileKind, OpenError> {
    match detect(bytes) {
        Detection::Known(kind) if kind.is_supported() => Ok(kind),
        Detection::Known(kind) if kind.holds_others() => Err(OpenError::holds(kind, bytes)),
        Detection::Known(kind) => Err(OpenError::NotSupported(kind)),
        Detection::Other(what) => Err(OpenError::NotKnown(what)),
    }
}

/// How to verify, where a format leaves a choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyOptions {
    /// Report what real readers tolerate, too.
    pub strict: bool,
    /// Bitstreams: after a fault, go on at the end of the block around it, by its length word.
    pub keep_going: bool,
    /// MLIR bytecode: functions on so many threads; none is one.
    pub threads: usize,
}

/// Whether a file is sound in its own release: every finding. Works on files that [`Program::open`] gives up on.
pub fn verify(bytes: &[u8]) -> Result<(FileKind, Vec<Diagnostic>), OpenError> {
    verify_with(bytes, VerifyOptions::default())
}

/// As [`verify`], with options for bitstreams and MLIR bytecode, whose real readers tolerate much.
pub fn verify_with(bytes: &[u8], options: VerifyOptions) -> Result<(FileKind, Vec<Diagnostic>), OpenError> {
    let kind = supported(bytes)?;
    let file = Bytes::new(bytes, 0);
    let findings = match kind {
        FileKind::ExecutorchProgram => outlast_executorch::verify::program(file),
        FileKind::ExecutorchData => outlast_executorch::verify::flat_tensor(file),
        FileKind::ExecutorchBundle => outlast_executorch::verify::bundled(file),
        FileKind::Bitstream => {
            let VerifyOptions { strict, keep_going, .. } = options;
            bitstream::verify(bytes, bitstream::Options { strict, keep_going })
        }
        FileKind::Mlir => outlast_mlir::verify::verify_on(bytes, options.strict, options.threads),
        other => return Err(OpenError::NotSupported(other)),
    };
    Ok((kind, findings))
}

/// Visits every region of a file, in file order; goes on past what cannot be read.
pub fn regions(bytes: &[u8], sink: &mut dyn RegionSink) -> Result<FileKind, OpenError> {
    regions_with(bytes, None, sink)
}

/// As [`regions`], with schemas of properties that were given beside MLIR bytecode.
pub fn regions_with(
    bytes: &[u8],
    given: Option<&Arc<Given>>,
    sink: &mut dyn RegionSink,
) -> Result<FileKind, OpenError> {
    let kind = supported(bytes)?;
    let file = Bytes::new(bytes, 0);
    match kind {
        FileKind::ExecutorchProgram => outlast_executorch::regions::program(file, sink),
        FileKind::ExecutorchData => outlast_executorch::regions::flat_tensor(file, sink),
        FileKind::ExecutorchBundle => outlast_executorch::regions::bundled(file, sink),
        FileKind::Bitstream => outlast_bitstream::regions(bytes, sink),
        FileKind::Mlir => outlast_mlir::regions_with(bytes, given, sink),
        other => return Err(OpenError::NotSupported(other)),
    }
    Ok(kind)
}

/// Writes the file's tables as JSON, as `flatc --json` would with the schema of the newest release.
/// Files of other formats have no such form.
pub fn dump_json(program: &Program<'_>) -> Option<String> {
    let (buffer, schema) = match program {
        Program::Executorch(file) => (file.flatbuffer, schemas::program()),
        Program::ExecutorchData(file) => (file.flatbuffer, schemas::flat_tensor(file.dialect)),
        Program::ExecutorchBundle(file) => (file.file, schemas::bundled_program()),
        Program::Bitstream(_) | Program::Mlir(_) => return None,
    };
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = outlast_flatbuffers::json::write(buffer, schema, &mut text);
    Some(text)
}

/// What every code means.
pub fn codes() -> Vec<CodeInfo> {
    let mut codes: Vec<CodeInfo> = Error::codes().to_vec();
    codes.extend(outlast_executorch::verify::CODES);
    codes.extend(outlast_bitstream::verify::CODES);
    codes.extend(outlast_mlir::verify::CODES);
    codes.extend(crate::families::executorch::CODES);
    codes.extend(crate::families::llvm::CODES);
    codes.extend(crate::families::clang::CODES);
    codes.extend(crate::families::swift::CODES);
    codes.extend(crate::families::mlir::CODES);
    codes.sort_by_key(|c| c.code);
    codes
}
