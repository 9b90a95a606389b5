//! [`Program`]: a file of any family, opened.

use outlast_core::{Bytes, CodeInfo, Diagnostic, Error, RegionSink, Result};
use outlast_executorch::{BundledFile, FlatTensorFile, ProgramFile, schemas};

use crate::detect::{Detection, FileKind, detect};

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
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::NotSupported(kind) => {
                write!(f, "this is a file of kind {}: not supported yet", kind.title())
            }
            OpenError::NotKnown(what) => write!(f, "not a program file: it is {what}"),
            OpenError::Unreadable(kind, error) => write!(f, "damaged {}: {error}", kind.title()),
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
            other => return Err(OpenError::NotSupported(other)),
        }
        .map_err(|error| OpenError::Unreadable(kind, error))
    }

    /// The kind.
    pub fn kind(&self) -> FileKind {
        match self {
            Program::Executorch(_) => FileKind::ExecutorchProgram,
            Program::ExecutorchData(_) => FileKind::ExecutorchData,
            Program::ExecutorchBundle(_) => FileKind::ExecutorchBundle,
        }
    }
}

/// Whether a file is sound in its own release: every finding. Works on files that [`Program::open`] gives up on.
pub fn verify(bytes: &[u8]) -> Result<(FileKind, Vec<Diagnostic>), OpenError> {
    let _ = bytes;
    match detect(bytes) {
        Detection::Known(FileKind::ExecutorchProgram) => {
            Ok((FileKind::ExecutorchProgram, outlast_executorch::verify::program(Bytes::new(bytes, 0))))
        }
        Detection::Known(kind) => Err(OpenError::NotSupported(kind)),
        Detection::Other(what) => Err(OpenError::NotKnown(what)),
    }
}

/// Visits every region of a file.
pub fn regions(_bytes: &[u8], _sink: &mut dyn RegionSink) -> Result<FileKind, OpenError> {
    Err(OpenError::NotKnown("not written yet".into()))
}

/// Writes the file's tables as JSON, as `flatc --json` would with the schema of the newest release.
pub fn dump_json(program: &Program<'_>) -> String {
    let (buffer, schema) = match program {
        Program::Executorch(file) => (file.flatbuffer, schemas::program()),
        Program::ExecutorchData(file) => (file.flatbuffer, schemas::flat_tensor(file.dialect)),
        Program::ExecutorchBundle(file) => (file.file, schemas::bundled_program()),
    };
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = outlast_flatbuffers::json::write(buffer, schema, &mut text);
    text
}

/// What every code means.
pub fn codes() -> Vec<CodeInfo> {
    let mut codes: Vec<CodeInfo> = Error::codes().to_vec();
    codes.extend(crate::families::executorch::CODES);
    codes.sort_by_key(|c| c.code);
    codes
}
