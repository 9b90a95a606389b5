//! The structures of a zip archive (APPNOTE.TXT 4.3.7 to 4.3.16), decoded and encoded side by side.

use std::borrow::Cow;

use outlast_core::{Bytes, Result};

/// What a field of 32 bits has where the number stands in the zip64 field.
pub(super) const WIDE: u32 = u32::MAX;
/// The sizes and the checksum stand in a descriptor behind the data.
pub(super) const HAS_DESCRIPTOR: u16 = 1 << 3;
/// The name is UTF-8.
pub(super) const UTF8: u16 = 1 << 11;
/// The id of PyTorch's padding.
pub(super) const PADDING: u16 = u16::from_le_bytes(*b"FB");
/// The id of the zip64 field.
pub(super) const ZIP64: u16 = 1;

/// A header in front of the data of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Local<'a> {
    pub(super) version: u16,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) time: u16,
    pub(super) date: u16,
    pub(super) checksum: u32,
    pub(super) stored: u32,
    pub(super) size: u32,
    pub(super) name: Cow<'a, [u8]>,
    pub(super) extra: Cow<'a, [u8]>,
}

impl<'a> Local<'a> {
    /// Bytes before the name.
    pub(super) const HEAD: usize = 30;

    pub(super) fn read(file: Bytes<'a>, at: usize) -> Result<Local<'a>> {
        const WHAT: &str = "header of a zip member";
        let head = file.window(at, Local::HEAD, WHAT)?;
        let short = |at| head.u16(at, WHAT);
        let (name_len, extra_len) = (usize::from(short(26)?), usize::from(short(28)?));
        let name = file.slice(at.saturating_add(Local::HEAD), name_len, "name of a zip member")?;
        let extra_at = at.saturating_add(Local::HEAD).saturating_add(name_len);
        let extra = file.slice(extra_at, extra_len, "extra field of a zip member")?;
        Ok(Local {
            version: short(4)?,
            flags: short(6)?,
            method: short(8)?,
            time: short(10)?,
            date: short(12)?,
            checksum: head.u32(14, WHAT)?,
            stored: head.u32(18, WHAT)?,
            size: head.u32(22, WHAT)?,
            name: name.into(),
            extra: extra.into(),
        })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Local::HEAD + self.name.len() + self.extra.len());
        out.extend(b"PK\x03\x04");
        for number in [self.version, self.flags, self.method, self.time, self.date] {
            out.extend(number.to_le_bytes());
        }
        for number in [self.checksum, self.stored, self.size] {
            out.extend(number.to_le_bytes());
        }
        out.extend(length(&self.name).to_le_bytes());
        out.extend(length(&self.extra).to_le_bytes());
        out.extend(&*self.name);
        out.extend(&*self.extra);
        out
    }
}

/// The length of a name, extra field or comment, which was checked when it was made.
fn length(bytes: &[u8]) -> u16 {
    u16::try_from(bytes.len()).unwrap_or(u16::MAX)
}

/// A record of the directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Central<'a> {
    pub(super) made_by: u16,
    pub(super) version: u16,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) time: u16,
    pub(super) date: u16,
    pub(super) checksum: u32,
    pub(super) stored: u32,
    pub(super) size: u32,
    pub(super) name: Cow<'a, [u8]>,
    pub(super) extra: Cow<'a, [u8]>,
    pub(super) comment: &'a [u8],
    pub(super) disk: u16,
    pub(super) internal: u16,
    pub(super) external: u32,
    pub(super) offset: u32,
}

impl<'a> Central<'a> {
    const HEAD: usize = 46;

