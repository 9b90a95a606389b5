//! What kind of file this is, by its magic; near misses are named. Streams in files of other kinds, and their addresses.

mod hidden;
mod parts;

pub use hidden::{Hidden, Holdings, Located, describe, holdings, locate};
use outlast_bitstream::{StreamKind, Wrapper, looks_like_stream};

/// A kind of file. Those that this build does not read are recognised all the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileKind {
    /// An ExecuTorch program (`.pte`).
    ExecutorchProgram,
    /// ExecuTorch tensor data (`.ptd`).
    ExecutorchData,
    /// An ExecuTorch bundled program (`.bpte`).
    ExecutorchBundle,
    /// An LLVM bitstream: bitcode, Clang and Swift modules, diagnostics, remarks.
    Bitstream,
    /// MLIR bytecode; StableHLO's portable artifacts are such files, too.
    Mlir,
    /// A PyTorch archive: TorchScript, lite, export or `torch.save`.
    TorchArchive,
    /// A PyTorch lite module as a FlatBuffer.
    TorchFlatbuffer,
    /// An object file or executable (ELF, Mach-O, COFF), which may have streams in its sections.
    Object,
    /// A static library, which may have objects and streams as members.
    Archive,
    /// A Mach-O file for several machines.
    UniversalObject,
}

impl FileKind {
    /// The name in JSON: `executorch-program`.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::ExecutorchProgram => "executorch-program",
            FileKind::ExecutorchData => "executorch-data",
            FileKind::ExecutorchBundle => "executorch-bundle",
            FileKind::Bitstream => "llvm-bitstream",
            FileKind::Mlir => "mlir-bytecode",
            FileKind::TorchArchive => "torch-archive",
            FileKind::TorchFlatbuffer => "torch-flatbuffer",
            FileKind::Object => "object-file",
            FileKind::Archive => "archive",
            FileKind::UniversalObject => "universal-object-file",
        }
    }

    /// The name in text: `ExecuTorch program`.
    pub fn title(self) -> &'static str {
        match self {
            FileKind::ExecutorchProgram => "ExecuTorch program",
            FileKind::ExecutorchData => "ExecuTorch tensor data",
            FileKind::ExecutorchBundle => "ExecuTorch bundled program",
            FileKind::Bitstream => "LLVM bitstream",
            FileKind::Mlir => "MLIR bytecode",
            FileKind::TorchArchive => "PyTorch archive",
            FileKind::TorchFlatbuffer => "PyTorch FlatBuffer module",
            FileKind::Object => "object file or executable",
            FileKind::Archive => "static library",
            FileKind::UniversalObject => "universal Mach-O file",
        }
    }

    /// Whether this build reads the kind.
    pub fn is_supported(self) -> bool {
        !matches!(self, FileKind::TorchArchive | FileKind::TorchFlatbuffer) && !self.holds_others()
    }

    /// Whether files of this kind hold other files, which have addresses: see [`holdings`].
    pub fn holds_others(self) -> bool {
        matches!(self, FileKind::Object | FileKind::Archive | FileKind::UniversalObject)
    }
}

/// The kind of a file, or what it nearly is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detection {
    /// A kind that Outlast knows.
    Known(FileKind),
    /// Another kind, and what it is.
    Other(String),
}

/// Magic at offset 0 of files that are none of ours.
const OTHERS: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "a gzip stream: decompress it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard stream: decompress it first"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x80\x02", "a Python pickle, perhaps an old torch.save file"),
    (b"\0asm", "a WebAssembly module"),
    (b"GGUF", "a GGUF model"),
    (b"PK\x03\x04", "a zip archive, and none that PyTorch wrote"),
    (b"PK\x05\x06", "an empty zip archive"),
];

/// Identifiers at offset 4 of FlatBuffers that are none of ours.
const OTHER_FLATBUFFERS: &[(&[u8; 4], &str)] = &[
    (b"TFL3", "a TensorFlow Lite model"),
    (b"ORTM", "an ONNX Runtime model"),
    (b"XN00", "an XNNPACK payload taken out of its ExecuTorch program"),
    (b"XN01", "an XNNPACK payload taken out of its ExecuTorch program"),
    (b"VK00", "a Vulkan payload taken out of its ExecuTorch program"),
    (b"MNNC", "an MNN model"),
    (b"BFBS", "a binary FlatBuffers schema"),
];

/// Whether a file starts as an LLVM bitstream of a known kind, with or without a wrapper.
fn is_bitstream(bytes: &[u8]) -> bool {
    let Some(magic) = bytes.first_chunk::<4>() else { return false };
    *magic == Wrapper::MAGIC || !matches!(StreamKind::of(*magic), StreamKind::Unknown(_))
}

