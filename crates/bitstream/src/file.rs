//! [`BitstreamFile`]: a whole file, its wrapper taken off.

use crate::cursor::Cursor;
use crate::fault::Fault;
use crate::stream::{Stream, StreamKind, Wrapper, unwrap};
use crate::{Item, NoWatch};

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
    let Ok(mut cursor) = Cursor::new(Stream::new(bytes, 0)) else { return false };
    let mut blocks = 0;
    while blocks < 64 {
        match cursor.next_watched(&mut NoWatch) {
            Ok(Some(Item::Enter(block))) if block.abbrev_width >= 2 && block.words > 0 => {
                if !matches!(cursor.skip_block(), Ok(Some(_))) {
                    return false;
                }
                blocks += 1;
            }
            Ok(None) => break,
            _ => return false,
        }
    }
    blocks > 0
}
