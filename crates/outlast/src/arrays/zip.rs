//! The members of a zip archive, as far as `.npz` files need it: the central directory, zip64, stored and deflated
//! members, checksums.
//!
//! ```text
//! member: "PK\3\4" … name, extra | data            one per file
//! directory: "PK\1\2" … name, extra, comment       one entry per member, with sizes, checksum, place
//! ["PK\6\6" zip64 end] ["PK\6\7" its locator]  "PK\5\6" end: size and place of the directory
//! ```

use std::borrow::Cow;

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use outlast_core::{Bytes, Error, ErrorKind, Result, Step, to_index};

/// Longest comment at the end of an archive.
const MAX_COMMENT: usize = 0xffff;

/// A member of an archive.
#[derive(Clone, Debug)]
pub(super) struct Member<'a> {
    pub(super) name: String,
    deflated: bool,
    checksum: u32,
    /// As it is stored.
    raw: Bytes<'a>,
    /// Length of the content, as the archive says.
    pub(super) size: u64,
}

fn invalid(file: Bytes<'_>, at: usize, len: usize, why: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid { what: "zip archive", why: why.into() }, file.span(at, len))
}

/// The members, in the order of the directory.
pub(super) fn members(file: Bytes<'_>) -> Result<Vec<Member<'_>>> {
    let (start, len) = directory(file)?;
    let entries = file.window(start, len, "directory of a zip archive")?;
    let (mut at, mut members) = (0, Vec::new());
    while at < entries.len() {
        let head = entries.slice(at, 46, "entry of a zip directory")?;
        if head[..4] != *b"PK\x01\x02" {
            return Err(invalid(entries, at, 4, "an entry of the directory does not start as one"));
        }
        let short = |offset: usize| entries.u16(at + offset, "entry of a zip directory").map(usize::from);
        let (flags, method) = (short(8)?, short(10)?);
        let (name_len, extra_len, comment_len) = (short(28)?, short(30)?, short(32)?);
        let name = entries.slice(at + 46, name_len, "name of a zip member")?;
        let name = std::str::from_utf8(name).map_err(|_| {
            Error::new(ErrorKind::BadUtf8 { what: "name of a zip member" }, entries.span(at + 46, name_len))
        })?;
        let within = |e: Error| e.within(Step::Named("member", name.to_string()));
        let extra =
            entries.window(at + 46 + name_len, extra_len, "extra field of a zip member").map_err(within)?;
        let [size, stored, place] = numbers(entries, at, extra).map_err(within)?;
        if flags & 1 != 0 {
            return Err(within(invalid(entries, at + 8, 2, "the member is encrypted")));
        }
        if method != 0 && method != 8 {
            let why = format!("compressed by method {method}; stored and deflated members are read");
            return Err(within(invalid(entries, at + 10, 2, why)));
        }
        let raw = content(file, place, stored).map_err(within)?;
        let checksum = entries.u32(at + 16, "checksum")?;
        members.push(Member { name: name.into(), deflated: method == 8, checksum, raw, size });
        at += 46 + name_len + extra_len + comment_len;
    }
    Ok(members)
}

/// Where the directory is, and its length.
fn directory(file: Bytes<'_>) -> Result<(usize, usize)> {
    let earliest = file.len().saturating_sub(22 + MAX_COMMENT);
    let tail = file.data().get(earliest..).unwrap_or_default();
    let ends =
        tail.windows(4).enumerate().rev().filter(|(_, w)| *w == b"PK\x05\x06").map(|(i, _)| earliest + i);
    let mut ends = ends.filter(|at| {
        let comment = file.u16(at + 20, "comment length").map(usize::from);
        comment.is_ok_and(|comment| at + 22 + comment == file.len())
    });
    let Some(end) = ends.next() else {
        let error = invalid(file, earliest, file.len() - earliest, "no directory at its end");
        return Err(error.with_help("the file is cut off, or it is no archive"));
    };
    let (len, start) = (file.u32(end + 12, "directory size")?, file.u32(end + 16, "directory offset")?);
    if start != u32::MAX && len != u32::MAX {
        return Ok((to_index(start), to_index(len)));
    }
    let locator = end.checked_sub(20).filter(|at| file.data().get(*at..at + 4) == Some(b"PK\x06\x07"));
    let locator = locator.ok_or_else(|| invalid(file, end, 22, "a large archive without a zip64 locator"))?;
    let at = usize::try_from(file.u64(locator + 8, "zip64 end")?).unwrap_or(usize::MAX);
    if file.slice(at, 4, "zip64 end")? != b"PK\x06\x06" {
        return Err(invalid(file, at, 4, "the zip64 end does not start as one"));
    }
    let number =
        |offset: usize| file.u64(at + offset, "zip64 end").map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    Ok((number(48)?, number(40)?))
}

/// Size, stored size and place of a member.
fn numbers(entries: Bytes<'_>, at: usize, extra: Bytes<'_>) -> Result<[u64; 3]> {
    let small = |offset: usize| entries.u32(at + offset, "entry of a zip directory");
    let mut numbers = [0; 3];
    let mut wide = zip64(extra)?;
    for (number, offset) in numbers.iter_mut().zip([24, 20, 42]) {
        *number = match (small(offset)?, &mut wide) {
            // Without the wide field the number means itself.
            (u32::MAX, Some((field, from))) => {
                let value = field.u64(*from, "zip64 field")?;
                *from += 8;
                value
            }
            (value, _) => value.into(),
        };
    }
    Ok(numbers)
}

/// The extra field with the wide numbers.
fn zip64(extra: Bytes<'_>) -> Result<Option<(Bytes<'_>, usize)>> {
    let mut at = 0;
    while at + 4 <= extra.len() {
        let (id, len) = (extra.u16(at, "extra field")?, usize::from(extra.u16(at + 2, "extra field")?));
        let field = extra.window(at + 4, len, "extra field")?;
        if id == 1 {
            return Ok(Some((field, 0)));
        }
        at += 4 + len;
    }
    Ok(None)
}

/// The data of a member, as they are stored.
fn content(file: Bytes<'_>, place: u64, stored: u64) -> Result<Bytes<'_>> {
    let at = usize::try_from(place).unwrap_or(usize::MAX);
    let head = file.slice(at, 30, "head of a zip member")?;
    if head[..4] != *b"PK\x03\x04" {
        return Err(invalid(file, at, 4, "a member does not start as one"));
    }
    let len = |offset: usize| file.u16(at + offset, "head of a zip member").map(usize::from);
    let start = at + 30 + len(26)? + len(28)?;
    file.window(start, usize::try_from(stored).unwrap_or(usize::MAX), "zip member")
}

impl<'a> Member<'a> {
    /// Where the stored data are.
    pub(super) fn raw(&self) -> Bytes<'a> {
        self.raw
    }

    /// The first bytes of the content, at most `limit` unless it is stored.
    pub(super) fn head(&self, limit: usize) -> Result<Cow<'a, [u8]>> {
        if !self.deflated {
            return Ok(self.raw.data().into());
        }
        match decompress_to_vec_with_limit(self.raw.data(), limit) {
            Ok(whole) => Ok(whole.into()),
            // What was made of it until the limit, or until it broke off.
            Err(error) if !error.output.is_empty() => Ok(error.output.into()),
            Err(_) => Err(self.damaged()),
        }
    }

    /// The content, which must have exactly `len` bytes.
    pub(super) fn content(&self, len: usize) -> Result<Cow<'a, [u8]>> {
        if self.size != len as u64 {
            let why = format!("the directory says {} bytes, the array has {len}", self.size);
            return Err(invalid(self.raw, 0, self.raw.len(), why));
        }
        let content: Cow<'a, [u8]> = match self.deflated {
            false => self.raw.data().into(),
            true => decompress_to_vec_with_limit(self.raw.data(), len).map_err(|_| self.damaged())?.into(),
        };
        if content.len() != len {
            let why = format!("{} bytes are there, the directory says {len}", content.len());
            return Err(invalid(self.raw, 0, self.raw.len(), why));
        }
        let found = checksum(&content);
        if found != self.checksum {
            let why = format!(
                "the checksum is {found:08x}, the directory says {:08x}: the data are damaged",
                self.checksum
            );
            return Err(invalid(self.raw, 0, self.raw.len(), why));
        }
        Ok(content)
    }

    /// Whether the content is compressed.
    pub(super) fn is_deflated(&self) -> bool {
        self.deflated
    }

    fn damaged(&self) -> Error {
        invalid(self.raw, 0, self.raw.len(), "the compressed data are damaged, or longer than they should be")
    }
}

/// CRC-32 as zip has it.
fn checksum(data: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    let step = |crc: u32, byte: &u8| TABLE[usize::from(crc.to_le_bytes()[0] ^ byte)] ^ (crc >> 8);
    !data.iter().fold(!0, step)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let (mut n, mut byte) = (0, 0u32);
    while n < 256 {
        let (mut crc, mut bit) = (byte, 0);
        while bit < 8 {
            crc = if crc & 1 != 0 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[n] = crc;
        n += 1;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    #[test]
    fn checksum_is_that_of_zip() {
        assert_eq!(super::checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(super::checksum(b""), 0);
    }
}
