//! [`Writer`]: bitstreams from nothing.
//!
//! Four bytes of magic, then blocks; in blocks, abbreviations, records and blocks. A value that its field has no room
//! for is an error, and a token that fails leaves nothing behind: the stream stands where it stood before.
//!
//! `BLOCKINFO` takes force as it does in readers: a later one replaces all that an earlier one said.

pub(crate) mod bit_writer;
pub(crate) mod encode;
mod error;
mod info;
mod splice;
mod wrap;

use std::sync::Arc;

use crate::abbrev::{Abbrev, Op};
use crate::block_info::{AbbrevList, BlockInfo};
use crate::cursor::MAX_DEPTH;

pub use error::{WriteError, WriteErrorKind};
pub use wrap::{Wrapping, wrap};

use bit_writer::{BitWriter, Plain};

/// A record to be written.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRecord<'a> {
    /// Its code.
    pub code: u32,
    /// Its operands, without the blob.
    pub ops: &'a [u64],
    /// Its blobs: one for each that the abbreviation has. Readers see the last.
    pub blobs: &'a [&'a [u8]],
}

/// A Fixed field that was written with a value to be replaced later: see [`Writer::patch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    bit: u64,
    width: u32,
    index: usize,
}

impl Slot {
    /// The bit at which the field begins.
    pub fn bit(&self) -> u64 {
        self.bit
    }

    /// Bits of the field.
    pub fn width(&self) -> u32 {
        self.width
    }
}

#[derive(Clone, Debug)]
struct Scope {
    id: u32,
    outer_width: u32,
    /// The bit of the length word.
    length: u64,
    inherited: AbbrevList,
    own: Vec<Arc<Abbrev>>,
}

impl Scope {
    fn defined(&self) -> usize {
        self.inherited.len() + self.own.len()
    }
}

/// Writes a stream into memory. Positions are bits from the first byte of the stream (its magic).
#[derive(Clone, Debug)]
pub struct Writer {
    sink: BitWriter,
    scopes: Vec<Scope>,
    width: u32,
    info: BlockInfo,
    /// The `BLOCKINFO` that is being written: what it says so far, and the block that it speaks of.
    pending_info: Option<(BlockInfo, Option<u32>)>,
}

impl Writer {
    /// A stream of this magic.
    pub fn new(magic: [u8; 4]) -> Writer {
        let mut sink = BitWriter::default();
        sink.bytes(&magic);
        Writer { sink, scopes: Vec::new(), width: 2, info: BlockInfo::default(), pending_info: None }
    }

    /// The bit of the next token.
    pub fn position(&self) -> u64 {
        self.sink.pos()
    }

    /// How many blocks are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// The block info in force.
    pub fn block_info(&self) -> &BlockInfo {
        &self.info
    }

    /// The abbreviation of an id in the block that is open.
    pub fn abbrev(&self, id: u32) -> Option<&Abbrev> {
        self.find(id).ok().map(|abbrev| &**abbrev)
    }

    /// The id of the first abbreviation of the open block that is this one.
    pub fn abbrev_id(&self, abbrev: &Abbrev) -> Option<u32> {
        let scope = self.scopes.last()?;
        let at = scope.inherited.iter().chain(&scope.own).position(|of| **of == *abbrev)?;
        u32::try_from(at.checked_add(4)?).ok()
    }

