//! `BLOCKINFO` (block 0): abbreviations and names for blocks of other ids.
//!
//! A `BLOCKINFO` block *replaces* all that came before. Its abbreviations hold for blocks that are entered after it; the
//! names are for people.

use std::collections::HashMap;
use std::sync::Arc;

use outlast_core::Budget;

use crate::abbrev::Abbrev;
use crate::bits::{Bits, NoWatch};
use crate::fault::{Fault, FaultKind};
use crate::record;

/// Abbreviations that one `BLOCKINFO` block, or the blocks that are open, may define.
pub(crate) const MAX_ABBREVS: usize = 1 << 18;

/// A list of abbreviations that blocks share.
pub type AbbrevList = Arc<Vec<Arc<Abbrev>>>;

/// What is known of one block id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockInfoEntry {
    /// The id.
    pub id: u32,
    /// Abbreviations that blocks of the id start with.
    pub abbrevs: AbbrevList,
    /// Its name, as bytes.
    pub name: Vec<u8>,
    names: Vec<(u32, Vec<u8>)>,
    by_code: HashMap<u32, usize>,
}

impl BlockInfoEntry {
    /// Codes of records and their names, as bytes, in the order of the file. The first of a code counts.
    pub fn record_names(&self) -> &[(u32, Vec<u8>)] {
        &self.names
    }

    /// Adds an abbreviation.
    pub fn define(&mut self, abbrev: Arc<Abbrev>) {
        Arc::make_mut(&mut self.abbrevs).push(abbrev);
    }

    /// Adds the name of a record.
    pub fn name_record(&mut self, code: u32, name: Vec<u8>) {
        self.by_code.entry(code).or_insert(self.names.len());
        self.names.push((code, name));
    }
}

/// The block info in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockInfo {
    entries: Vec<BlockInfoEntry>,
    by_id: HashMap<u32, usize>,
}

impl BlockInfo {
    /// What is known of a block id.
    pub fn get(&self, id: u32) -> Option<&BlockInfoEntry> {
        self.entries.get(*self.by_id.get(&id)?)
    }

    /// All ids, in the order of the file.
    pub fn entries(&self) -> &[BlockInfoEntry] {
        &self.entries
    }

    /// The name of a block, cut at the first zero byte; none if it has none.
    pub fn block_name(&self, id: u32) -> Option<&[u8]> {
        let entry = self.get(id)?;
        if entry.name.is_empty() { None } else { Some(c_string(&entry.name)) }
    }

    /// The name of a record, cut at the first zero byte.
    pub fn record_name(&self, block: u32, code: u32) -> Option<&[u8]> {
        let entry = self.get(block)?;
        let (_, name) = entry.names.get(*entry.by_code.get(&code)?)?;
        Some(c_string(name))
    }

    /// The entry of an id, made if there is none.
    #[expect(clippy::indexing_slicing, reason = "`by_id` has indices of entries, of which none is removed")]
    pub fn entry(&mut self, id: u32) -> &mut BlockInfoEntry {
        let index = *self.by_id.entry(id).or_insert_with(|| {
            self.entries.push(BlockInfoEntry { id, ..BlockInfoEntry::default() });
            self.entries.len() - 1
        });
        &mut self.entries[index]
    }
}

fn c_string(bytes: &[u8]) -> &[u8] {
    bytes.split(|b| *b == 0).next().unwrap_or_default()
}

/// The records of a `BLOCKINFO` block whose body starts here. Blocks in it are passed over by their length words, and
/// unknown records ignored, as LLVM does. `budget` bounds the bits that all such blocks of a stream may cost.
pub(crate) fn read(
    bits: &mut Bits<'_>,
    abbrev_width: u32,
    inherited: &[Arc<Abbrev>],
    budget: &mut Budget,
) -> Result<BlockInfo, Fault> {
    let mut info = BlockInfo::default();
    let (mut current, mut ops, mut defined) = (None, Vec::new(), 0usize);
    loop {
        let start = bits.pos();
        if bits.at_end() {
            return Err(Fault::new(FaultKind::BlockInfo, start));
        }
        match bits.fixed32(abbrev_width)? {
            0 => return Ok(info),
            1 => {
                bits.vbr32(8, &mut NoWatch)?;
                skip_block(bits, start)?;
            }
            2 => {
                let Some(id) = current else { return Err(Fault::new(FaultKind::BlockInfo, start)) };
                defined += 1;
                if defined > MAX_ABBREVS {
                    let limit = FaultKind::Limit("abbreviations", MAX_ABBREVS as u64);
                    return Err(Fault::new(limit, start));
                }
                let abbrev = Abbrev::read(bits, &mut NoWatch)?;
                info.entry(id).define(Arc::new(abbrev));
            }
            id => {
                ops.clear();
                let code = record(bits, id, inherited, &mut ops)?;
                apply(&mut info, &mut current, code, &ops, start)?;
            }
        }
        let spent = bits.pos().saturating_sub(start);
        if !budget.spend(usize::try_from(spent).unwrap_or(usize::MAX)) {
            return Err(Fault::new(FaultKind::Limit("passes over BLOCKINFO in all", 8), start));
        }
    }
}

