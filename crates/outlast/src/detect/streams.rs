//! Streams in a section: where they begin and end.

use std::ops::Range;

use outlast_core::Budget;

use super::embedded::MAX_FOUND;
use crate::families;
use crate::family::Streams;

/// Sections that are there for a stream.
pub(super) const STREAM_SECTIONS: &[&str] = &[
    ".llvmbc",
    ".llvm.lto",
    ".swift_ast",
    ".remarks",
    "__clangast",
    "clangast",
    "swiftast",
    "__LLVM,__bitcode",
    "__LLVM,__remarks",
    "__CLANG,__clangast",
    "__DWARF,__swift_ast",
    "__SWIFT,__ast",
];

/// The format whose stream begins here.
pub(super) fn starts_stream(bytes: &[u8]) -> Option<Streams> {
    let formats = families::all().flat_map(|family| family.formats);
    formats.filter_map(|format| format.streams).find(|streams| (streams.start)(bytes))
}

/// The streams of a section, one after the other, with zero bytes between them. What is damaged belongs to the stream
/// before it, up to the end.
pub(super) fn split(section: &[u8], named: bool, budget: &mut Budget) -> Vec<Range<usize>> {
    let mut streams: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = section.get(at..)
        && let Some(streams_of) = starts_stream(rest)
    {
        let extent = (streams_of.end)(rest, budget);
        let end = extent.map_or(section.len(), |extent| at + extent);
        let behind = section.get(end..).unwrap_or_default();
        let zeros = behind.iter().position(|byte| *byte != 0).unwrap_or(behind.len());
        budget.spend(zeros / 16);
        let next = end + zeros / 4 * 4;
        let rest = section.get(next..).unwrap_or_default();
        if zeros == behind.len() {
            streams.push(at..end);
            break;
        }
        if starts_stream(rest).is_none() || budget.is_spent() || streams.len() >= MAX_FOUND {
            streams.push(at..section.len());
            break;
        }
        streams.push(at..end);
        at = next;
    }
    // The magic is damaged, or an unknown one.
    if streams.is_empty() && named && section.len() >= 4 && budget.spend(section.len() / 64) {
        streams.push(0..section.len());
    }
    streams
}