    /// The record at a place, and where the next one is.
    pub(super) fn read(file: Bytes<'a>, at: usize) -> Result<(Central<'a>, usize)> {
        const WHAT: &str = "record of a zip directory";
        let head = file.window(at, Central::HEAD, WHAT)?;
        let short = |at| head.u16(at, WHAT);
        let mut next = at.saturating_add(Central::HEAD);
        let mut part = |len: u16| {
            let part = file.slice(next, len.into(), WHAT)?;
            next = next.saturating_add(part.len());
            Ok::<_, outlast_core::Error>(part)
        };
        let (name, extra, comment) = (part(short(28)?)?, part(short(30)?)?, part(short(32)?)?);
        let central = Central {
            made_by: short(4)?,
            version: short(6)?,
            flags: short(8)?,
            method: short(10)?,
            time: short(12)?,
            date: short(14)?,
            checksum: head.u32(16, WHAT)?,
            stored: head.u32(20, WHAT)?,
            size: head.u32(24, WHAT)?,
            name: name.into(),
            extra: extra.into(),
            comment,
            disk: short(34)?,
            internal: short(36)?,
            external: head.u32(38, WHAT)?,
            offset: head.u32(42, WHAT)?,
        };
        Ok((central, next))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(b"PK\x01\x02");
        for number in [self.made_by, self.version, self.flags, self.method, self.time, self.date] {
            out.extend(number.to_le_bytes());
        }
        for number in [self.checksum, self.stored, self.size] {
            out.extend(number.to_le_bytes());
        }
        for number in
            [length(&self.name), length(&self.extra), length(self.comment), self.disk, self.internal]
        {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.external.to_le_bytes());
        out.extend(self.offset.to_le_bytes());
        out.extend(&*self.name);
        out.extend(&*self.extra);
        out.extend(self.comment);
    }
}

/// What stands behind the data of a member whose header has [`HAS_DESCRIPTOR`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Descriptor {
    /// Whether it starts with a signature.
    pub(super) signed: bool,
    /// Whether the sizes have 64 bits.
    pub(super) wide: bool,
    pub(super) checksum: u32,
    pub(super) stored: u64,
    pub(super) size: u64,
}

impl Descriptor {
    /// The descriptor of so many bytes; `None` if there is none of that length.
    pub(super) fn read(bytes: Bytes<'_>) -> Result<Option<Descriptor>> {
        const WHAT: &str = "descriptor of a zip member";
        let (signed, wide) = match bytes.len() {
            12 => (false, false),
            16 => (true, false),
            20 => (false, true),
            24 => (true, true),
            _ => return Ok(None),
        };
        let at = if signed { 4 } else { 0 };
        let number = |index: usize| match wide {
            true => bytes.u64(at + 4 + 8 * index, WHAT),
            false => bytes.u32(at + 4 + 4 * index, WHAT).map(u64::from),
        };
        let checksum = bytes.u32(at, WHAT)?;
        Ok(Some(Descriptor { signed, wide, checksum, stored: number(0)?, size: number(1)? }))
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(24);
        if self.signed {
            out.extend(b"PK\x07\x08");
        }
        out.extend(self.checksum.to_le_bytes());
        for number in [self.stored, self.size] {
            match (self.wide, u32::try_from(number)) {
                (false, Ok(number)) => out.extend(number.to_le_bytes()),
                _ => out.extend(number.to_le_bytes()),
            }
        }
        out
    }
}

/// The zip64 end with its locator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WideEnd<'a> {
    pub(super) made_by: u16,
    pub(super) version: u16,
    pub(super) disk: u32,
    pub(super) first_disk: u32,
    pub(super) count_here: u64,
    pub(super) count: u64,
    pub(super) size: u64,
    pub(super) offset: u64,
    /// Data of the writer's own.
    pub(super) more: &'a [u8],
    /// Of the locator: the disk that the end is on, where it is, how many disks there are.
    pub(super) locator: (u32, u64, u32),
}

impl<'a> WideEnd<'a> {
    /// Bytes of the end without data of the writer's own.
    pub(super) const HEAD: usize = 56;
    /// Bytes of the locator.
    pub(super) const LOCATOR: usize = 20;

