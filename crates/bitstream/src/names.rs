//! [`NameTable`]: readable names of blocks and records, for streams that carry none.
//!
//! The tables are texts beside this crate's sources, read off the real tools by scripts: lines `block ID NAME RELEASES` and
//! `record BLOCK CODE NAME RELEASES`, the last column optional.

use std::collections::HashMap;

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

    #[test]
    fn names_change_with_releases() {
        let (old, new) = (NameTable::llvm_ir(16), NameTable::llvm_ir(22));
        assert_eq!(old.record(11, 12), Some("CE_GEP"));
        assert_eq!(new.record(11, 12), None);
        assert_eq!(new.record(11, 32), Some("CE_GEP"));
        assert_eq!(old.block(8), Some("MODULE_BLOCK"));
        assert_eq!(old.record(17, 25), None);
    }
}
