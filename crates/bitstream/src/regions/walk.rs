//! [`walk`]: the tokens of a stream from its first bit to its last, also past what cannot be read.

use std::ops::Range;

use crate::abbrev::Abbrev;
use crate::bits::Watch;
use crate::block_info::BlockInfo;
use crate::cursor::{Block, Cursor, Item};
use crate::fault::Fault;
use crate::record::Record;
use crate::stream::Stream;

/// Padding: how many bits, and whether they are zero.
pub(super) type Padding = (u64, bool);

/// A blob of a record, and what aligns it.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    pub(super) before: Padding,
    pub(super) bytes: Range<usize>,
    pub(super) after: Padding,
}

/// What the values of a token do not say.
#[derive(Debug, Default)]
pub(super) struct Seen {
    paddings: Vec<Padding>,
    blobs: Vec<Blob>,
}

impl Seen {
    fn clear(&mut self) -> &mut Seen {
        self.paddings.clear();
        self.blobs.clear();
        self
    }

    /// The padding of a block's header or end; there is one.
    pub(super) fn first_padding(&self) -> Padding {
        self.paddings.first().copied().unwrap_or((0, true))
    }

    pub(super) fn blobs(&self) -> &[Blob] {
        &self.blobs
    }
}

impl Watch for Seen {
    fn padding(&mut self, bits: u32, value: u32) {
        let padding = (u64::from(bits), value == 0);
        // One comes before each blob, and one behind it.
        match self.blobs.last_mut() {
            Some(blob) if self.paddings.len() == 1 => {
                blob.after = padding;
                self.paddings.clear();
            }
            _ => self.paddings.push(padding),
        }
    }

    fn blob(&mut self, bytes: Range<usize>) {
        self.blobs.push(Blob { before: self.first_padding(), bytes, after: (0, true) });
    }
}

/// Is told what there is, in the order of the stream. Spans are bits of the stream.
pub(super) trait Visit {
    /// The first four bytes.
    fn magic(&mut self, _stream: Stream<'_>) {}
    /// A block begins.
    fn enter(&mut self, block: &Block, info: &BlockInfo, seen: &Seen);
    /// The innermost block has an `END_BLOCK`.
    fn end_block(&mut self, _bits: Range<u64>, _seen: &Seen) {}
    /// An abbreviation.
    fn define(&mut self, _abbrev: &Abbrev, _bits: Range<u64>) {}
    /// A record.
    fn record(&mut self, _record: &Record<'_, '_>, _info: &BlockInfo, _seen: &Seen) {}
    /// The innermost block has ended.
    fn close(&mut self, end: u64);
    /// What could not be read.
    fn bad(&mut self, _bits: Range<u64>, _fault: &Fault) {}
}

/// Walks through a stream.
pub(super) fn walk(stream: Stream<'_>, visit: &mut impl Visit) {
    let end = u64::try_from(stream.bytes().len()).unwrap_or(u64::MAX / 8).saturating_mul(8);
    let mut cursor = match Cursor::new(stream) {
        Ok(cursor) => cursor,
        Err(fault) => return visit.bad(0..end, &fault),
    };
    visit.magic(stream);
    let mut seen = Seen::default();
    loop {
        let (start, depth) = (cursor.position(), cursor.depth());
        match token(&mut cursor, &mut seen, visit) {
            Ok(true) => {}
            Ok(false) => break,
            Err(fault) => {
                let mut from = start;
                // A BLOCKINFO block whose contents cannot be read is open all the same.
                if cursor.depth() > depth
                    && let Some(block) = cursor.block().copied()
                {
                    visit.enter(&block, cursor.block_info(), &seen);
                    from = block.body;
                }
                if !resume(&mut cursor, from, end, &fault, visit) {
                    break;
                }
            }
        }
    }
}

/// One token. Whether there is more.
fn token(cursor: &mut Cursor<'_>, seen: &mut Seen, visit: &mut impl Visit) -> Result<bool, Fault> {
    let (start, info) = (cursor.position(), cursor.block_info_shared());
    let Some(item) = cursor.next_watched(seen.clear())? else { return Ok(false) };
    if let Item::Define(abbrev, _) = item {
        let abbrev = abbrev.clone();
        visit.define(&abbrev, start..cursor.position());
        return Ok(true);
    }
    match item {
        Item::Enter(block) => visit.enter(&block, cursor.block_info(), seen),
        Item::Leave(..) => {
            let end = cursor.position();
            visit.end_block(start..end, seen);
            visit.close(end);
        }
        Item::Record(record) => visit.record(&record, &info, seen),
        Item::Define(..) => {}
    }
    Ok(true)
}

/// Goes on behind the innermost block whose length word leads on. Whether there is one.
fn resume(cursor: &mut Cursor<'_>, from: u64, end: u64, fault: &Fault, visit: &mut impl Visit) -> bool {
    let depth = cursor.depth();
    let resumed = cursor.resync();
    let closed = depth - cursor.depth();
    if resumed.is_none() {
        (0..closed).for_each(|_| visit.close(from));
        visit.bad(from..end, fault);
        return false;
    }
    (1..closed).for_each(|_| visit.close(from));
    let to = cursor.position();
    visit.bad(from..to, fault);
    visit.close(to);
    true
}