/// A record in `BLOCKINFO`. Abbreviations that are defined here are for other blocks; in force are those that an earlier
/// `BLOCKINFO` had for its own id.
fn record(bits: &mut Bits<'_>, id: u32, inherited: &[Arc<Abbrev>], ops: &mut Vec<u64>) -> Result<u32, Fault> {
    if id == 3 {
        return record::unabbreviated(bits, ops, &mut NoWatch);
    }
    let index = usize::try_from(id).unwrap_or(usize::MAX).wrapping_sub(4);
    let Some(abbrev) = inherited.get(index) else {
        return Err(Fault::new(FaultKind::UnknownAbbrev(id), bits.pos()));
    };
    let (code, blob) = record::abbreviated(bits, abbrev, ops, &mut NoWatch)?;
    ops.extend(blob.unwrap_or_default().iter().map(|byte| u64::from(*byte)));
    Ok(code)
}

/// `SETBID` 1 `[block]`, `BLOCKNAME` 2 `[bytes]`, `SETRECORDNAME` 3 `[code, bytes]`.
pub(crate) fn apply(
    info: &mut BlockInfo,
    current: &mut Option<u32>,
    code: u32,
    ops: &[u64],
    start: u64,
) -> Result<(), Fault> {
    let malformed = || Fault::new(FaultKind::BlockInfo, start);
    let low32 = |value: u64| u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    let bytes = |ops: &[u64]| ops.iter().map(|op| record::low_byte(*op)).collect::<Vec<u8>>();
    match (code, ops) {
        (1, []) => return Err(malformed()),
        (1, [id, ..]) => {
            let id = low32(*id);
            info.entry(id);
            *current = Some(id);
        }
        (2, name) => info.entry(current.ok_or_else(malformed)?).name = bytes(name),
        (3, []) if current.is_some() => return Err(Fault::new(FaultKind::RecordName, start)),
        (3, [of, name @ ..]) => {
            info.entry(current.ok_or_else(malformed)?).name_record(low32(*of), bytes(name));
        }
        (3, []) => return Err(malformed()),
        _ => {}
    }
    Ok(())
}

/// After its id: passes over a block by its length word.
pub(crate) fn skip_block(bits: &mut Bits<'_>, start: u64) -> Result<(), Fault> {
    bits.vbr32(4, &mut NoWatch)?;
    bits.align(&mut NoWatch);
    let words = bits.fixed32(32)?;
    let from = bits.pos();
    let to = from + u64::from(words) * 32;
    if bits.at_end() {
        return Err(Fault::new(FaultKind::SkipAtEnd, start));
    }
    if to > bits.end() {
        return Err(Fault::new(FaultKind::SkipTooFar(to, from), start));
    }
    bits.set_pos(to);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BlockInfo, apply};
    use crate::fault::FaultKind;

    #[test]
    fn records_are_named_by_code() {
        let (mut info, mut current) = (BlockInfo::default(), None);
        let mut said = |code, ops: &[u64]| {
            let done = apply(&mut info, &mut current, code, ops, 0);
            done.err().map(|fault| fault.kind().clone())
        };
        assert_eq!(said(3, &[1, 79]), Some(FaultKind::BlockInfo));
        assert_eq!(said(1, &[]), Some(FaultKind::BlockInfo));
        assert_eq!(said(1, &[8]), None);
        assert_eq!(said(3, &[1, 79]), None);
        assert_eq!(said(3, &[]), Some(FaultKind::RecordName));
        assert!(FaultKind::RecordName.is_ours());
    }
}
