//! [`NameTable`]: readable names of blocks and records, for streams that carry none.
//!
//! The tables are texts beside this crate's sources, taken from the real tools by scripts: lines `block ID NAME RELEASES` and
//! `record BLOCK CODE NAME RELEASES`, the last column optional.

use std::collections::HashMap;

use crate::clang::ClangFacts;
use crate::swift::SwiftFacts;
use crate::{Stream, StreamKind};

/// Names of blocks and records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameTable {
    blocks: HashMap<u32, String>,
    records: HashMap<(u32, u32), String>,
}

/// The names of LLVM IR's blocks and records, with the releases that use them.
const LLVM_IR: &str = include_str!("../names/llvm-ir.txt");

/// The releases whose analyzers were asked for names.
pub const RELEASES: &[u32] = &[14, 16, 19, 22];

impl NameTable {
    /// The names that `llvm-bcanalyzer` of a release knows for LLVM IR.
    pub fn llvm_ir(release: u32) -> NameTable {
        NameTable::parse(LLVM_IR, Some(release))
    }

    /// Names for streams of Clang, Swift, diagnostics and remarks, for what they do not name themselves. `version` is that of
    /// the format: Clang's major, that of the cache of Swift's scanner, the minor one of Swift's modules; without it the newest that was read.
    pub fn carried(kind: StreamKind, version: Option<u64>) -> NameTable {
        let newest = |newest: u32| Some(version.map_or(newest, |v| u32::try_from(v).unwrap_or(u32::MAX)));
        let (text, version) = match kind {
            StreamKind::ClangAst => (include_str!("../names/clang.txt"), newest(35)),
            StreamKind::SwiftModule => (include_str!("../names/swift.txt"), newest(967)),
            // Their formats have versions of their own.
            StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo => {
                (include_str!("../names/swift.txt"), Some(967))
            }
            StreamKind::SwiftDeps => (include_str!("../names/swift-deps.txt"), None),
            StreamKind::SwiftScanCache => (include_str!("../names/swift-scan.txt"), newest(9)),
            StreamKind::Diagnostics => (include_str!("../names/diagnostics.txt"), None),
            StreamKind::Remarks => (include_str!("../names/remarks.txt"), None),
            _ => ("", None),
        };
        NameTable::parse(text, version)
    }

    /// Names for what a stream does not name itself, by its kind and the version of its format.
    pub fn for_stream(stream: Stream<'_>) -> NameTable {
        let kind = stream.kind();
        let version = match kind {
            StreamKind::ClangAst => ClangFacts::read(stream).format.map(|(major, _)| major),
            StreamKind::SwiftModule => SwiftFacts::read(stream).format.map(|(_, minor)| minor),
            StreamKind::SwiftScanCache => SwiftFacts::read(stream).format.map(|(major, _)| major),
            _ => None,
        };
        NameTable::carried(kind, version)
    }

    /// Reads a table; of lines with releases, those that hold for `release`. Other lines are comments.
    pub fn parse(text: &str, release: Option<u32>) -> NameTable {
        let mut table = NameTable::default();
        for line in text.lines() {
            let mut words = line.split_ascii_whitespace();
            let kind = words.next();
            let mut number = || words.next().and_then(|word| word.parse::<u32>().ok());
            let key = match kind {
                Some("block") => number().map(|id| (id, None)),
                Some("record") => number().and_then(|id| number().map(|code| (id, Some(code)))),
                _ => None,
            };
            let Some((key, name)) = key.zip(words.next()) else { continue };
            if !holds(words.next(), release) {
                continue;
            }
            match key {
                (id, None) => table.blocks.insert(id, name.to_string()),
                (id, Some(code)) => table.records.insert((id, code), name.to_string()),
            };
        }
        table
    }

    /// The name of a block.
    pub fn block(&self, id: u32) -> Option<&str> {
        self.blocks.get(&id).map(String::as_str)
    }

    /// The name of a record.
    pub fn record(&self, block: u32, code: u32) -> Option<&str> {
        self.records.get(&(block, code)).map(String::as_str)
    }

    /// Whether there is no name at all.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.records.is_empty()
    }
}

/// Whether a release is within `14-19`; an open end, no column and no release hold always.
fn holds(column: Option<&str>, release: Option<u32>) -> bool {
    let (Some(column), Some(release)) = (column, release) else { return true };
    let (from, until) = column.split_once('-').unwrap_or((column, column));
    let bound = |text: &str| text.parse::<u32>().ok();
    bound(from).is_none_or(|from| from <= release) && bound(until).is_none_or(|until| release <= until)
}

#[cfg(test)]
mod tests {
    use super::NameTable;
    use crate::StreamKind;

    #[test]
    fn names_change_with_releases() {
        let (old, new) = (NameTable::llvm_ir(16), NameTable::llvm_ir(22));
        assert_eq!(old.record(11, 12), Some("CE_GEP"));
        assert_eq!(new.record(11, 12), None);
        assert_eq!(new.record(11, 32), Some("CE_GEP"));
        assert_eq!(old.block(8), Some("MODULE_BLOCK"));
        assert_eq!(old.record(17, 25), None);
    }

    #[test]
    fn names_of_what_streams_carry() {
        let swift = |version| NameTable::carried(StreamKind::SwiftModule, version);
        assert_eq!(swift(Some(871)).record(9, 6), Some("CHANNEL"));
        assert_eq!(swift(Some(967)).record(9, 6), Some("IS_OSSA"));
        // Between two releases that differ it is not known.
        assert_eq!(swift(Some(900)).record(9, 6), None);
        assert_eq!(swift(Some(900)).record(13, 4), Some("TOP_LEVEL_DECLS"));
        assert_eq!(swift(Some(871)).record(13, 14), Some("OPAQUE_RETURN_TYPE_DECLS"));
        let scan = |version| NameTable::carried(StreamKind::SwiftScanCache, Some(version));
        assert_eq!(scan(7).record(8, 3), Some("SWIFT_INTERFACE_MODULE_DETAILS_NODE"));
        assert_eq!(scan(9).record(8, 3), Some("TIME_NODE"));
        let clang = |version| NameTable::carried(StreamKind::ClangAst, Some(version));
        assert_eq!(clang(15).record(15, 2), Some("IMPORTS"));
        assert_eq!(clang(35).record(15, 2), Some("IMPORT"));
        assert_eq!(clang(35).record(8, 4), Some("METADATA_OLD_FORMAT"));
        assert_eq!(NameTable::carried(StreamKind::Diagnostics, None).record(9, 7), Some("FIXIT"));
        assert!(NameTable::carried(StreamKind::Ir, None).is_empty());
    }
}
