//! What `llvm-bcanalyzer` prints, byte for byte: the dump of a stream, and statistics.
//!
//! Its text is part of the interface: people compare dumps of two tools, and of two releases. Where LLVM has no
//! answer, there is a fault in our words.

mod dump;
mod labels;
mod parallel;
mod stats;
mod text;
mod text_buffer;

use std::io::{self, Write};

use crate::bits::Bits;
use crate::block_info::BlockInfo;
use crate::cursor::Cursor;
use crate::fault::{Fault, FaultKind};
use crate::names::NameTable;
use crate::stream::{Stream, StreamKind, Wrapper, unwrap};
use crate::{Block, NoWatch};
use dump::Dumper;
use stats::Stats;
pub use stats::{BlockCount, RecordCount};
use text_buffer::TextBuffer;

/// What to print, as the switches of `llvm-bcanalyzer` say.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// `-dump`: every block and record, before the statistics.
    pub dump: bool,
    /// `--dump-blockinfo`: `BLOCKINFO` blocks too.
    pub block_info_blocks: bool,
    /// Histograms of record codes: on, except for `--disable-histogram`.
    pub histogram: bool,
    /// Names alone: on, except for `--non-symbolic`, which adds the numbers.
    pub symbolic: bool,
    /// `--show-binary-blobs`.
    pub binary_blobs: bool,
    /// `--block-info`: a file whose first top-level `BLOCKINFO` takes force before the stream begins.
    pub block_info: Option<&'a [u8]>,
    /// `--check-hash`: a string table, to hold module hashes against.
    pub check_hash: Option<&'a [u8]>,
    /// Names of LLVM IR's blocks and records: they depend on the release.
    pub ir_names: NameTable,
    /// Names for streams of other kinds that carry none; empty to print what LLVM prints.
    pub extra_names: NameTable,
    /// Use a second thread for large streams. The text is the same.
    pub two_threads: bool,
}

impl Options<'_> {
    /// What `llvm-bcanalyzer` of a release does without switches.
    pub fn of_release(release: u32) -> Options<'static> {
        Options {
            dump: false,
            block_info_blocks: false,
            histogram: true,
            symbolic: true,
            binary_blobs: false,
            block_info: None,
            check_hash: None,
            ir_names: NameTable::llvm_ir(release),
            extra_names: NameTable::default(),
            two_threads: false,
        }
    }
}

/// Why an analysis stopped. What was printed before stands.
#[derive(Debug)]
pub enum AnalyzeError {
    /// The stream cannot be read further.
    Fault(Fault),
    /// A fault in the file given as `--block-info`: LLVM's words.
    BlockInfo(String),
    /// The text could not be written.
    Io(io::Error),
}

impl AnalyzeError {
    /// Says where a fault is that was not found by the cursor.
    #[cold]
    fn placed(self, cursor: &Cursor<'_>) -> AnalyzeError {
        match self {
            AnalyzeError::Fault(fault) => AnalyzeError::Fault(cursor.place(fault)),
            other => other,
        }
    }
}

impl From<Fault> for AnalyzeError {
    fn from(fault: Fault) -> AnalyzeError {
        AnalyzeError::Fault(fault)
    }
}

impl From<io::Error> for AnalyzeError {
    fn from(error: io::Error) -> AnalyzeError {
        AnalyzeError::Io(error)
    }
}

/// Prints the analysis of a file. `title` is what the summary calls it: a path, or `-` for standard input.
///
/// # Errors
///
/// A [`Fault`] where `llvm-bcanalyzer` stops, with what was dumped up to there written to `out`.
pub fn analyze<W: Write>(
    file: &[u8],
    title: &str,
    options: &Options<'_>,
    out: W,
) -> Result<(), AnalyzeError> {
    let mut sheet = TextBuffer::new(out);
    let result = run(file, title, options, &mut sheet);
    sheet.flush()?;
    result
}

