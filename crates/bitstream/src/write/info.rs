//! `BLOCKINFO` in the writer: abbreviations and names for blocks of other ids.

use crate::block_info::{self, BlockInfo};
use crate::fault::Fault;
use crate::write::bit_writer::Mark;
use crate::write::error::{WriteError, WriteErrorKind};
use crate::write::{NewRecord, Writer};

impl Writer {
    /// Writes a whole `BLOCKINFO` block, which replaces all that is in force.
    ///
    /// # Errors
    ///
    /// As [`Writer::enter_block`] and [`Writer::define_abbrev`].
    pub fn write_block_info(&mut self, info: &BlockInfo) -> Result<(), WriteError> {
        self.enter_block(0, 2)?;
        for entry in info.entries() {
            self.set_block(entry.id)?;
            for abbrev in entry.abbrevs.iter() {
                self.define_abbrev(abbrev)?;
            }
            if !entry.name.is_empty() {
                self.name_block(&entry.name)?;
            }
            for (code, name) in entry.record_names() {
                self.name_record(*code, name)?;
            }
        }
        self.leave_block()
    }

    /// In `BLOCKINFO`: what follows is about blocks of this id (`SETBID`).
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::NoBlock`] outside of `BLOCKINFO`.
    pub fn set_block(&mut self, id: u32) -> Result<(), WriteError> {
        self.info_record(1, &[u64::from(id)])
    }

    /// In `BLOCKINFO`: the name of the block that was set last (`BLOCKNAME`).
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::NoBlock`] outside of `BLOCKINFO`, [`WriteErrorKind::NoBlockSet`].
    pub fn name_block(&mut self, name: &[u8]) -> Result<(), WriteError> {
        let ops: Vec<u64> = name.iter().map(|byte| u64::from(*byte)).collect();
        self.info_record(2, &ops)
    }

    /// In `BLOCKINFO`: the name of a record in the block that was set last (`SETRECORDNAME`).
    ///
    /// # Errors
    ///
    /// [`WriteErrorKind::NoBlock`] outside of `BLOCKINFO`, [`WriteErrorKind::NoBlockSet`].
    pub fn name_record(&mut self, code: u32, name: &[u8]) -> Result<(), WriteError> {
        let name = name.iter().map(|byte| u64::from(*byte));
        let ops: Vec<u64> = std::iter::once(u64::from(code)).chain(name).collect();
        self.info_record(3, &ops)
    }

    fn info_record(&mut self, code: u32, ops: &[u64]) -> Result<(), WriteError> {
        if self.pending_info.is_none() {
            return Err(self.error(WriteErrorKind::NoBlock));
        }
        self.record_with(3, NewRecord { code, ops, blobs: &[] })
    }

    /// What a record means if it stands in `BLOCKINFO`; `before` is where it begins.
    pub(super) fn apply_info(&mut self, code: u32, ops: &[u64], before: Mark) -> Result<(), WriteError> {
        let Some((info, current)) = &mut self.pending_info else { return Ok(()) };
        let applied: Result<(), Fault> = block_info::apply(info, current, code, ops, 0);
        applied.map_err(|_| {
            self.sink.rewind(before);
            self.error(WriteErrorKind::NoBlockSet)
        })
    }
}