    /// Begins a block. Abbreviation ids in it have `abbrev_width` bits, enough for the highest id: 3 and one for each
    /// abbreviation. It starts with those abbreviations that `BLOCKINFO` has for its id.
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::IdWidth`] for a width other than 1 to 32, [`WriteErrorKind::BlockInBlockInfo`], and
    /// [`WriteErrorKind::Depth`] for more blocks in each other than readers follow.
    pub fn enter_block(&mut self, id: u32, abbrev_width: u32) -> Result<(), WriteError> {
        if !(1..=32).contains(&abbrev_width) {
            return Err(self.error(WriteErrorKind::IdWidth(abbrev_width)));
        }
        if self.pending_info.is_some() {
            return Err(self.error(WriteErrorKind::BlockInBlockInfo));
        }
        if self.scopes.len() >= MAX_DEPTH {
            return Err(self.error(WriteErrorKind::Depth(self.scopes.len() + 1)));
        }
        encode::enter(&mut self.sink, self.width, id, abbrev_width, 0, &mut Plain);
        let inherited = self.info.get(id).map(|entry| entry.abbrevs.clone()).unwrap_or_default();
        let length = self.sink.pos() - 32;
        self.scopes.push(Scope { id, outer_width: self.width, length, inherited, own: Vec::new() });
        self.width = abbrev_width;
        if id == 0 {
            self.pending_info = Some((BlockInfo::default(), None));
        }
        Ok(())
    }

    /// Ends the innermost block and fills in its length.
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::NoBlock`] if none is open, [`WriteErrorKind::BlockTooLong`] for more than 2^32 - 1 words.
    pub fn leave_block(&mut self) -> Result<(), WriteError> {
        let Some(length) = self.scopes.last().map(|scope| scope.length) else {
            return Err(self.error(WriteErrorKind::NoBlock));
        };
        let mark = self.sink.mark();
        encode::leave(&mut self.sink, self.width, &mut Plain);
        let words = (self.sink.pos() - length - 32) / 32;
        if words > u64::from(u32::MAX) {
            self.sink.rewind(mark);
            return Err(self.error(WriteErrorKind::BlockTooLong(words)));
        }
        self.sink.patch(length, 32, words);
        if let Some(scope) = self.scopes.pop() {
            self.width = scope.outer_width;
        }
        if let Some((info, _)) = self.pending_info.take() {
            self.info = info;
        }
        Ok(())
    }

    /// Defines an abbreviation in the open block, and returns its id. In `BLOCKINFO` it is one of the block that was set
    /// last, and the id is that which it has in blocks of that id.
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::Abbrev`] for one that readers refuse, [`WriteErrorKind::IdTooWide`] if the block's abbreviation
    /// ids have no room for it, [`WriteErrorKind::NoBlock`], [`WriteErrorKind::NoBlockSet`].
    pub fn define_abbrev(&mut self, abbrev: &Abbrev) -> Result<u32, WriteError> {
        if self.scopes.is_empty() {
            return Err(self.error(WriteErrorKind::NoBlock));
        }
        if let Some(kind) = abbrev.check() {
            return Err(self.error(WriteErrorKind::Abbrev(kind)));
        }
        let count = match &self.pending_info {
            Some((_, None)) => return Err(self.error(WriteErrorKind::NoBlockSet)),
            Some((info, Some(id))) => info.get(*id).map_or(0, |entry| entry.abbrevs.len()),
            None => self.scopes.last().map_or(0, Scope::defined),
        };
        let id = u32::try_from(count.saturating_add(4)).unwrap_or(u32::MAX);
        if self.pending_info.is_none() && self.width < 32 && id >> self.width != 0 {
            return Err(self.error(WriteErrorKind::IdTooWide { id, width: self.width }));
        }
        let width = self.width;
        self.token(|sink| encode::define(sink, width, abbrev, &mut Plain))?;
        match (&mut self.pending_info, self.scopes.last_mut()) {
            (Some((info, Some(of))), _) => info.entry(*of).define(Arc::new(abbrev.clone())),
            (_, Some(scope)) => scope.own.push(Arc::new(abbrev.clone())),
            _ => {}
        }
        Ok(id)
    }

    /// Writes a record without an abbreviation.
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::NoBlock`]; [`WriteErrorKind::IdTooWide`] in a block whose abbreviation ids have one bit.
    pub fn record(&mut self, code: u32, ops: &[u64]) -> Result<(), WriteError> {
        if self.scopes.is_empty() {
            return Err(self.error(WriteErrorKind::NoBlock));
        }
        let (width, mark) = (self.width, self.sink.mark());
        self.token(|sink| {
            encode::id(sink, 3, width)?;
            encode::unabbreviated(sink, code, ops, &mut Plain)
        })?;
        self.apply_info(code, ops, mark)
    }

    /// Writes a record with an abbreviation; with the id 3, without one.
    ///
    /// # Errors
    ///
    /// What does not fit the abbreviation: see [`WriteErrorKind`].
    pub fn record_with(&mut self, abbrev_id: u32, record: NewRecord<'_>) -> Result<(), WriteError> {
        self.record_with_slots(abbrev_id, record, &[]).map(|_| ())
    }

    /// As [`Writer::record_with`]; says where the fields of some operands are, by index, so that they can be filled in
    /// later ([`Writer::patch`]). Their abbreviation has to give them Fixed fields.
    ///
    /// # Errors
    ///
    /// As [`Writer::record_with`], and [`WriteErrorKind::NotPatchable`].
    pub fn record_with_slots(
        &mut self,
        abbrev_id: u32,
        record: NewRecord<'_>,
        patched: &[usize],
    ) -> Result<Vec<Slot>, WriteError> {
        let NewRecord { code, ops, blobs } = record;
        if abbrev_id == 3 {
            return match (patched.first(), blobs.len()) {
                (Some(index), _) => Err(self.error(WriteErrorKind::NotPatchable(*index, None))),
                (None, 0) => self.record(code, ops).map(|()| Vec::new()),
                (None, found) => Err(self.error(WriteErrorKind::BlobCount { expected: 0, found })),
            };
        }
        let abbrev = self.find(abbrev_id).map_err(|kind| self.error(kind))?.clone();
        let (width, mark) = (self.width, self.sink.mark());
        let (mut slots, mut seen) = (Vec::new(), Vec::new());
        self.token(|sink| {
            encode::id(sink, abbrev_id, width)?;
            encode::abbreviated(sink, &abbrev, code, ops, blobs, &mut Plain, |index, op, bit| {
                if patched.contains(&index) {
                    seen.push((index, op, bit));
                }
            })?;
            for index in patched {
                let found = seen.iter().find(|(of, ..)| of == index);
                match found {
                    Some((index, Op::Fixed(width), bit)) if *width > 0 => {
                        slots.push(Slot { bit: *bit, width: *width, index: *index });
                    }
                    other => {
                        let op = other.map(|(_, op, _)| *op);
                        return Err(WriteErrorKind::NotPatchable(*index, op));
                    }
                }
            }
            Ok(())
        })?;
        if self.pending_info.is_some() {
            let blob = blobs.iter().flat_map(|blob| blob.iter().map(|byte| u64::from(*byte)));
            let all: Vec<u64> = ops.iter().copied().chain(blob).collect();
            self.apply_info(code, &all, mark)?;
        }
        Ok(slots)
    }

    /// Fills in a field that was written before.
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::DoesNotFit`].
    pub fn patch(&mut self, slot: Slot, value: u64) -> Result<(), WriteError> {
        if value >> slot.width != 0 {
            let field = Op::Fixed(slot.width);
            return Err(self.error(WriteErrorKind::DoesNotFit { index: Some(slot.index), value, field }));
        }
        self.sink.patch(slot.bit, slot.width, value);
        Ok(())
    }

    /// The stream.
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::OpenBlocks`].
    pub fn finish(self) -> Result<Vec<u8>, WriteError> {
        if !self.scopes.is_empty() {
            return Err(self.error(WriteErrorKind::OpenBlocks(self.scopes.len())));
        }
        Ok(self.sink.finish())
    }

    fn find(&self, id: u32) -> Result<&Arc<Abbrev>, WriteErrorKind> {
        let Some(scope) = self.scopes.last() else { return Err(WriteErrorKind::NoBlock) };
        let index = usize::try_from(id).unwrap_or(usize::MAX).wrapping_sub(4);
        let own = index.wrapping_sub(scope.inherited.len());
        let found = scope.inherited.get(index).or_else(|| scope.own.get(own));
        found.ok_or(WriteErrorKind::UnknownAbbrev { id, defined: scope.defined() })
    }

    /// Writes one token whole or not at all.
    fn token(
        &mut self,
        write: impl FnOnce(&mut BitWriter) -> Result<(), WriteErrorKind>,
    ) -> Result<(), WriteError> {
        let mark = self.sink.mark();
        write(&mut self.sink).map_err(|kind| {
            self.sink.rewind(mark);
            self.error(kind)
        })
    }

    #[cold]
    fn error(&self, kind: WriteErrorKind) -> WriteError {
        WriteError::new(kind, self.sink.pos(), self.scopes.iter().map(|scope| scope.id).collect())
    }
}