/// Tells the kind of a file from its bytes; its name does not matter.
pub fn detect(bytes: &[u8]) -> Detection {
    use FileKind::*;
    let head = |magic: &[u8]| bytes.starts_with(magic);
    let known = if head(b"ML\xefR") {
        Some(Mlir)
    } else if is_bitstream(bytes) {
        Some(Bitstream)
    } else if head(b"PK\x03\x04") && is_torch_archive(bytes) {
        Some(TorchArchive)
    } else {
        match bytes.get(4..8) {
            Some(b"ET12") => Some(ExecutorchProgram),
            Some(b"FT01") => Some(ExecutorchData),
            Some(b"BP08") => Some(ExecutorchBundle),
            Some(b"PTMF") => Some(TorchFlatbuffer),
            _ if looks_like_stream(bytes) => Some(Bitstream),
            _ => parts::kind(bytes),
        }
    };
    match known {
        Some(kind) => Detection::Known(kind),
        None => Detection::Other(near_miss(bytes)),
    }
}

/// Whether a zip archive names a member that only PyTorch writes, in its first or last 64 KiB.
fn is_torch_archive(bytes: &[u8]) -> bool {
    const MEMBERS: [&[u8]; 4] = [b"data.pkl", b"bytecode.pkl", b"archive_format", b".data/serialization_id"];
    let (head, tail) = (bytes.len().min(1 << 16), bytes.len().saturating_sub(1 << 16));
    let within = |part: &[u8]| MEMBERS.iter().any(|m| part.windows(m.len()).any(|w| w == *m));
    within(bytes.get(..head).unwrap_or(bytes)) || within(bytes.get(tail..).unwrap_or(bytes))
}

fn near_miss(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "an empty file".into();
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return (*what).into();
    }
    if let Some(id) = bytes.get(4..8) {
        if let Some((_, what)) = OTHER_FLATBUFFERS.iter().find(|(magic, _)| magic.as_slice() == id) {
            return (*what).into();
        }
        let family = match &id[..2] {
            b"ET" => Some(("ExecuTorch program", "ET12")),
            b"BP" => Some(("ExecuTorch bundled program", "BP08")),
            b"FT" => Some(("ExecuTorch tensor data file", "FT01")),
            _ => None,
        };
        if let Some((what, magic)) = family.filter(|_| id[2..].iter().all(u8::is_ascii_digit)) {
            return format!(
                "like an {what}, but its identifier is `{}`; every release reads `{magic}` only",
                id.escape_ascii()
            );
        }
        if id == b"eh00" || bytes.get(8..12) == Some(b"eh00") {
            return "like an ExecuTorch program whose identifier is damaged".into();
        }
    }
    if bytes.starts_with(b"version https://git-lfs") {
        return "a Git LFS pointer: fetch the real file first".into();
    }
    if bytes.len() < 64 && bytes.iter().all(|b| *b == 0) || bytes.iter().take(64).all(|b| *b == 0) {
        return "zero bytes: a copy that never arrived".into();
    }
    if bytes.iter().take(512).all(|b| matches!(b, b'\t' | b'\n' | b'\r' | 0x20..=0x7e)) {
        return "text".into();
    }
    "of no kind that is known here".into()
}

#[cfg(test)]
mod tests {
    use super::{Detection, FileKind, detect};

    #[test]
    fn kinds_and_near_misses() {
        assert_eq!(detect(b"\x30\0\0\0ET12"), Detection::Known(FileKind::ExecutorchProgram));
        assert_eq!(detect(b"ML\xefR\x0dMLIR"), Detection::Known(FileKind::Mlir));
        assert_eq!(detect(b"PK\x03\x04 archive/data.pkl"), Detection::Known(FileKind::TorchArchive));
        assert!(
            matches!(detect(b"PK\x03\x04 word/document.xml"), Detection::Other(what) if what.contains("zip"))
        );
        let other = |bytes: &[u8]| match detect(bytes) {
            Detection::Other(what) => what,
            known => panic!("{known:?}"),
        };
        assert_eq!(other(b""), "an empty file");
        assert!(other(b"\x30\0\0\0ET13").contains("ET13"));
        assert!(other(b"\x1c\0\0\0TFL3").contains("TensorFlow Lite"));
        assert!(other(b"#!/bin/sh\n").contains("text"));
        assert!(other(&[0; 100]).contains("zero"));
    }
}
