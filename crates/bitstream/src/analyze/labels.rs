//! What the lines of a dump begin with: the names of blocks and records, kept once they were made.

use std::io::{self, Write};

use super::Options;
use super::text_buffer::{Phrase, TextBuffer};
use crate::block_info::BlockInfo;
use crate::names::NameTable;
use crate::stream::StreamKind;

/// `BLOCKINFO`'s own id.
pub(super) const BLOCKINFO: u32 = 0;

/// Where names come from: the stream's own block info first, then tables.
#[derive(Debug)]
pub(super) struct Names<'o> {
    ir: Option<&'o NameTable>,
    extra: &'o NameTable,
}

impl<'o> Names<'o> {
    pub(super) fn new(options: &'o Options<'_>, kind: StreamKind) -> Names<'o> {
        Names { ir: (kind == StreamKind::Ir).then_some(&options.ir_names), extra: &options.extra_names }
    }

    pub(super) fn block<'n>(&'n self, info: &'n BlockInfo, id: u32) -> Option<&'n [u8]> {
        match id {
            BLOCKINFO => Some(b"BLOCKINFO_BLOCK"),
            1..8 => None,
            _ => info.block_name(id).or_else(|| {
                let table = self.ir.and_then(|ir| ir.block(id));
                table.or_else(|| self.extra.block(id)).map(str::as_bytes)
            }),
        }
    }

    pub(super) fn record<'n>(&'n self, info: &'n BlockInfo, block: u32, code: u32) -> Option<&'n [u8]> {
        match (block, code) {
            (BLOCKINFO, 1) => Some(b"SETBID"),
            (BLOCKINFO, 2) => Some(b"BLOCKNAME"),
            (BLOCKINFO, 3) => Some(b"SETRECORDNAME"),
            (0..8, _) => None,
            _ => info.record_name(block, code).or_else(|| {
                let table = self.ir.and_then(|ir| ir.record(block, code));
                table.or_else(|| self.extra.record(block, code)).map(str::as_bytes)
            }),
        }
    }

    /// Prints what the lines of a block call it. Whether it has a name.
    pub(super) fn print_block<W: Write>(
        &self,
        info: &BlockInfo,
        id: u32,
        sheet: &mut TextBuffer<W>,
    ) -> io::Result<bool> {
        match self.block(info, id) {
            Some(name) => sheet.text(name).map(|()| true),
            None => write!(sheet, "UnknownBlock{id}").map(|()| false),
        }
    }

    /// The beginning of a record's line, without what it is indented by: `symbolic` lines have no numbers beside names.
    pub(super) fn head(&self, info: &BlockInfo, block: u32, code: u32, symbolic: bool) -> Vec<u8> {
        match self.record(info, block, code) {
            Some(name) if symbolic => [b"<", name].concat(),
            Some(name) => [b"<", name, format!(" codeid={code}").as_bytes()].concat(),
            None => format!("<UnknownCode{code}").into_bytes(),
        }
    }
}

/// Beginnings of lines by record code.
#[derive(Debug, Default)]
pub(super) struct Heads {
    dense: Vec<Option<Phrase>>,
    /// The last one of a code too high for that.
    other: Option<Phrase>,
}

impl Heads {
    /// The one of a code, except for codes too high.
    #[inline(always)]
    pub(super) fn get(&self, code: u32) -> Option<&Phrase> {
        self.dense.get(outlast_core::to_index(code))?.as_ref()
    }

    #[cold]
    pub(super) fn add(&mut self, code: u32, phrase: Phrase) -> &Phrase {
        let index = outlast_core::to_index(code);
        if index < 512 && self.dense.len() <= index {
            self.dense.resize(index + 1, None);
        }
        let place = self.dense.get_mut(index).filter(|_| index < 512);
        place.unwrap_or(&mut self.other).insert(phrase)
    }
}
