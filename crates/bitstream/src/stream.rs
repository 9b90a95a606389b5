//! [`Stream`]: where a stream starts, and what its magic says it is.
//!
//! Four bytes of magic come first. Bitcode for Apple's targets has a wrapper before it: magic `0x0B17C0DE`, version,
//! offset and size of the stream, CPU type, each a 32-bit little-endian number; padding may follow.

use crate::fault::{Fault, FaultKind};

/// What a stream is, by its magic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StreamKind {
    /// `BC C0 DE`: LLVM IR.
    Ir,
    /// `CPCH`: a Clang module, precompiled header or AST file.
    ClangAst,
    /// `DIAG`: serialized diagnostics of Clang or Swift.
    Diagnostics,
    /// `RMRK`: optimization remarks.
    Remarks,
    /// `E2 9C A8 0E`: a Swift module, or SIL.
    SwiftModule,
    /// `E2 9C A8 07`: documentation of a Swift module.
    SwiftDoc,
    /// `F0 9F 8F 8E`: source places of a Swift module.
    SwiftSourceInfo,
    /// `DEPS`: fine-grained dependencies of a Swift file.
    SwiftDeps,
    /// `IMDC`: the cache of Swift's dependency scanner.
    SwiftScanCache,
    /// `E2 9C A8 01`: Clang API notes.
    ApiNotes,
    /// Any other four bytes.
    Unknown([u8; 4]),
}

impl StreamKind {
    /// Kinds and their magic.
    pub const MAGIC: &'static [([u8; 4], StreamKind)] = &[
        (*b"BC\xc0\xde", StreamKind::Ir),
        (*b"CPCH", StreamKind::ClangAst),
        (*b"DIAG", StreamKind::Diagnostics),
        (*b"RMRK", StreamKind::Remarks),
        (*b"\xe2\x9c\xa8\x0e", StreamKind::SwiftModule),
        (*b"\xe2\x9c\xa8\x07", StreamKind::SwiftDoc),
        (*b"\xf0\x9f\x8f\x8e", StreamKind::SwiftSourceInfo),
        (*b"DEPS", StreamKind::SwiftDeps),
        (*b"IMDC", StreamKind::SwiftScanCache),
        (*b"\xe2\x9c\xa8\x01", StreamKind::ApiNotes),
    ];

    /// The kind that this magic stands for.
    pub fn from_magic(magic: [u8; 4]) -> StreamKind {
        let known = StreamKind::MAGIC.iter().find(|(of, _)| *of == magic);
        known.map_or(StreamKind::Unknown(magic), |(_, kind)| *kind)
    }

    /// Its name in JSON: `llvm-ir`.
    pub fn name(self) -> &'static str {
        match self {
            StreamKind::Ir => "llvm-ir",
            StreamKind::ClangAst => "clang-ast",
            StreamKind::Diagnostics => "diagnostics",
            StreamKind::Remarks => "remarks",
            StreamKind::SwiftModule => "swift-module",
            StreamKind::SwiftDoc => "swift-doc",
            StreamKind::SwiftSourceInfo => "swift-source-info",
            StreamKind::SwiftDeps => "swift-deps",
            StreamKind::SwiftScanCache => "swift-scan-cache",
            StreamKind::ApiNotes => "clang-api-notes",
            StreamKind::Unknown(_) => "unknown",
        }
    }

    /// Its name in text.
    pub fn title(self) -> &'static str {
        match self {
            StreamKind::Ir => "LLVM IR",
            StreamKind::ClangAst => "Clang module or precompiled header",
            StreamKind::Diagnostics => "serialized diagnostics",
            StreamKind::Remarks => "optimization remarks",
            StreamKind::SwiftModule => "Swift module",
            StreamKind::SwiftDoc => "Swift documentation",
            StreamKind::SwiftSourceInfo => "Swift source information",
            StreamKind::SwiftDeps => "Swift dependencies",
            StreamKind::SwiftScanCache => "Swift dependency scan cache",
            StreamKind::ApiNotes => "Clang API notes",
            StreamKind::Unknown(_) => "bitstream of an unknown kind",
        }
    }
}

/// A stream: its bytes from the magic on, and where they stand in the file.
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a> {
    bytes: &'a [u8],
    base: u64,
}

impl<'a> Stream<'a> {
    /// A stream without a wrapper, which starts `base` bytes into the file.
    pub fn new(bytes: &'a [u8], base: u64) -> Stream<'a> {
        Stream { bytes, base }
    }

    /// Its bytes, from the magic on.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Where it starts in the file, in bytes.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// What its magic says; unknown zeros if it is shorter than that.
    pub fn kind(&self) -> StreamKind {
        StreamKind::from_magic(self.bytes.first_chunk::<4>().copied().unwrap_or_default())
    }
}

/// The header that Apple's targets have before bitcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrapper {
    /// Its version: 0; nobody checks it.
    pub version: u32,
    /// Where the stream starts, in bytes from the wrapper.
    pub offset: u32,
    /// Bytes of the stream.
    pub size: u32,
    /// The CPU type of Mach-O.
    pub cpu_type: u32,
}

impl Wrapper {
    /// The magic.
    pub const MAGIC: [u8; 4] = *b"\xde\xc0\x17\x0b";

    /// The header's size in bytes.
    pub const SIZE: usize = 20;

    /// Reads a wrapper: none if the bytes do not start with its magic.
    ///
    /// # Errors
    ///
    /// [`FaultKind::Wrapper`] if it is cut off.
    pub fn read(bytes: &[u8]) -> Result<Option<Wrapper>, Fault> {
        if !bytes.starts_with(&Wrapper::MAGIC) {
            return Ok(None);
        }
        let word = |at: usize| bytes.get(at..)?.first_chunk::<4>().copied().map(u32::from_le_bytes);
        match (word(4), word(8), word(12), word(16)) {
            (Some(version), Some(offset), Some(size), Some(cpu_type)) => {
                Ok(Some(Wrapper { version, offset, size, cpu_type }))
            }
            _ => Err(Fault::new(FaultKind::Wrapper, 0)),
        }
    }
}

/// Takes the wrapper off, if there is one. `base` is where `bytes` start in the file.
///
/// # Errors
///
/// [`FaultKind::Wrapper`] if the wrapper is cut off, or says that the stream is where no bytes are.
pub fn unwrap(bytes: &[u8], base: u64) -> Result<(Option<Wrapper>, Stream<'_>), Fault> {
    let Some(wrapper) = Wrapper::read(bytes).map_err(|fault| fault.based(base))? else {
        return Ok((None, Stream::new(bytes, base)));
    };
    let index = outlast_core::to_index;
    let end = index(wrapper.offset).checked_add(index(wrapper.size));
    let inner = end.and_then(|end| bytes.get(index(wrapper.offset)..end));
    let Some(inner) = inner else { return Err(Fault::new(FaultKind::Wrapper, 64).based(base)) };
    Ok((Some(wrapper), Stream::new(inner, base + u64::from(wrapper.offset))))
}
