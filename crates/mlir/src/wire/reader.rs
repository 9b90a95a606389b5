//! [`Reader`]: a window over the file that moves forward and knows its absolute offset.

use outlast_core::{Error, ErrorKind, Result, Span};

use super::PADDING;

/// A window over a file. Offsets are absolute: from the first byte of the file.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    end: usize,
}

/// A section as its header describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// What is in it (`bytecode::Section`).
    pub id: u8,
    /// First byte of the header.
    pub header: usize,
    /// First byte of the data.
    pub start: usize,
    /// One past the last byte of the data.
    pub end: usize,
    /// The alignment that the header asks for, in bytes.
    pub alignment: Option<u64>,
}

impl Section {
    /// Length of the data, in bytes.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Whether there is no data.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

impl<'a> Reader<'a> {
    /// A window over a whole file.
    pub fn new(data: &'a [u8]) -> Reader<'a> {
        Reader { data, at: 0, end: data.len() }
    }

    /// A window over `start..end` of the same file; cut to what there is.
    pub fn window(&self, start: usize, end: usize) -> Reader<'a> {
        let end = end.min(self.data.len());
        Reader { data: self.data, at: start.min(end), end }
    }

    /// The offset of the next byte.
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// One past the last byte of the window.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Makes the window end elsewhere: a section in it begins or is over. Cut to what there is.
    pub fn set_end(&mut self, end: usize) {
        self.end = end.min(self.data.len());
    }

    /// Bytes that remain.
    #[inline]
    pub fn remaining(&self) -> usize {
        self.end - self.at
    }

    /// Whether nothing remains.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.at >= self.end
    }

    /// The whole file.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    #[cold]
    fn short(&self, what: &'static str, need: u64) -> Error {
        let have = u64::try_from(self.remaining()).unwrap_or(u64::MAX);
        Error::new(ErrorKind::UnexpectedEnd { what, need, have }, self.span_from(self.at, self.end))
    }

    /// The span between two offsets.
    pub fn span_from(&self, start: usize, end: usize) -> Span {
        let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
        Span::bytes(wide(start), wide(end))
    }

    /// An error about the bytes from `start` up to here.
    #[cold]
    pub fn invalid(&self, start: usize, what: &'static str, why: impl Into<String>) -> Error {
        Error::new(ErrorKind::Invalid { what, why: why.into() }, self.span_from(start, self.at.max(start)))
    }

    /// An error about a number, read from `start` up to here, that is not below `limit`.
    #[cold]
    pub fn out_of_range(&self, start: usize, what: &'static str, found: u64, limit: usize) -> Error {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        let kind = ErrorKind::OutOfRange { what, found: i128::from(found), limit };
        Error::new(kind, self.span_from(start, self.at.max(start)))
    }

