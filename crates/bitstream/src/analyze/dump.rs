//! The dump: every block and record as a line.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use sha1::{Digest, Sha1};

use super::labels::{BLOCKINFO, Heads, Names};
use super::text::{escaped, is_print};
use super::text_buffer::{Phrase, TextBuffer};
use super::{AnalyzeError, Options, Tally, metadata_strings};
use crate::abbrev::Abbrev;
use crate::block_info::BlockInfo;
use crate::cursor::Cursor;
use crate::record::{Record, low_byte};
use crate::stream::StreamKind;
use crate::{Block, NoWatch};

/// Blocks of LLVM IR that are looked at in every kind of stream.
const MODULE: u32 = 8;
const METADATA: u32 = 15;
/// Indentation up to which beginnings of lines are kept: genuine streams nest a few blocks.
const DEEPEST: usize = 64;
/// Blocks, by id and depth, of which they are kept.
const MOST_HEADS: usize = 1024;

/// A block that is open.
#[derive(Debug)]
struct Frame {
    id: u32,
    /// Whether its contents are printed.
    shown: bool,
    /// Has what its first and last lines call it.
    info: Arc<BlockInfo>,
    body: u64,
    /// Where a `METADATA_INDEX_OFFSET` says that the index is.
    index_at: u64,
    heads: Heads,
    /// Which block info the heads are of.
    generation: u64,
}

/// Prints a stream while it is counted.
#[derive(Debug)]
pub(super) struct Dumper<'o> {
    options: &'o Options<'o>,
    names: Names<'o>,
    /// The block info in force.
    info: Arc<BlockInfo>,
    frames: Vec<Frame>,
    /// The beginning of a record's line, by block and depth; names change with the block info.
    heads: HashMap<(u32, usize), Heads>,
    /// How many times the block info was replaced.
    generation: u64,
    indent: Vec<u8>,
    abbrev: Phrase,
    end: Phrase,
}