fn run<W: Write>(
    file: &[u8],
    title: &str,
    options: &Options<'_>,
    sheet: &mut TextBuffer<W>,
) -> Result<(), AnalyzeError> {
    check_length(file)?;
    if let Some(info) = options.block_info {
        check_length(info).map_err(|fault| AnalyzeError::BlockInfo(fault.kind().llvm_message()))?;
    }
    let (stream, kind) = open(file, options.dump, sheet)?;
    let mut cursor = Cursor::new(stream)?;
    if let Some(info) = options.block_info {
        cursor = cursor.with_block_info(preloaded(info, options.dump, sheet)?);
    }
    let mut tally = Tally::default();
    let mut dumper = options.dump.then(|| Dumper::new(options, kind, &cursor));
    if options.two_threads {
        parallel::run(&mut cursor, &mut tally, &mut dumper, options, kind, sheet)?;
    }
    match &mut dumper {
        Some(dumper) => {
            dumper.run(&mut cursor, &mut tally, u64::MAX, sheet)?;
            sheet.text(b"\n\n")?;
        }
        None => count(&mut cursor, &mut tally, u64::MAX)?,
    }
    let mut stats = tally.stats;
    stats.print(title, stream.bytes().len(), kind, cursor.block_info(), options, sheet)?;
    Ok(())
}

/// Blocks and records by id and code.
///
/// # Errors
///
/// A [`Fault`] where the stream cannot be read further.
pub fn counts(stream: Stream<'_>, options: &Options<'_>) -> Result<Vec<BlockCount>, Fault> {
    let mut cursor = Cursor::new(stream)?;
    let mut tally = Tally::default();
    count(&mut cursor, &mut tally, u64::MAX)?;
    Ok(tally.stats.counts(&labels::Names::new(options, stream.kind()), cursor.block_info()))
}

fn check_length(file: &[u8]) -> Result<(), Fault> {
    if file.len().is_multiple_of(4) {
        return Ok(());
    }
    let len = u64::try_from(file.len()).unwrap_or(u64::MAX);
    Err(Fault::new(FaultKind::Length(len), len.saturating_mul(8)))
}

/// Takes off the wrapper, which a dump shows, and tells the kind.
fn open<'a, W: Write>(
    file: &'a [u8],
    dump: bool,
    sheet: &mut TextBuffer<W>,
) -> Result<(Stream<'a>, StreamKind), AnalyzeError> {
    if dump && let Some(wrapper) = Wrapper::read(file)? {
        writeln!(
            sheet,
            "<BITCODE_WRAPPER_HEADER Magic=0x0b17c0de Version=0x{:08x} Offset=0x{:08x} Size=0x{:08x} CPUType=0x{:08x}/>",
            wrapper.version, wrapper.offset, wrapper.size, wrapper.cpu_type
        )?;
    }
    let (_, stream) = unwrap(file, 0)?;
    Ok((stream, stream.kind()))
}

/// The block info that a file gives with `--block-info`: of its first `BLOCKINFO` block, which stands at the top level.
fn preloaded<W: Write>(
    file: &[u8],
    dump: bool,
    sheet: &mut TextBuffer<W>,
) -> Result<BlockInfo, AnalyzeError> {
    let in_info = |fault: Fault| {
        let mut message = fault.kind().llvm_message();
        if matches!(fault.kind(), FaultKind::TopLevel(_) | FaultKind::BlockInfo) {
            message.push_str(" in block info file");
        }
        AnalyzeError::BlockInfo(message)
    };
    let (stream, _) = open(file, dump, sheet)?;
    let mut cursor = Cursor::new(stream).map_err(in_info)?;
    while let Some((start, _)) = cursor.id().map_err(in_info)? {
        let id = cursor.block_id(&mut NoWatch).map_err(in_info)?;
        if id == 0 {
            cursor.enter(start, id, &mut NoWatch).map_err(in_info)?;
            break;
        }
        cursor.skip_unentered(start).map_err(in_info)?;
    }
    Ok(cursor.block_info().clone())
}

/// A block that is open: where its statistics are, and what its sub-blocks took.
#[derive(Debug)]
struct Open {
    stats: usize,
    block: Block,
    nested: u64,
}

/// Statistics, and the blocks that are open.
#[derive(Debug, Default)]
struct Tally {
    stats: Stats,
    open: Vec<Open>,
    /// Where the statistics of the innermost block are.
    current: usize,
}

impl Tally {
    /// A block begins.
    fn enter(&mut self, block: Block) {
        self.current = self.stats.enter(block.id);
        self.open.push(Open { stats: self.current, block, nested: 0 });
    }

