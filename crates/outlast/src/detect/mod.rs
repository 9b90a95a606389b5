//! What kind of file this is, by its magic; near misses are named. Streams in files of other kinds, and their addresses.
//!
//! Every build knows objects and archives by their magic, and looks into them ([`holdings`], [`locate`], [`describe`]) for the files and streams of its families.

mod embedded;
mod locate;
mod streams;

pub use embedded::{Hidden, Holdings, describe, holdings};
pub use locate::{LocateError, Located, locate};
pub use outlast_containers::holders::{
    ARCHIVE, FAT_BINARY, OBJECT, OFFLOAD_BINARY, OFFLOAD_BUNDLE, UNIVERSAL, XAR,
};
use outlast_containers::{foreign, holders};

use crate::families::{self, features};
use crate::kind::FileKind;

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
    (
        b"MPKG",
        "a Mojo package: MLIR bytecode of Mojo's own dialects, compressed, for the compiler that wrote it",
    ),
    (b"GGUF", "a GGUF model"),
    (b"PK\x03\x04", "a zip archive that PyTorch did not write"),
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

/// Tells the kind of a file from its bytes; its name does not matter.
///
/// ```
/// use outlast::{Detection, detect};
///
/// let Detection::Known(kind) = detect(b"ML\xefR\x0dMLIR19\0") else { panic!() };
/// assert_eq!(kind.name(), "mlir-bytecode");
/// assert_eq!(detect(b"GGUF"), Detection::Other("a GGUF model".into()));
/// ```
pub fn detect(bytes: &[u8]) -> Detection {
    if let Some((_, format)) = families::format_of(bytes) {
        return Detection::Known(format.kind);
    }
    match features::missing(bytes).map(|(kind, _)| kind).or_else(|| holders::kind(bytes)) {
        Some(kind) => Detection::Known(kind),
        None => Detection::Other(near_miss(bytes)),
    }
}

fn near_miss(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "an empty file".into();
    }
    let formats = families::all().flat_map(|family| family.formats);
    let nearly = formats.into_iter().find_map(|format| (format.near_miss)(bytes));
    // What a family knows of archives says more than their magic.
    if let Some(what) = nearly.as_ref().filter(|_| bytes.starts_with(b"PK")) {
        return what.clone();
    }
    if let Some(what) = foreign::describe(bytes) {
        return what;
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return (*what).into();
    }
    let id = bytes.get(4..8).unwrap_or_default();
    if let Some((_, what)) = OTHER_FLATBUFFERS.iter().find(|(magic, _)| magic.as_slice() == id) {
        return (*what).into();
    }
    if let Some(what) = nearly {
        return what;
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
    "an unrecognised file format".into()
}

#[cfg(test)]
mod tests {
    use super::{Detection, detect};

    #[test]
    fn kinds_and_near_misses() {
        let known = |bytes: &[u8]| match detect(bytes) {
            Detection::Known(kind) => kind.name(),
            Detection::Other(what) => panic!("{what}"),
        };
        assert_eq!(known(b"\x30\0\0\0ET12"), "executorch-program");
        assert_eq!(known(b"ML\xefR\x0dMLIR"), "mlir-bytecode");
        assert_eq!(known(b"\x7fELF"), "object-file");
        assert_eq!(known(b"PK\x03\x04 archive/data.pkl"), "torch-archive");
        assert!(
            matches!(detect(b"PK\x03\x04 word/document.xml"), Detection::Other(what) if what.contains("zip"))
        );
        let other = |bytes: &[u8]| match detect(bytes) {
            Detection::Other(what) => what,
            known => panic!("{known:?}"),
        };
        assert_eq!(other(b""), "an empty file");
        assert!(other(b"\x1c\0\0\0TFL3").contains("TensorFlow Lite"));
        assert!(other(b"MPKG\x02...\x01\x02").contains("Mojo"));
        assert!(other(b"rust\0\0\0\x0a").contains("metadata of a Rust crate"));
        assert!(other(b"#!/bin/sh\n").contains("text"));
        assert!(other(&[0; 100]).contains("zero"));
    }
}
