//! Every bit of a file and what it means, token by token.
//!
//! A block is a structure; in it are the fields of its header, its definitions, its records, its `END_BLOCK`, and what only
//! aligns them. Where a token cannot be read, what is left of the block around it is bad, as far as its length word says, and
//! reading goes on behind it. A block's end is known when it was read to it: the file is walked twice.

mod text;
mod walk;

use outlast_core::{Descend, Region, RegionKind, RegionSink, Span};

use crate::abbrev::Abbrev;
use crate::block_info::BlockInfo;
use crate::cursor::Block;
use crate::fault::Fault;
use crate::file::BitstreamFile;
use crate::record::Record;
use crate::stream::{Stream, Wrapper};
use text::Names;
use walk::{Seen, Visit, walk};

/// Visits every region of a file, in file order.
pub fn regions(bytes: &[u8], sink: &mut dyn RegionSink) {
    let mut rows = Rows { sink, base: 0, muted: 0, depth: 0 };
    match BitstreamFile::open(bytes) {
        Ok(BitstreamFile { wrapper: None, stream, .. }) => {
            tokens(stream, &mut rows);
            rows.rest(bytes, bits(stream.bytes().len())..bits(bytes.len()));
        }
        Ok(BitstreamFile { wrapper: Some(wrapper), stream, .. }) => {
            wrapped(bytes, &wrapper, stream, &mut rows);
        }
        Err(fault) => {
            let header = match Wrapper::read(bytes) {
                Ok(Some(wrapper)) => header(&wrapper, &mut rows),
                _ => 0,
            };
            rows.leaf(RegionKind::Bad, header..bits(bytes.len()), &fault.kind().to_string(), "");
        }
    }
}

fn bits(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX / 8).saturating_mul(8)
}

/// The fields of a wrapper; where they end.
fn header(wrapper: &Wrapper, rows: &mut Rows<'_>) -> u64 {
    let end = bits(Wrapper::SIZE);
    rows.open(RegionKind::Structure, 0..end, "bitcode wrapper", "");
    let fields = [
        ("magic", "0x0b17c0de".to_string()),
        ("version", wrapper.version.to_string()),
        ("offset of the stream", format!("0x{:x}", wrapper.offset)),
        ("size of the stream", wrapper.size.to_string()),
        ("CPU type", format!("0x{:08x}", wrapper.cpu_type)),
    ];
    for (at, (label, value)) in (0u64..).step_by(32).zip(fields) {
        rows.leaf(RegionKind::Value, at..at + 32, label, &value);
    }
    rows.close();
    end
}

/// A wrapper, its stream, and what is around them.
fn wrapped(bytes: &[u8], wrapper: &Wrapper, stream: Stream<'_>, rows: &mut Rows<'_>) {
    let (end, start) = (header(wrapper, rows), bits(outlast_core::to_index(wrapper.offset)));
    if start < end {
        rows.leaf(RegionKind::Bad, end..bits(bytes.len()), "the stream begins inside of its wrapper", "");
        return;
    }
    rows.rest(bytes, end..start);
    tokens(stream, rows);
    rows.rest(bytes, start + bits(stream.bytes().len())..bits(bytes.len()));
}

/// A stream.
fn tokens(stream: Stream<'_>, rows: &mut Rows<'_>) {
    rows.base = stream.base().saturating_mul(8);
    let mut ends = Ends::default();
    walk(stream, &mut ends);
    let names = Names::new(stream.kind());
    let mut tokens = Tokens { rows, names, ends: ends.ends.into_iter(), frames: Vec::new() };
    walk(stream, &mut tokens);
    rows.base = 0;
}

/// The first walk: where blocks end, in the order in which they begin.
#[derive(Default)]
struct Ends {
    open: Vec<usize>,
    ends: Vec<u64>,
}

impl Visit for Ends {
    fn enter(&mut self, _: &Block, _: &BlockInfo, _: &Seen) {
        self.open.push(self.ends.len());
        self.ends.push(0);
    }

    fn close(&mut self, end: u64) {
        if let Some(index) = self.open.pop()
            && let Some(place) = self.ends.get_mut(index)
        {
            *place = end;
        }
    }
}

/// Passes regions on, at their place in the file.
struct Rows<'s> {
    sink: &'s mut dyn RegionSink,
    /// The bit of the file where the stream starts.
    base: u64,
    /// Regions that are open and whose parts are not wanted.
    muted: u64,
    depth: u64,
}

