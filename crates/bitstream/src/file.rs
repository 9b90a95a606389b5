//! [`BitstreamFile`]: a whole file, its wrapper taken off.

use outlast_core::Budget;

use crate::NoWatch;
use crate::bits::Bits;
use crate::cursor::Cursor;
use crate::fault::Fault;
use crate::stream::{Stream, StreamKind, Wrapper, unwrap};

/// A file that holds a stream.
#[derive(Clone, Copy, Debug)]
pub struct BitstreamFile<'a> {
    /// All bytes of the file.
    pub bytes: &'a [u8],
    /// The wrapper before the stream.
    pub wrapper: Option<Wrapper>,
    /// The stream.
    pub stream: Stream<'a>,
    /// What stands behind the stream of LLVM IR where the stream should end, and readers pass over: 8 bytes at most.
    pub padding: &'a [u8],
}

impl<'a> BitstreamFile<'a> {
    /// Opens a file: takes off the wrapper, and the padding behind LLVM IR, and looks at nothing else.
    ///
    /// # Errors
    ///
    /// [`crate::FaultKind::Wrapper`] if the wrapper is damaged.
    pub fn open(bytes: &'a [u8]) -> Result<BitstreamFile<'a>, Fault> {
        let (wrapper, whole) = unwrap(bytes, 0)?;
        let end = padding_at(whole).unwrap_or(whole.bytes().len());
        let (stream, padding) = whole.bytes().split_at(end);
        Ok(BitstreamFile { bytes, wrapper, stream: Stream::new(stream, whole.base()), padding })
    }

    /// What the stream's magic says.
    pub fn kind(&self) -> StreamKind {
        self.stream.kind()
    }

    /// A cursor at the beginning of the stream.
    ///
    /// # Errors
    ///
    /// [`crate::FaultKind::End`] if there is not even a magic.
    pub fn cursor(&self) -> Result<Cursor<'a>, Fault> {
        Cursor::new(self.stream)
    }
}

/// Where the padding behind a stream begins that LLVM's reader of IR passes over: some archivers leave up to 8 bytes behind a member,
/// and the reader looks for no other module so near to the end. `llvm-bcanalyzer` and readers of other streams do not.
fn padding_at(stream: Stream<'_>) -> Option<usize> {
    let bytes = stream.bytes();
    if stream.kind() != StreamKind::Ir || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let end = stream_extent(bytes, &mut Budget::new(u64::MAX))?;
    // What is behind the magic alone is no padding: there is nothing to read.
    (end > 4 && (1..=MOST_PADDING).contains(&(bytes.len() - end))).then_some(end)
}

/// Bytes behind a stream of LLVM IR that its reader takes for padding.
const MOST_PADDING: usize = 8;

/// Whether bytes of unknown magic are a stream all the same: blocks follow each other up to the end, by their length
/// words. The contents of blocks are not looked at.
pub fn looks_like_stream(bytes: &[u8]) -> bool {
    if bytes.len() < 12 || !bytes.len().is_multiple_of(4) {
        return false;
    }
    let mut bits = Bits::new(bytes);
    bits.set_pos(32);
    for _ in 0..64 {
        if !matches!(next_block(&mut bits), Ok(true)) {
            return false;
        }
        if bits.at_end() {
            break;
        }
    }
    true
}

/// Where the stream at the beginning of these bytes ends: its magic, then the blocks that follow each other by their
/// length words, of which at most `most` are looked at. What is behind is another stream, padding, or damage. For a wrapped
/// stream, the end that its wrapper says; none if that is past the bytes.
pub fn stream_extent(bytes: &[u8], most: &mut Budget) -> Option<usize> {
    let index = outlast_core::to_index;
    match Wrapper::read(bytes) {
        Ok(Some(wrapper)) => {
            let end = index(wrapper.offset).checked_add(index(wrapper.size))?;
            return (end >= Wrapper::SIZE && end <= bytes.len()).then_some(end);
        }
        Err(_) => return None,
        Ok(None) => {}
    }
    if bytes.len() < 4 {
        return None;
    }
    let mut bits = Bits::new(bytes);
    bits.set_pos(32);
    let mut end = bits.pos();
    while most.spend(1) {
        match next_block(&mut bits) {
            Ok(true) => end = bits.pos(),
            _ => break,
        }
    }
    usize::try_from(end / 8).ok()
}

/// Passes over a block at the top level. Whether there is one that ends within the bytes.
fn next_block(bits: &mut Bits<'_>) -> Result<bool, Fault> {
    if bits.fixed(2)? != 1 {
        return Ok(false);
    }
    bits.vbr32(8, &mut NoWatch)?;
    let width = bits.vbr32(4, &mut NoWatch)?;
    bits.align(&mut NoWatch);
    let words = bits.fixed(32)?;
    let end = bits.pos().saturating_add(words * 32);
    if !(2..=32).contains(&width) || words == 0 || end > bits.end() {
        return Ok(false);
    }
    bits.set_pos(end);
    Ok(true)
}