    /// The innermost block ends at this bit.
    fn leave(&mut self, end: u64) {
        let Some(done) = self.open.pop() else { return };
        let whole = end - done.block.after_id;
        self.stats.at(done.stats).bits += whole - done.nested;
        match self.open.last_mut() {
            Some(outer) => {
                outer.nested += whole;
                self.current = outer.stats;
                self.stats.at(outer.stats).sub_blocks += 1;
            }
            None => self.stats.top_level += 1,
        }
    }

    /// The statistics of the innermost block.
    #[inline(always)]
    fn current(&mut self) -> &mut stats::BlockStats {
        self.stats.at(self.current)
    }
}

/// Counts without looking at values, up to the first token that stands at a bit or behind it.
fn count(cursor: &mut Cursor<'_>, tally: &mut Tally, until: u64) -> Result<(), Fault> {
    while cursor.position() < until {
        let Some((start, id)) = cursor.id()? else { break };
        match id {
            0 => {
                cursor.leave(&mut NoWatch);
                tally.leave(cursor.position());
            }
            1 => {
                let id = cursor.block_id(&mut NoWatch)?;
                let block = cursor.enter(start, id, &mut NoWatch)?;
                tally.enter(block);
            }
            2 => {
                cursor.define(&mut NoWatch)?;
                tally.current().abbrevs += 1;
            }
            _ => {
                let code = cursor.skip_record(start, id)?;
                tally.current().add(code, cursor.position() - start, id != 3);
            }
        }
    }
    Ok(())
}

/// The strings of a `METADATA_STRINGS` record: lengths as VBRs of 6 bits, then characters from an offset on.
fn metadata_strings<'a>(
    ops: &[u64],
    blob: &'a [u8],
    mut each: impl FnMut(&'a [u8]) -> io::Result<()>,
) -> Result<(), AnalyzeError> {
    let wrong = |what| AnalyzeError::Fault(Fault::new(FaultKind::MetadataStrings(what), 0));
    let [count, offset] = ops else {
        return Err(wrong("Decoding metadata strings blob needs two record entries."));
    };
    let mut left = u32::try_from(count & u64::from(u32::MAX)).unwrap_or(0);
    let offset = usize::try_from(offset & u64::from(u32::MAX)).unwrap_or(usize::MAX).min(blob.len());
    let (lengths, mut characters) = blob.split_at(offset);
    let mut lengths = Bits::new(lengths);
    loop {
        if lengths.at_end() {
            return Err(wrong("bad length"));
        }
        let size = outlast_core::to_index(lengths.vbr32(6, &mut NoWatch)?);
        let Some((string, rest)) = characters.split_at_checked(size) else {
            return Err(wrong("truncated chars"));
        };
        each(string)?;
        characters = rest;
        // The lengths end whatever the count is.
        left = left.wrapping_sub(1);
        if left == 0 {
            return Ok(());
        }
    }
}

/// Whether the strings of a `METADATA_STRINGS` record that starts at this bit are all there.
pub(crate) fn check_strings(ops: &[u64], blob: &[u8], start: u64) -> Result<(), Fault> {
    if blob.is_empty() {
        return Err(Fault::new(FaultKind::MetadataStrings("Cannot decode empty blob."), start));
    }
    match metadata_strings(ops, blob, |_| Ok(())) {
        Err(AnalyzeError::Fault(fault)) => Err(Fault::new(fault.kind().clone(), start)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check_strings;

    /// Lengths as VBRs of 6 bits in a word, then four characters.
    #[test]
    fn strings_end_with_their_lengths() {
        let blob = |lengths: u32| [&lengths.to_le_bytes()[..], b"text"].concat();
        let says = |count, lengths| {
            let done = check_strings(&[count, 4], &blob(lengths), 0);
            done.err().map(|fault| fault.kind().to_string())
        };
        assert_eq!(says(2, 2 | 2 << 6), None);
        assert!(says(2, 2 | 3 << 6).unwrap().contains("truncated chars"));
        // More strings than there are lengths, whatever the count is.
        for count in [0, 60, u64::from(u32::MAX)] {
            assert!(says(count, 0).is_some(), "{count}");
        }
    }
}
