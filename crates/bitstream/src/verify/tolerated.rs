//! What LLVM reads although it is odd, in any kind of stream.

use outlast_core::Severity;

use super::Findings;
use crate::bits::Watch;
use crate::cursor::{Block, Item};

const BLOCKINFO: u32 = 0;
const SETBID: u32 = 1;

/// What one token had that its values do not say.
#[derive(Debug, Default)]
pub(super) struct Seen {
    padding: u32,
    dropped: bool,
    long: bool,
}

impl Watch for Seen {
    fn vbr(&mut self, width: u32, chunks: u32, payload: u128) {
        let bits = 128 - payload.leading_zeros();
        let needed = bits.max(1).div_ceil((width - 1).max(1));
        self.dropped |= payload >> 64 != 0;
        self.long |= width > 1 && chunks > needed;
    }

    fn padding(&mut self, _bits: u32, value: u32) {
        self.padding |= value;
    }
}

/// Warns of a definition that no record may use, or that readers take in their own way. Genuine files have such: only use is
/// an error.
pub(super) fn definition(item: &Item<'_, '_>, path: &[u32], findings: &mut Findings) {
    if let Item::Define(abbrev, start) = item {
        for what in abbrev.oddities() {
            findings.warn(1323, format!("an odd abbreviation: {what}"), *start..*start, path);
        }
    }
}

/// Looks for oddities, token by token.
#[derive(Debug, Default)]
pub(super) struct Oddities {
    /// In BLOCKINFO: the block that is described.
    described: Option<u64>,
}

impl Oddities {
    /// Looks at a token; `path` has the blocks that were open before it.
    pub(super) fn token(
        &mut self,
        item: &Item<'_, '_>,
        seen: &Seen,
        block_end: Option<u64>,
        path: &[u32],
        findings: &mut Findings,
    ) {
        let (start, end) = match item {
            Item::Enter(block) => (block.start, block.body),
            Item::Leave(_, start) | Item::Define(_, start) => (*start, *start),
            Item::Record(record) => (record.start, record.end),
        };
        if seen.padding != 0 {
            findings.odd(1324, "padding that is not zero", start..end, path);
        }
        if seen.dropped {
            findings.odd(1325, "a number of more than 64 bits: the upper ones are dropped", start..end, path);
        }
        if seen.long {
            findings.odd(1326, "a variable-width number with more chunks than it needs", start..end, path);
        }
        if let (Item::Record(record), Some(block_end)) = (item, block_end)
            && record.blob.is_some()
            && record.end > block_end
        {
            findings.odd(1327, "a blob that crosses the end of its block", start..end, path);
        }
        self.info(item, path, findings);
    }

    /// Looks at what BLOCKINFO describes.
    fn info(&mut self, item: &Item<'_, '_>, path: &[u32], findings: &mut Findings) {
        let Some((&BLOCKINFO, around)) = path.split_last() else { return };
        match item {
            Item::Enter(_) | Item::Leave(..) => self.described = None,
            Item::Record(record) if record.code == SETBID => self.described = record.op(0),
            Item::Define(_, start) => {
                if let Some(id) = self.described
                    && around.iter().any(|open| u64::from(*open) == id)
                {
                    let title = format!("BLOCKINFO defines an abbreviation for block {id}, which is open");
                    findings.odd(1328, title, *start..*start, path);
                }
            }
            Item::Record(_) => {}
        }
    }
}

/// A block has ended at this bit.
pub(super) fn left(block: &Block, end: u64, path: &[u32], severity: Severity, findings: &mut Findings) {
    if block.claimed_end() != end {
        let took = (end - block.body) / 32;
        let title =
            format!("the length word of block {} says {} words, it has {took}", block.id, block.words);
        findings.tolerated(severity, 1320, title, block.body.saturating_sub(32)..block.body, path);
    }
}