impl Rows<'_> {
    fn open(&mut self, kind: RegionKind, bits: std::ops::Range<u64>, label: &str, value: &str) {
        self.depth += 1;
        if self.muted > 0 {
            self.muted += 1;
            return;
        }
        let span = Span::bits(bits.start + self.base..bits.end + self.base);
        let region = Region { span, kind, label: label.into(), value: value.into() };
        if self.sink.enter(region) == Descend::Over {
            self.muted = 1;
        }
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        // The region whose parts were not wanted is itself left.
        if self.muted <= 1 {
            self.sink.leave();
        }
        self.muted = self.muted.saturating_sub(1);
    }

    fn leaf(&mut self, kind: RegionKind, bits: std::ops::Range<u64>, label: &str, value: &str) {
        self.open(kind, bits, label, value);
        self.close();
    }

    /// Bits that align, if there are some; those of a value other than zero are no padding.
    fn padding(&mut self, bits: std::ops::Range<u64>, zero: bool) {
        match zero {
            _ if bits.is_empty() => {}
            true => self.leaf(RegionKind::Padding, bits, "padding", ""),
            false => self.leaf(RegionKind::Unknown, bits, "padding that is not zero", ""),
        }
    }

    /// Bytes outside of the stream of a wrapper.
    fn rest(&mut self, bytes: &[u8], bits: std::ops::Range<u64>) {
        let index = |bit: u64| usize::try_from(bit / 8).unwrap_or(usize::MAX);
        let rest = bytes.get(index(bits.start)..index(bits.end)).unwrap_or_default();
        match rest.iter().all(|byte| *byte == 0) {
            _ if bits.is_empty() => {}
            true => self.leaf(RegionKind::Padding, bits, "padding", ""),
            false => self.leaf(RegionKind::Unknown, bits, "bytes outside of the stream", ""),
        }
    }
}

/// An open block.
struct Frame {
    id: u32,
    /// The id that the next abbreviation gets.
    next_abbrev: u64,
}

/// The second walk: tokens as regions.
struct Tokens<'r, 's> {
    rows: &'r mut Rows<'s>,
    names: Names,
    ends: std::vec::IntoIter<u64>,
    frames: Vec<Frame>,
}

impl Visit for Tokens<'_, '_> {
    fn magic(&mut self, stream: Stream<'_>) {
        let magic = stream.bytes().get(..4).unwrap_or_default();
        let value = format!("{} ({})", magic.escape_ascii(), stream.kind().title());
        self.rows.leaf(RegionKind::Value, 0..32, "magic", &value);
    }

    fn enter(&mut self, block: &Block, info: &BlockInfo, seen: &Seen) {
        let end = self.ends.next().unwrap_or(block.body);
        let inherited = info.get(block.id).map_or(0, |entry| entry.abbrevs.len());
        self.frames.push(Frame { id: block.id, next_abbrev: 4 + u64::try_from(inherited).unwrap_or(0) });
        let name = self.names.block(info, block.id);
        self.rows.open(RegionKind::Structure, block.start..end, &name, "");
        let (word, (pad, zero)) = (block.body - 32, seen.first_padding());
        let fields = format!("id {}, abbreviation ids of {} bits", block.id, block.abbrev_width);
        self.rows.leaf(RegionKind::Value, block.start..word - pad, "ENTER_SUBBLOCK", &fields);
        self.rows.padding(word - pad..word, zero);
        let took = end.saturating_sub(block.body) / 32;
        let label = match took == u64::from(block.words) {
            true => "words".to_string(),
            false => format!("words (the block ends after {took})"),
        };
        self.rows.leaf(RegionKind::Value, word..block.body, &label, &block.words.to_string());
    }

    fn end_block(&mut self, bits: std::ops::Range<u64>, seen: &Seen) {
        let (pad, zero) = seen.first_padding();
        self.rows.leaf(RegionKind::Value, bits.start..bits.end - pad, "END_BLOCK", "");
        self.rows.padding(bits.end - pad..bits.end, zero);
    }

    fn define(&mut self, abbrev: &Abbrev, bits: std::ops::Range<u64>) {
        let mut label = "DEFINE_ABBREV".to_string();
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.id != 0) {
            label = format!("DEFINE_ABBREV {}", frame.next_abbrev);
            frame.next_abbrev += 1;
        }
        self.rows.leaf(RegionKind::Value, bits, &label, &text::abbrev(abbrev));
    }

    fn record(&mut self, record: &Record<'_, '_>, info: &BlockInfo, seen: &Seen) {
        let block = self.frames.last().map_or(0, |frame| frame.id);
        let name = self.names.record(info, block, record.code);
        let value = text::record(record, block);
        if seen.blobs().is_empty() {
            self.rows.leaf(RegionKind::Value, record.start..record.end, &name, &value);
            return;
        }
        self.rows.open(RegionKind::Structure, record.start..record.end, &name, "");
        let mut at = record.start;
        for blob in seen.blobs() {
            let (start, end) = (bits(blob.bytes.start), bits(blob.bytes.end));
            let value = if at == record.start { &*value } else { "" };
            self.rows.leaf(RegionKind::Value, at..start - blob.before.0, "fields", value);
            self.rows.padding(start - blob.before.0..start, blob.before.1);
            self.rows.leaf(RegionKind::Data, start..end, "blob", "");
            self.rows.padding(end..end + blob.after.0, blob.after.1);
            at = end + blob.after.0;
        }
        if at < record.end {
            self.rows.leaf(RegionKind::Value, at..record.end, "fields", "");
        }
        self.rows.close();
    }

    fn close(&mut self, _: u64) {
        self.frames.pop();
        self.rows.close();
    }

    fn bad(&mut self, bits: std::ops::Range<u64>, fault: &Fault) {
        self.rows.leaf(RegionKind::Bad, bits, &fault.kind().to_string(), "");
    }
}
