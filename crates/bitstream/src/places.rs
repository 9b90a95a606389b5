//! [`Places`]: records found by the bit at which they start.
//!
//! Streams of Clang and Swift have lists that say where in a block a record starts. To read it there, the abbreviations of
//! that block have to be in force: a room is kept for each such block, a cursor that has read the definitions at its
//! beginning.

use std::ops::Range;

use outlast_core::{Bytes, Error, ErrorKind, Result, Span};

use crate::fields::{blob_window, record_name};
use crate::{Block, Cursor, Fault, Item};

/// The record at a place of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The bit it starts at, from the start of the stream.
    pub start: u64,
    /// The bit after it.
    pub end: u64,
    /// Its code.
    pub code: u32,
    /// Its name, where the stream has names.
    pub name: String,
    /// Its operands.
    pub ops: Vec<u64>,
}

/// A block in which records are found by their bits.
#[derive(Clone, Debug)]
pub(crate) struct Room<'a> {
    pub(crate) block: Block,
    /// Stands in the block, and knows its abbreviations.
    pub(crate) cursor: Cursor<'a>,
    /// The bit of the first record or block in it.
    pub(crate) first: u64,
}

/// The blocks of a stream in which records are found by their bits.
#[derive(Clone, Debug)]
pub(crate) struct Places<'a> {
    /// Where the stream starts in its file, in bytes.
    base: u64,
    rooms: Vec<Room<'a>>,
}

impl<'a> Places<'a> {
    /// Of a stream that starts at this byte of its file.
    pub(crate) fn new(base: u64) -> Places<'a> {
        Places { base, rooms: Vec::new() }
    }

    /// Adds the block that the cursor just entered.
    pub(crate) fn add(&mut self, cursor: &Cursor<'a>, block: Block) -> Result<(), Fault> {
        let mut cursor = cursor.clone();
        let first = loop {
            let position = cursor.position();
            match cursor.next()? {
                Some(Item::Define(..)) => {}
                // An empty block is closed again; nothing can be found in it.
                _ => break position,
            }
        };
        self.rooms.push(Room { block, cursor, first });
        Ok(())
    }

    /// The blocks, in file order.
    pub(crate) fn rooms(&self) -> impl Iterator<Item = &Room<'a>> {
        self.rooms.iter()
    }

    /// The blocks of an id, in file order.
    pub(crate) fn blocks(&self, id: u32) -> impl Iterator<Item = &Room<'a>> {
        self.rooms().filter(move |room| room.block.id == id)
    }

    /// The record that starts at this bit of a block.
    ///
    /// # Errors
    ///
    /// If the bit is in no block of this id, or no record starts there.
    pub(crate) fn record(&mut self, id: u32, bit: u64) -> Result<Resolved> {
        let cursor = self.cursor(id, bit)?;
        let found = match cursor.next()? {
            Some(Item::Record(record)) => Some((record.start, record.end, record.code, record.ops.to_vec())),
            _ => None,
        };
        if let Some((start, end, code, ops)) = found {
            let name = record_name(cursor, id, code, &[]).into_owned();
            return Ok(Resolved { start, end, code, name, ops });
        }
        Err(self.wrong("place of a record", "no record starts here".to_string(), bit))
    }

    /// The blob of the record that starts at this bit of a block, and the record's first operand; none if there is no such
    /// record.
    ///
    /// # Errors
    ///
    /// If the bit is in no block of this id, or the token there cannot be read.
    pub(crate) fn blob(&mut self, id: u32, bit: u64) -> Result<Option<(Bytes<'a>, Option<u64>)>> {
        let base = self.base;
        let Some(Item::Record(record)) = self.cursor(id, bit)?.next()? else { return Ok(None) };
        Ok(blob_window(&record, base).map(|blob| (blob, record.op(0))))
    }

    /// The error of a place that has no such table.
    pub(crate) fn no_table(&self, of: &str, bit: u64) -> Error {
        self.wrong("place of a table", format!("no table of {of} starts here"), bit)
    }

    /// The error of a list that is not there.
    pub(crate) fn no_list(&self, name: &str) -> Error {
        Error::new(ErrorKind::Missing { what: format!("the list `{name}`") }, self.magic())
    }

    /// The bytes that every stream begins with: what is wrong with the whole of it is said there.
    pub(crate) fn magic(&self) -> Span {
        Span::at(self.base, 4)
    }

    /// Bits of the stream, in the file.
    pub(crate) fn span(&self, bits: Range<u64>) -> Span {
        let base = self.base.saturating_mul(8);
        Span::bits(base.saturating_add(bits.start)..base.saturating_add(bits.end))
    }

    /// A cursor at this bit, in the block of this id around it.
    fn cursor(&mut self, id: u32, bit: u64) -> Result<&mut Cursor<'a>> {
        let around = |room: &Room<'_>| {
            room.block.id == id && (room.block.body..room.block.claimed_end()).contains(&bit)
        };
        let Some(at) = self.rooms.iter().position(around) else {
            return Err(self.wrong("place of a record", format!("it is not in a block {id}"), bit));
        };
        #[expect(clippy::indexing_slicing, reason = "it was found there")]
        let cursor = &mut self.rooms[at].cursor;
        cursor.jump(bit)?;
        Ok(cursor)
    }

    fn wrong(&self, what: &'static str, why: String, bit: u64) -> Error {
        Error::new(ErrorKind::Invalid { what, why }, self.span(bit..bit))
    }
}

/// The error of a number past the end of a list of places.
pub(crate) fn past_the_list(found: u64, limit: u64, span: Span) -> Error {
    let what = "number in a list of places";
    Error::new(ErrorKind::OutOfRange { what, found: i128::from(found), limit }, span)
}