    /// The end at a place and the locator at another; what is between belongs to the end.
    pub(super) fn read(file: Bytes<'a>, at: usize, locator: usize) -> Result<Option<WideEnd<'a>>> {
        const WHAT: &str = "zip64 end record";
        let head = file.window(at, WideEnd::HEAD, WHAT)?;
        let found = file.window(locator, WideEnd::LOCATOR, "locator of the zip64 end")?;
        let long = |at| head.u64(at, WHAT);
        let end = at.saturating_add(WideEnd::HEAD);
        let more = file.slice(end, locator.saturating_sub(end), WHAT)?;
        // The length does not count itself and the signature.
        let expected = (WideEnd::HEAD - 12).saturating_add(more.len()) as u64;
        if !head.data().starts_with(b"PK\x06\x06") || long(4)? != expected {
            return Ok(None);
        }
        Ok(Some(WideEnd {
            made_by: head.u16(12, WHAT)?,
            version: head.u16(14, WHAT)?,
            disk: head.u32(16, WHAT)?,
            first_disk: head.u32(20, WHAT)?,
            count_here: long(24)?,
            count: long(32)?,
            size: long(40)?,
            offset: long(48)?,
            more,
            locator: (found.u32(4, WHAT)?, found.u64(8, WHAT)?, found.u32(16, WHAT)?),
        }))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(b"PK\x06\x06");
        out.extend(((WideEnd::HEAD - 12).saturating_add(self.more.len()) as u64).to_le_bytes());
        out.extend(self.made_by.to_le_bytes());
        out.extend(self.version.to_le_bytes());
        out.extend(self.disk.to_le_bytes());
        out.extend(self.first_disk.to_le_bytes());
        for number in [self.count_here, self.count, self.size, self.offset] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.more);
        out.extend(b"PK\x06\x07");
        out.extend(self.locator.0.to_le_bytes());
        out.extend(self.locator.1.to_le_bytes());
        out.extend(self.locator.2.to_le_bytes());
    }
}

/// The end of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End<'a> {
    pub(super) disk: u16,
    pub(super) first_disk: u16,
    pub(super) count_here: u16,
    pub(super) count: u16,
    pub(super) size: u32,
    pub(super) offset: u32,
    pub(super) comment: &'a [u8],
}

impl<'a> End<'a> {
    /// Bytes before the comment.
    pub(super) const HEAD: usize = 22;

    pub(super) fn read(file: Bytes<'a>, at: usize) -> Result<End<'a>> {
        const WHAT: &str = "end record of a zip archive";
        let head = file.window(at, End::HEAD, WHAT)?;
        let short = |at| head.u16(at, WHAT);
        let comment =
            file.slice(at.saturating_add(End::HEAD), short(20)?.into(), "comment of a zip archive")?;
        Ok(End {
            disk: short(4)?,
            first_disk: short(6)?,
            count_here: short(8)?,
            count: short(10)?,
            size: head.u32(12, WHAT)?,
            offset: head.u32(16, WHAT)?,
            comment,
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(b"PK\x05\x06");
        for number in [self.disk, self.first_disk, self.count_here, self.count] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.size.to_le_bytes());
        out.extend(self.offset.to_le_bytes());
        out.extend(length(self.comment).to_le_bytes());
        out.extend(self.comment);
    }
}

/// The fields of an extra field, and what is left behind them.
pub(super) fn fields(extra: &[u8]) -> (Vec<(u16, &[u8])>, &[u8]) {
    let (mut all, mut rest) = (Vec::new(), extra);
    while let [a, b, c, d, more @ ..] = rest
        && let Some((data, more)) = more.split_at_checked(u16::from_le_bytes([*c, *d]).into())
    {
        all.push((u16::from_le_bytes([*a, *b]), data));
        rest = more;
    }
    (all, rest)
}

/// Adds a field to an extra field.
pub(super) fn field(out: &mut Vec<u8>, id: u16, data: &[u8]) {
    out.extend(id.to_le_bytes());
    out.extend(length(data).to_le_bytes());
    out.extend(data);
}
