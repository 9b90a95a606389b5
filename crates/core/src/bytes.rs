//! [`Bytes`]: little-endian access that is always checked and knows its absolute offset.

use crate::{Error, ErrorKind, Result, Span};

/// Writes bytes at a place of a buffer; `None`, and nothing is written, where they do not fit.
#[must_use]
pub fn write_at(buffer: &mut [u8], at: usize, raw: &[u8]) -> Option<()> {
    buffer.get_mut(at..)?.get_mut(..raw.len())?.copy_from_slice(raw);
    Some(())
}

/// A 32-bit number of a file as an index or size: lossless, and out of every range where it would not be.
#[inline]
pub fn to_index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A window of a file. Offsets given to its methods count from the window's start; errors name the place in the file.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a> {
    data: &'a [u8],
    base: u64,
}

macro_rules! getters {
    ($($(#[$doc:meta])* $name:ident: $ty:ty;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(&self, at: usize, what: &'static str) -> Result<$ty> {
            const SIZE: usize = size_of::<$ty>();
            match at.checked_add(SIZE).and_then(|end| self.data.get(at..end)) {
                Some(raw) => {
                    let mut array = [0; SIZE];
                    array.copy_from_slice(raw);
                    Ok(<$ty>::from_le_bytes(array))
                }
                None => Err(self.end_error(at, SIZE, what)),
            }
        }
    )*};
}

impl<'a> Bytes<'a> {
    /// A window over `data`, whose first byte stands at `base` in the file.
    #[inline]
    pub fn new(data: &'a [u8], base: u64) -> Bytes<'a> {
        Bytes { data, base }
    }

    /// The bytes of the window.
    #[inline]
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Where the window starts in the file.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Length in bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether the window is empty.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    getters! {
        /// A `u8` at `at`.
        u8: u8;
        /// A little-endian `u16` at `at`.
        u16: u16;
        /// A little-endian `u32` at `at`.
        u32: u32;
        /// A little-endian `u64` at `at`.
        u64: u64;
        /// A little-endian `i32` at `at`.
        i32: i32;
        /// A little-endian `i64` at `at`.
        i64: i64;
    }

    /// `len` bytes from `at`.
    #[inline]
    pub fn slice(&self, at: usize, len: usize, what: &'static str) -> Result<&'a [u8]> {
        at.checked_add(len)
            .and_then(|end| self.data.get(at..end))
            .ok_or_else(|| self.end_error(at, len, what))
    }

    /// A narrower window: `len` bytes from `at`.
    pub fn window(&self, at: usize, len: usize, what: &'static str) -> Result<Bytes<'a>> {
        Ok(Bytes { data: self.slice(at, len, what)?, base: self.base + at as u64 })
    }

    /// The span of `len` bytes from `at`, in the file.
    pub fn span(&self, at: usize, len: usize) -> Span {
        Span::at(self.base.saturating_add(at as u64), len as u64)
    }

    #[cold]
    fn end_error(&self, at: usize, len: usize, what: &'static str) -> Error {
        let have = self.data.len().saturating_sub(at);
        let kind = ErrorKind::UnexpectedEnd { what, need: len as u64, have: have as u64 };
        Error::new(kind, self.span(at, have.min(len)))
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn checked_and_absolute() {
        let bytes = Bytes::new(&[1, 2, 3, 4, 5], 0x100);
        assert_eq!(bytes.u32(1, "x").unwrap(), 0x0504_0302);
        let error = bytes.u32(2, "size").unwrap_err();
        assert_eq!(error.to_string(), "size needs 4 bytes, 3 remain (at 0x102..0x105)");
        assert!(bytes.u8(usize::MAX, "x").is_err());
    }
}
