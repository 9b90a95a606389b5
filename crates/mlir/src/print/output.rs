//! Writing: what was printed goes out in large pieces.

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

    /// Writes what was printed, if it is more than `keep` bytes.
    pub(super) fn flush(&mut self, keep: usize) -> Result<(), PrintError> {
        if self.out.len() > keep {
            self.written = self.written.saturating_add(u64::try_from(self.out.len()).unwrap_or(u64::MAX));
            self.to.write_all(&self.out).map_err(PrintError::Io)?;
            self.out.clear();
        }
        self.texts.error.take().map_or(Ok(()), Err)
    }

    /// Appends a text of the arena.
    #[inline]
    pub(super) fn put(&mut self, range: Range<usize>) {
        if self.texts.is_plain() {
            self.out.extend_from_slice(&self.texts.arena[range]);
        } else {
            self.put_parts(range);
        }
    }

    /// Texts with others inside may be far larger than all that is kept.
    fn put_parts(&mut self, range: Range<usize>) {
        let (out, to, written) = (&mut self.out, &mut *self.to, &mut self.written);
        let most = self.options.most_bytes;
        let mut error = None;
        self.texts.parts_of(range, |part| {
            out.extend_from_slice(part);
            if out.len() < BUFFER {
                return true;
            }
            *written = written.saturating_add(u64::try_from(out.len()).unwrap_or(u64::MAX));
            if let Err(failed) = to.write_all(out) {
                error = Some(PrintError::Io(failed));
            } else if *written > most {
                error = Some(PrintError::TooLong);
            }
            out.clear();
            error.is_none()
        });
        if error.is_some() {
            self.texts.error = error;
        }
    }
}