impl<'o> Dumper<'o> {
    pub(super) fn new(options: &'o Options<'o>, kind: StreamKind, cursor: &Cursor<'_>) -> Dumper<'o> {
        Dumper {
            options,
            names: Names::new(options, kind),
            info: cursor.block_info_shared(),
            frames: Vec::new(),
            heads: HashMap::new(),
            generation: 0,
            indent: Vec::new(),
            abbrev: Phrase::new(b" abbrevid="),
            end: Phrase::new(b"/>\n"),
        }
    }

    /// Prints and counts up to the first token that stands at a bit or behind it.
    pub(super) fn run<W: Write>(
        &mut self,
        cursor: &mut Cursor<'_>,
        tally: &mut Tally,
        until: u64,
        sheet: &mut TextBuffer<W>,
    ) -> Result<(), AnalyzeError> {
        while cursor.position() < until {
            let Some((start, id)) = cursor.id()? else { break };
            match id {
                0 => {
                    cursor.leave(&mut NoWatch);
                    tally.leave(cursor.position());
                    self.leave(sheet)?;
                }
                1 => {
                    let id = cursor.block_id(&mut NoWatch)?;
                    if id == BLOCKINFO && !self.options.block_info_blocks {
                        sheet.text(&self.indent)?;
                        sheet.text(b"<BLOCKINFO_BLOCK/>\n")?;
                    }
                    let block = cursor.enter(start, id, &mut NoWatch)?;
                    tally.enter(block);
                    if id == BLOCKINFO {
                        self.info = cursor.block_info_shared();
                        self.heads.clear();
                        self.generation += 1;
                    }
                    self.enter(&block, sheet)?;
                }
                2 => {
                    cursor.define(&mut NoWatch)?;
                    tally.current().abbrevs += 1;
                }
                _ if self.frames.last().is_some_and(|frame| frame.shown) => {
                    let id_width = cursor.block().map_or(0, |block| u64::from(block.abbrev_width));
                    let bytes = cursor.bytes();
                    let record = cursor.record(start, id, &mut NoWatch)?;
                    tally.current().add(record.code, record.end - start, id != 3);
                    let done = self.record(&record, bytes, start + id_width, sheet);
                    done.map_err(|error| error.placed(cursor))?;
                }
                _ => {
                    let code = cursor.skip_record(start, id)?;
                    tally.current().add(code, cursor.position() - start, id != 3);
                }
            }
        }
        Ok(())
    }

    fn enter<W: Write>(&mut self, block: &Block, sheet: &mut TextBuffer<W>) -> io::Result<()> {
        let shown = block.id != BLOCKINFO || self.options.block_info_blocks;
        if shown {
            sheet.text(&self.indent)?;
            sheet.text(b"<")?;
            let known = self.names.print_block(&self.info, block.id, sheet)?;
            if !self.options.symbolic && known {
                write!(sheet, " BlockID={}", block.id)?;
            }
            writeln!(sheet, " NumWords={} BlockCodeSize={}>", block.words, block.abbrev_width)?;
        }
        self.open(block, shown);
        Ok(())
    }

    /// Opens a block without a line.
    pub(super) fn open(&mut self, block: &Block, shown: bool) {
        self.indent.extend_from_slice(b"  ");
        let heads = self.heads.remove(&(block.id, self.indent.len())).unwrap_or_default();
        let (info, generation) = (self.info.clone(), self.generation);
        self.frames.push(Frame {
            id: block.id,
            shown,
            info,
            body: block.body,
            index_at: 0,
            heads,
            generation,
        });
    }

    fn leave<W: Write>(&mut self, sheet: &mut TextBuffer<W>) -> io::Result<()> {
        let depth = self.indent.len();
        self.indent.truncate(depth.saturating_sub(2));
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        if depth <= DEEPEST && frame.generation == self.generation && self.heads.len() < MOST_HEADS {
            self.heads.insert((frame.id, depth), frame.heads);
        }
        if !frame.shown {
            return Ok(());
        }
        sheet.text(&self.indent)?;
        sheet.text(b"</")?;
        self.names.print_block(&frame.info, frame.id, sheet)?;
        sheet.text(b">\n")
    }

    fn record<W: Write>(
        &mut self,
        record: &Record<'_, '_>,
        stream: &[u8],
        after_id: u64,
        sheet: &mut TextBuffer<W>,
    ) -> Result<(), AnalyzeError> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let block = frame.id;
        if frame.generation != self.generation {
            (frame.heads, frame.generation) = (Heads::default(), self.generation);
        }
        let head = || self.names.head(&self.info, block, record.code, self.options.symbolic);
        match frame.heads.get(record.code) {
            Some(head) => sheet.phrase(head)?,
            // Indentation this deep is long, and there can be much of it.
            None if self.indent.len() > DEEPEST => {
                sheet.text(&self.indent)?;
                sheet.text(&head())?;
            }
            None => {
                let line = [&*self.indent, &head()].concat();
                sheet.phrase(frame.heads.add(record.code, Phrase::new(&line)))?;
            }
        }
        if record.abbrev.is_some() {
            sheet.phrase(&self.abbrev)?;
            sheet.number(u64::from(record.abbrev_id))?;
        }
        sheet.operands(record.ops)?;
        if block == METADATA && matches!(record.code, 38 | 39) {
            self.metadata_index(record, sheet)?;
        }
        if let (MODULE, 17, Some(table)) = (block, record.code, self.options.check_hash) {
            let body = self.frames.last().map_or(0, |frame| frame.body);
            sheet.text(module_hash(record, table, stream, body, after_id))?;
        }
        let array = record.abbrev.and_then(Abbrev::array);
        if array.is_none() && record.blob.is_none() {
            return Ok(sheet.phrase(&self.end)?);
        }
        sheet.text(b"/>")?;
        if let Some(array) = array {
            record_string(array, record.ops, sheet)?;
        }
        if let Some(blob) = record.blob {
            self.blob(record, block, blob, sheet)?;
        }
        sheet.text(b"\n")?;
        Ok(())
    }

