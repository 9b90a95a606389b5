//! Tokens of another stream, taken over as bits.
//!
//! Fields stay as they were written, odd ones too. A block is taken over whole: its body starts at a word on both
//! sides, so that only its header is rewritten, and only if it moves to another bit of a word.

use std::ops::Range;
use std::sync::Arc;

use crate::abbrev::Abbrev;
use crate::cursor::Block;
use crate::record::Record;
use crate::write::bit_writer::Plain;
use crate::write::encode;
use crate::write::error::{WriteError, WriteErrorKind};
use crate::write::{NewRecord, Writer};

impl Writer {
    /// A definition, which takes force here as it did there.
    pub(crate) fn splice_define(
        &mut self,
        from: &[u8],
        bits: Range<u64>,
        abbrev: &Abbrev,
    ) -> Result<(), WriteError> {
        let abbrev = Arc::new(abbrev.clone());
        match (&mut self.pending_info, self.scopes.last_mut()) {
            (Some((info, Some(of))), _) => info.entry(*of).define(abbrev),
            (None, Some(scope)) => scope.own.push(abbrev),
            (Some((_, None)), _) => return Err(self.error(WriteErrorKind::NoBlockSet)),
            (None, None) => return Err(self.error(WriteErrorKind::NoBlock)),
        }
        self.sink.copy(from, bits);
        Ok(())
    }

    /// A record. One with a blob is encoded again, because the blob's place depends on where the record stands.
    pub(crate) fn splice_record(&mut self, from: &[u8], record: &Record<'_, '_>) -> Result<(), WriteError> {
        let same_place = self.sink.pos() % 32 == record.start % 32;
        if let (Some(blob), false) = (record.blob, same_place) {
            let new = NewRecord { code: record.code, ops: record.ops, blobs: &[blob] };
            return self.record_with(record.abbrev_id, new);
        }
        let mark = self.sink.mark();
        self.sink.copy(from, record.start..record.end);
        if self.pending_info.is_some() {
            let blob = record.blob.unwrap_or_default().iter().map(|byte| u64::from(*byte));
            let ops: Vec<u64> = record.ops.iter().copied().chain(blob).collect();
            self.apply_info(record.code, &ops, mark)?;
        }
        Ok(())
    }

    /// A whole block, which ends where its length word says.
    pub(crate) fn splice_block(&mut self, from: &[u8], block: &Block) {
        if self.sink.pos() % 32 == block.start % 32 {
            return self.sink.copy(from, block.start..block.claimed_end());
        }
        encode::enter(&mut self.sink, self.width, block.id, block.abbrev_width, block.words, &mut Plain);
        self.sink.copy(from, block.body..block.claimed_end());
    }
}
