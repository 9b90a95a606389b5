//! [`BitstreamFile`]: a whole file, its wrapper taken off.

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
}

impl<'a> BitstreamFile<'a> {
    /// Opens a file: takes the wrapper off, and looks at nothing else.
    ///
    /// # Errors
    ///
    /// [`crate::FaultKind::Wrapper`] if the wrapper is damaged.
    pub fn open(bytes: &'a [u8]) -> Result<BitstreamFile<'a>, Fault> {
        let (wrapper, stream) = unwrap(bytes, 0)?;
        Ok(BitstreamFile { bytes, wrapper, stream })
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
pub fn stream_extent(bytes: &[u8], most: &mut u64) -> Option<usize> {
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
    while *most > 0 {
        *most -= 1;
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