    /// `METADATA_INDEX_OFFSET` and `METADATA_INDEX`: does the one say where the other is?
    fn metadata_index<W: Write>(
        &mut self,
        record: &Record<'_, '_>,
        sheet: &mut TextBuffer<W>,
    ) -> io::Result<()> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        match (record.code, record.ops) {
            (38, [low, high]) => {
                let offset = low.wrapping_add(high.wrapping_shl(32));
                frame.index_at = record.end.wrapping_add(offset);
                Ok(())
            }
            (38, _) => sheet.text(b"(Invalid record)"),
            _ if frame.index_at == record.start => sheet.text(b" (offset match)"),
            _ => write!(sheet, " (offset mismatch: {} vs {})", frame.index_at, record.start),
        }
    }

    fn blob<W: Write>(
        &self,
        record: &Record<'_, '_>,
        block: u32,
        blob: &[u8],
        sheet: &mut TextBuffer<W>,
    ) -> Result<(), AnalyzeError> {
        if (block, record.code) == (METADATA, 35) {
            return self.strings(record, blob, sheet);
        }
        sheet.text(b" blob data = ")?;
        if self.options.binary_blobs {
            sheet.text(b"'")?;
            escaped(blob, sheet)?;
            sheet.text(b"'")?;
        } else if blob.iter().all(|byte| is_print(*byte)) {
            sheet.text(b"'")?;
            sheet.text(blob)?;
            sheet.text(b"'")?;
        } else {
            write!(sheet, "unprintable, {} bytes.", blob.len())?;
        }
        Ok(())
    }

    /// The strings of a `METADATA_STRINGS` blob, one a line.
    fn strings<W: Write>(
        &self,
        record: &Record<'_, '_>,
        blob: &[u8],
        sheet: &mut TextBuffer<W>,
    ) -> Result<(), AnalyzeError> {
        use crate::fault::{Fault, FaultKind};
        let at = |error| match error {
            AnalyzeError::Fault(fault) => AnalyzeError::Fault(Fault::new(fault.kind().clone(), record.start)),
            other => other,
        };
        if blob.is_empty() {
            let kind = FaultKind::MetadataStrings("Cannot decode empty blob.");
            return Err(at(AnalyzeError::Fault(Fault::new(kind, 0))));
        }
        let outer = self.indent.get(..self.indent.len().saturating_sub(2)).unwrap_or_default();
        if let [count, _] = record.ops {
            writeln!(sheet, " num-strings = {} {{", count & u64::from(u32::MAX))?;
        }
        metadata_strings(record.ops, blob, |string| {
            sheet.text(outer)?;
            sheet.text(b"    '")?;
            escaped(string, sheet)?;
            sheet.text(b"'\n")
        })
        .map_err(at)?;
        sheet.text(outer)?;
        sheet.text(b"  }")?;
        Ok(())
    }
}

/// The elements of an array, if all of them print as characters. `array` is the array's place among the operands of the
/// abbreviation.
fn record_string<W: Write>(array: usize, values: &[u64], sheet: &mut TextBuffer<W>) -> io::Result<()> {
    // Operands before the array are as many as encodings before it, the code left out: a blob among them shifts the
    // text by one, and LLVM reads past the values if there are none.
    let Some(values) = values.get(array.saturating_sub(1)..) else { return Ok(()) };
    if !values.iter().all(|value| is_print(low_byte(*value))) {
        return Ok(());
    }
    sheet.text(b" record string = '")?;
    for values in values.chunks(64) {
        let mut text = [0; 64];
        for (to, from) in text.iter_mut().zip(values) {
            *to = low_byte(*from);
        }
        sheet.text(text.get(..values.len()).unwrap_or_default())?;
    }
    sheet.text(b"'")
}

/// Whether a module's hash is that of a string table and of the module up to the record.
fn module_hash(record: &Record<'_, '_>, table: &[u8], stream: &[u8], body: u64, end: u64) -> &'static [u8] {
    let [_, _, _, _, _] = record.ops else { return b" (invalid)" };
    let byte = |bit: u64| usize::try_from(bit / 8).unwrap_or(usize::MAX);
    let mut hasher = Sha1::new();
    hasher.update(table);
    hasher.update(stream.get(byte(body)..byte(end)).unwrap_or_default());
    let recorded: Vec<u8> = record
        .ops
        .iter()
        .flat_map(|word| u32::try_from(word & u64::from(u32::MAX)).unwrap_or(0).to_be_bytes())
        .collect();
    if hasher.finalize()[..] == recorded[..] { b" (match)" } else { b" (!mismatch!)" }
}