    /// What was not read yet.
    #[inline]
    fn ahead(&self) -> &'a [u8] {
        self.data.get(self.at..self.end).unwrap_or_default()
    }

    /// One byte.
    #[inline]
    pub fn byte(&mut self, what: &'static str) -> Result<u8> {
        match self.data.get(self.at) {
            Some(byte) if self.at < self.end => {
                self.at += 1;
                Ok(*byte)
            }
            _ => Err(self.short(what, 1)),
        }
    }

    /// `len` bytes.
    pub fn bytes(&mut self, len: u64, what: &'static str) -> Result<&'a [u8]> {
        match usize::try_from(len).ok().and_then(|len| self.ahead().get(..len)) {
            Some(bytes) => {
                self.at += bytes.len();
                Ok(bytes)
            }
            None => Err(self.short(what, len)),
        }
    }

    /// All that remains.
    pub fn rest(&mut self) -> &'a [u8] {
        let bytes = self.ahead();
        self.at = self.end;
        bytes
    }

    /// A prefix varint: the count of trailing zeros of the first byte is the count of bytes that follow.
    #[inline]
    pub fn varint(&mut self, what: &'static str) -> Result<u64> {
        if self.at < self.end
            && let Some(first) = self.data.get(self.at)
            && first & 1 != 0
        {
            self.at += 1;
            return Ok(u64::from(first >> 1));
        }
        self.long_varint(what)
    }

    #[inline]
    fn long_varint(&mut self, what: &'static str) -> Result<u64> {
        // Eight bytes at once where the file has them; the window may be shorter, which the check below sees.
        if let Some(eight) = self.data.get(self.at..self.at + 8)
            && let Ok(eight) = <[u8; 8]>::try_from(eight)
        {
            let word = u64::from_le_bytes(eight);
            let more = (word | 0x100).trailing_zeros();
            if more < 8 {
                let len = more as usize + 1;
                if len > self.remaining() {
                    return Err(self.short(what, u64::from(more) + 1));
                }
                self.at += len;
                let bits = (more + 1) * 8;
                let kept = if bits == 64 { word } else { word & ((1 << bits) - 1) };
                return Ok(kept >> (more + 1));
            }
        }
        self.slow_varint(what)
    }

    /// A varint of nine bytes, or near the end of the data: entries of tables are short.
    fn slow_varint(&mut self, what: &'static str) -> Result<u64> {
        let ahead = self.ahead();
        if let [first, second, ..] = *ahead
            && first & 3 == 2
        {
            self.at += 2;
            return Ok(u64::from(second) << 6 | u64::from(first >> 2));
        }
        let Some(first) = ahead.first() else { return Err(self.short(what, 1)) };
        let more = usize::try_from(first.trailing_zeros()).unwrap_or(8);
        let Some(others) = ahead.get(1..1 + more) else {
            return Err(self.short(what, u64::try_from(more).unwrap_or(8) + 1));
        };
        let mut high = 0;
        for byte in others.iter().rev() {
            high = high << 8 | u64::from(*byte);
        }
        self.at += more + 1;
        if more == 8 {
            return Ok(high);
        }
        Ok((high << (7 - more)) | (u64::from(*first) >> (more + 1)))
    }

    /// A signed varint: zigzag.
    #[inline]
    pub fn svarint(&mut self, what: &'static str) -> Result<i64> {
        let zigzag = self.varint(what)?;
        Ok((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed())
    }

    /// A varint whose lowest bit is a flag.
    #[inline]
    pub fn flagged(&mut self, what: &'static str) -> Result<(u64, bool)> {
        let value = self.varint(what)?;
        Ok((value >> 1, value & 1 != 0))
    }

    /// A varint that must be below `limit`.
    #[inline]
    pub fn index(&mut self, limit: usize, what: &'static str) -> Result<u32> {
        let start = self.at;
        let value = self.varint(what)?;
        self.checked(start, value, limit, what)
    }

    /// `value`, read from `start` up to here, if it is below `limit`.
    #[inline]
    pub fn checked(&self, start: usize, value: u64, limit: usize, what: &'static str) -> Result<u32> {
        match u32::try_from(value) {
            Ok(small) if outlast_core::to_index(small) < limit => Ok(small),
            _ => Err(self.out_of_range(start, what, value, limit)),
        }
    }

    /// A varint that counts things of at least one byte each: no more of them than bytes remain.
    pub fn count(&mut self, what: &'static str) -> Result<usize> {
        let start = self.at;
        let value = self.varint(what)?;
        match usize::try_from(value) {
            Ok(count) if count <= self.remaining() => Ok(count),
            _ => Err(self.out_of_range(start, what, value, self.remaining().saturating_add(1))),
        }
    }

    /// A string that ends with a NUL byte, without it.
    pub fn c_string(&mut self, what: &'static str) -> Result<&'a [u8]> {
        let mut parts = self.ahead().splitn(2, |byte| *byte == 0);
        let (Some(text), Some(_)) = (parts.next(), parts.next()) else {
            return Err(self.invalid(self.at, what, "no NUL byte ends it"));
        };
        self.at += text.len() + 1;
        Ok(text)
    }

    /// Padding up to a multiple of `alignment` bytes of the file.
    pub fn align(&mut self, alignment: u64, what: &'static str) -> Result<()> {
        let start = self.at;
        if !alignment.is_power_of_two() {
            return Err(self.invalid(start, what, format!("alignment {alignment} is not a power of two")));
        }
        let Ok(mask) = usize::try_from(alignment - 1) else {
            return Err(self.short(what, alignment));
        };
        while self.at & mask != 0 {
            let byte = self.byte(what)?;
            if byte != PADDING {
                let why = format!("padding is 0x{byte:02x}, expected 0x{PADDING:02x}");
                return Err(self.invalid(self.at - 1, what, why));
            }
        }
        Ok(())
    }

    /// A section's header; the reader stands behind the section's data afterwards.
    pub fn section(&mut self) -> Result<Section> {
        let header = self.at;
        let first = self.byte("section id")?;
        let length_at = self.at;
        let len = self.varint("section length")?;
        let alignment = match first & 0x80 {
            0 => None,
            _ => {
                let alignment = self.varint("section alignment")?;
                self.align(alignment, "section alignment")?;
                Some(alignment)
            }
        };
        let start = self.at;
        let have = u64::try_from(self.remaining()).unwrap_or(u64::MAX);
        match usize::try_from(len).ok().filter(|len| *len <= self.remaining()) {
            Some(len) => self.at += len,
            None => {
                let kind = ErrorKind::UnexpectedEnd { what: "section", need: len, have };
                return Err(Error::new(kind, self.span_from(length_at, start))
                    .with_help("the file ends before its own section header says: likely a cut-off copy"));
            }
        }
        Ok(Section { id: first & 0x7f, header, start, end: self.at, alignment })
    }

    /// Nothing may remain.
    pub fn finish(&self, what: &'static str) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let why = format!("{} bytes are left over", self.remaining());
        Err(Error::new(ErrorKind::Invalid { what, why }, self.span_from(self.at, self.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;
    use crate::wire::{svarint, varint};

    #[test]
    fn varints_at_every_length_with_and_without_bytes_behind_them() {
        for shift in 0..64 {
            for value in [1_u64 << shift, (1_u64 << shift) - 1, u64::MAX >> shift] {
                let mut bytes = Vec::new();
                varint(&mut bytes, value);
                let len = bytes.len();
                for behind in [0, 1, 20] {
                    let mut data = bytes.clone();
                    data.resize(len + behind, 0xff);
                    let mut reader = Reader::new(&data);
                    assert_eq!(reader.varint("test"), Ok(value));
                    assert_eq!(reader.offset(), len);
                    let mut cut = Reader::new(&data).window(0, len - 1);
                    assert!(cut.varint("test").is_err(), "{value} cut");
                }
            }
        }
    }

    #[test]
    fn signed_varints() {
        for value in [0, -1, 1, i64::MIN, i64::MAX, -1234, 99_999] {
            let mut bytes = Vec::new();
            svarint(&mut bytes, value);
            assert_eq!(Reader::new(&bytes).svarint("test"), Ok(value));
        }
        let mut bytes = Vec::new();
        svarint(&mut bytes, i64::MIN);
        assert_eq!(bytes, [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    }
}
