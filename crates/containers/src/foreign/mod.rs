//! Files for other compilers and drivers, often beside bitcode or with bitcode in them: what they are, and what decides who reads them.
//!
//! No target is their reader, so there are no verdicts on them; what is said here is read from their headers.

mod dxcontainer;
mod metal;
mod rust_metadata;
mod spirv;

/// What CUDA keeps for optimization at link time: its layout is not documented.
const NVVM: &str = "an NVVM container for link-time optimization: only NVIDIA's tools read it";

/// What a file is, with the versions that decide who reads it; `None` where it is none of these.
pub fn describe(bytes: &[u8]) -> Option<String> {
    dxcontainer::describe(bytes)
        .or_else(|| metal::describe(bytes))
        .or_else(|| rust_metadata::describe(bytes))
        .or_else(|| spirv::describe(bytes))
        .or_else(|| bytes.starts_with(b"\x7fNC\xed").then(|| NVVM.into()))
}

/// A number of two bytes, the lowest first.
fn short(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map(|number| u16::from_le_bytes(*number))
}

/// A number of four bytes, the lowest first.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map(|number| u32::from_le_bytes(*number))
}

/// The rest of a file from a place that it names.
fn from(bytes: &[u8], at: u32) -> Option<&[u8]> {
    bytes.get(usize::try_from(at).ok()?..)
}
