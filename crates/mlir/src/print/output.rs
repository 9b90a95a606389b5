//! Writing: what was printed goes out in large pieces.

use crate::text::Text;
use std::io;
use std::ops::Range;

use super::PrintError;
use super::alias::Named;
use super::ops::{BUFFER, Printer};
use super::text::LOCATION;

impl<'s: 't, 't> Printer<'s, 't, '_> {
    /// Prints what aliases stand for, one to a line.
    pub(super) fn aliases(&mut self, behind: bool) -> Result<(), PrintError> {
        for at in 0..self.texts.aliases.len() {
            let Some((alias, named)) = self.texts.aliases.named(at, behind) else { continue };
            alias.print(&mut self.out);
            self.out.extend_from_slice(b" = ");
            match named {
                Named::Item(item) => {
                    let memo = self.texts.get(item);
                    let (open, close): (&[u8], &[u8]) =
                        if memo.is(LOCATION) { (b"loc(", b")") } else { (b"", b"") };
                    self.out.extend_from_slice(open);
                    self.put(memo.range());
                    self.out.extend_from_slice(close);
                }
                Named::Text(text, item) => {
                    let start = self.texts.arena.len();
                    self.texts.inside(&text, item);
                    self.put(start..self.texts.arena.len());
                }
            }
            self.out.push(b'\n');
            self.flush(BUFFER)?;
        }
        Ok(())
    }

    /// Appends what is no operation.
    pub(super) fn text(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.out);
    }

    /// Writes what was printed, if it is more than `keep` bytes, up to the limit.
    pub(super) fn flush(&mut self, keep: usize) -> Result<(), PrintError> {
        if self.out.len() > keep {
            let most = self.options.most_bytes;
            write_up_to(most, &mut self.written, &mut self.out, self.to)?;
        }
        if self.texts.arena.is_full() {
            return Err(PrintError::TooMuch);
        }
        self.texts.error.take().map_or(Ok(()), Err)
    }

    /// Says in the text that it ends here: what neither an operation nor a comment begins with, on a line of its own.
    pub(super) fn end_early(&mut self) -> Result<(), PrintError> {
        let most = self.options.most_bytes;
        match write_up_to(most, &mut self.written, &mut self.out, self.to) {
            Ok(()) | Err(PrintError::TooLong) => {}
            Err(error) => return Err(error),
        }
        let written = self.written;
        let line = format!("\n<<the text ends here, after {written} bytes: it is longer than its limit>>\n");
        self.to.write_all(line.as_bytes()).map_err(PrintError::Io)
    }

    /// Appends a text of the arena.
    #[inline]
    pub(super) fn put(&mut self, range: Range<usize>) {
        if self.texts.is_plain() {
            self.out.extend_from_slice(self.texts.arena.get(range).unwrap_or_default());
        } else {
            self.put_parts(range);
        }
    }

    /// Texts with others inside may be far larger than all that is kept.
    fn put_parts(&mut self, range: Range<usize>) {
        let (out, to, written) = (&mut self.out, &mut *self.to, &mut self.written);
        let most = self.options.most_bytes;
        let (mut error, mut visits) = (None, 0);
        self.texts.parts_of(range, |part| {
            out.extend_from_slice(part);
            visits += 1;
            // Texts that refer to others may have no bytes of their own.
            if visits > most {
                error = Some(PrintError::TooLong);
                return false;
            }
            if out.len() < BUFFER {
                return true;
            }
            error = write_up_to(most, written, out, to).err();
            error.is_none()
        });
        if error.is_some() {
            self.texts.error = error;
        }
    }
}

/// Writes what was printed; an error if it is more than the limit leaves, behind what fits.
fn write_up_to(
    most: u64,
    written: &mut u64,
    out: &mut Vec<u8>,
    to: &mut dyn io::Write,
) -> Result<(), PrintError> {
    let room = most.saturating_sub(*written);
    let fits = usize::try_from(room).map_or(out.len(), |room| room.min(out.len()));
    to.write_all(out.get(..fits).unwrap_or_default()).map_err(PrintError::Io)?;
    *written = written.saturating_add(u64::try_from(fits).unwrap_or(u64::MAX));
    let whole = fits == out.len();
    out.clear();
    if whole { Ok(()) } else { Err(PrintError::TooLong) }
}
