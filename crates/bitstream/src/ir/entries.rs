//! Entries of `GLOBALVAL_SUMMARY_BLOCK_ID` (20) and `FULL_LTO_GLOBALVAL_SUMMARY_BLOCK_ID` (24): what a module, or an index of
//! several, says to a linker of its functions, variables and aliases.

use super::overview::{Summary, records};
use crate::cursor::Cursor;
use crate::fault::Fault;
use outlast_core::QuickMap;

/// What an entry is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A function.
    Function {
        /// Instructions in it.
        instructions: u64,
    },
    /// A variable.
    Variable,
    /// An alias.
    Alias,
}

/// An entry of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The symbol: by its index in the module's; in an index of several modules by a number of its own.
    pub value: u64,
    /// The hash of its name, where the summary says it.
    pub guid: Option<u64>,
    /// The module, in an index of several.
    pub module: Option<u64>,
    /// What it is of.
    pub kind: EntryKind,
    /// Linkage and flags: see [`summary_linkage`](super::linkage::summary_linkage).
    pub flags: u64,
    /// References to other symbols, without calls; none where the entry does not count them apart.
    pub references: Option<u64>,
}

/// Reads a summary that was entered, to its end.
pub(super) fn read(cursor: &mut Cursor<'_>, thin: bool) -> Result<Summary, Fault> {
    let mut version = None;
    let mut entries = Vec::new();
    let mut guids: QuickMap<u64, u64> = QuickMap::default();
    records(cursor, |record| {
        let op = |index: usize| record.op(index).unwrap_or(0);
        let combined = matches!(record.code, 4 | 5 | 6 | 8);
        let late = usize::from(combined);
        // `[value, (module), flags, instructions, flags of functions, (count of entries), references, …]`
        let kind = match record.code {
            10 => {
                version = record.op(0);
                return;
            }
            16 => {
                // The hash stands in one number, or in two halves, the upper first.
                let guid = if record.ops.len() > 2 { op(1) << 32 | op(2) & 0xffff_ffff } else { op(1) };
                guids.insert(op(0), guid);
                return;
            }
            1 | 2 | 4 | 5 | 19 => EntryKind::Function { instructions: op(2 + late) },
            3 | 6 | 23 => EntryKind::Variable,
            7 | 8 => EntryKind::Alias,
            _ => return,
        };
        let references = match record.code {
            1 | 2 | 19 => record.op(4),
            4 | 5 => record.op(6),
            _ => None,
        };
        let module = combined.then(|| op(1));
        entries.push(Entry { value: op(0), guid: None, module, kind, flags: op(1 + late), references });
    })?;
    for entry in &mut entries {
        entry.guid = guids.get(&entry.value).copied();
    }
    Ok(Summary { version, thin, entries })
}
