//! A bitstream as text: what `llvm-bcanalyzer -dump` prints.

use std::io;

use crate::analyze::{self, AnalyzeError, BlockCount, analyze};
use crate::names::NameTable;
use crate::verify::finding;
use crate::{BitstreamFile, StreamKind};

use outlast_model::family::DumpError;
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};

/// The switches of `llvm-bcanalyzer`.
#[derive(Clone, Debug)]
pub struct Print {
    /// Print records, not statistics alone.
    pub dump: bool,
    /// Print BLOCKINFO blocks, too.
    pub block_info_blocks: bool,
    /// Print histograms of record codes.
    pub histogram: bool,
    /// Print names instead of numbers.
    pub symbolic: bool,
    /// Print blobs, escaped.
    pub binary_blobs: bool,
    /// Abbreviations and names from the BLOCKINFO of this file.
    pub block_info: Option<BlockInfo>,
    /// Check module hashes against this string table.
    pub check_hash: Option<Vec<u8>>,
    /// The release of LLVM whose names of records are used.
    pub release: u32,
    /// Use two threads.
    pub two_threads: bool,
    /// Names where the stream carries none: Swift, Clang, remarks.
    pub names: bool,
}

/// The bytes of a file with a BLOCKINFO block.
#[derive(Clone, Debug)]
pub struct BlockInfo(pub Vec<u8>);

impl Default for Print {
    fn default() -> Print {
        Print {
            dump: true,
            block_info_blocks: false,
            histogram: true,
            symbolic: true,
            binary_blobs: false,
            block_info: None,
            check_hash: None,
            release: 22,
            two_threads: false,
            names: false,
        }
    }
}

impl FamilyOption for Print {
    fn families(&self) -> &'static [&'static str] {
        &["llvm", "swift"]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        let kind = kind.title();
        self.is_asked().then(|| format!("a switch for bitstreams is given, but this is of kind {kind}"))
    }
}

impl Print {
    /// As the analyser takes them, for a file.
    fn options<'o>(&'o self, bytes: &'o [u8]) -> analyze::Options<'o> {
        analyze::Options {
            dump: self.dump,
            block_info_blocks: self.block_info_blocks,
            histogram: self.histogram,
            symbolic: self.symbolic,
            binary_blobs: self.binary_blobs,
            block_info: self.block_info.as_ref().map(|info| info.0.as_slice()),
            check_hash: self.check_hash.as_deref(),
            ir_names: NameTable::llvm_ir(self.release),
            two_threads: self.two_threads,
            extra_names: match (self.names, BitstreamFile::open(bytes)) {
                (true, Ok(file)) => NameTable::for_stream(file.stream),
                _ => NameTable::default(),
            },
        }
    }

    /// Whether something is asked of bitstreams alone; the release and threads are hints.
    pub fn is_asked(&self) -> bool {
        !self.dump
            || self.names
            || self.block_info_blocks
            || !self.histogram
            || !self.symbolic
            || self.binary_blobs
            || self.block_info.is_some()
            || self.check_hash.is_some()
    }

    /// Prints a stream, also one of unknown magic.
    ///
    /// # Errors
    ///
    /// Where it ends before the stream does, and why.
    pub fn print(&self, name: &str, bytes: &[u8], out: &mut dyn io::Write) -> Result<(), DumpError> {
        match analyze(bytes, name, &self.options(bytes), out) {
            Ok(()) => Ok(()),
            Err(AnalyzeError::Io(error)) => Err(DumpError::Io(error)),
            Err(AnalyzeError::BlockInfo(message)) => {
                Err(DumpError::Option("block-info", format!("not usable as block info: {message}")))
            }
            Err(AnalyzeError::Fault(fault)) => Err(DumpError::Cut(Box::new(finding(&fault)))),
        }
    }

    /// The statistics of a file, as numbers.
    ///
    /// # Errors
    ///
    /// Why the stream cannot be read to its end.
    pub fn counts(&self, bytes: &[u8]) -> outlast_core::Result<(StreamKind, Vec<BlockCount>)> {
        let file = BitstreamFile::open(bytes)?;
        Ok((file.kind(), analyze::counts(file.stream, &self.options(bytes))?))
    }
}

/// Prints a stream; with the option [`Print`] as it says.
pub(super) fn print(
    name: &str,
    bytes: &[u8],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), DumpError> {
    let standard = Print::default();
    let print = options.get::<Print>().unwrap_or(&standard);
    print.print(name, bytes, out)
}
