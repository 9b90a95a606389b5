//! [`Entry`]: a record of the directory (4.3.12).

use std::borrow::Cow;

use outlast_core::{Bytes, Result, Step};

use crate::extra::widen;
use crate::{invalid, name};

/// Bytes of a record before the name.
const HEAD: usize = 46;
const WHAT: &str = "record of a zip directory";

/// How a member is stored (4.4.5).
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// As it is.
    Stored,
    /// Compressed by DEFLATE.
    Deflated,
    /// Otherwise: by the number of the method.
    Other(u16),
}

impl Method {
    fn from_number(number: u16) -> Method {
        match number {
            0 => Method::Stored,
            8 => Method::Deflated,
            other => Method::Other(other),
        }
    }

    /// The method's name, where the specification has one.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Method::Stored => "stored",
            Method::Deflated => "DEFLATE",
            Method::Other(1) => "Shrink",
            Method::Other(2..=5) => "Reduce",
            Method::Other(6) => "Implode",
            Method::Other(9) => "Deflate64",
            Method::Other(12) => "BZIP2",
            Method::Other(14) => "LZMA",
            Method::Other(20 | 93) => "Zstandard",
            Method::Other(95) => "XZ",
            Method::Other(98) => "PPMd",
            Method::Other(99) => "AES",
            Method::Other(_) => return None,
        })
    }
}

/// A member as the directory has it. What is said here is not checked before [`Archive::member`](crate::Archive::member).
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Name, extra field and comment with what is before them.
    pub(crate) record: Bytes<'a>,
    name: &'a [u8],
    /// Where the header is in the file.
    pub(crate) header: u64,
    pub(crate) flags: u16,
    method: Method,
    checksum: u32,
    stored_size: u64,
    size: u64,
}

impl<'a> Entry<'a> {
    /// The record at `at` of the directory, and where the next one starts. `shift` is added to the place of the header.
    pub(crate) fn read(directory: Bytes<'a>, at: usize, shift: u64) -> Result<(Entry<'a>, usize)> {
        let head = directory.window(at, HEAD, WHAT)?;
        if !head.data().starts_with(b"PK\x01\x02") {
            return Err(invalid(head, 0, 4, "a record of the directory does not start as one"));
        }
        let len = |offset| head.u16(offset, WHAT).map(usize::from);
        let (name_len, extra_len, comment_len) = (len(28)?, len(30)?, len(32)?);
        let record = directory.window(at, HEAD + name_len + extra_len + comment_len, WHAT)?;
        let name = record.slice(HEAD, name_len, "name of a zip member")?;
        let extra = record.window(HEAD + name_len, extra_len, "extra field of a zip member")?;
        let number = |offset| head.u32(offset, WHAT).map(u64::from);
        let mut numbers = [number(24)?, number(20)?, number(42)?];
        widen(extra, &mut numbers).map_err(|e| e.within(step(name)))?;
        let [size, stored_size, header] = numbers;
        let entry = Entry {
            record,
            name,
            header: header.saturating_add(shift),
            flags: head.u16(8, WHAT)?,
            method: Method::from_number(head.u16(10, WHAT)?),
            checksum: head.u32(16, WHAT)?,
            stored_size,
            size,
        };
        Ok((entry, at + record.len()))
    }

    /// The name as text: UTF-8 if it is that, otherwise code page 437.
    pub fn name(&self) -> Cow<'a, str> {
        name::text(self.name)
    }

    /// The bytes of the name.
    pub fn raw_name(&self) -> &'a [u8] {
        self.name
    }

    /// How it is stored.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Whether it is encrypted, in one way or another (4.4.4).
    pub fn is_encrypted(&self) -> bool {
        const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
        self.flags & ENCRYPTED != 0
    }

    /// The CRC-32 of the content.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Bytes of the content.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Bytes of it in the file.
    pub fn stored_size(&self) -> u64 {
        self.stored_size
    }

    /// The number of the file of a split archive in which it begins (4.4.11); 0 in archives that are one file.
    pub fn disk(&self) -> u16 {
        self.record.u16(34, WHAT).unwrap_or_default()
    }

    /// Whether it is a folder: by a slash at the end of its name, or by the flag of MS-DOS in its external attributes (4.4.15).
    pub fn is_folder(&self) -> bool {
        const FOLDER: u32 = 1 << 4;
        self.name.ends_with(b"/")
            || self.record.u32(38, WHAT).is_ok_and(|attributes| attributes & FOLDER != 0)
    }

    /// Its record in the directory, with name, extra field and comment (4.3.12), at its place in the file.
    pub fn record(&self) -> Bytes<'a> {
        self.record
    }

    /// The step of a path that names this member.
    pub fn step(&self) -> Step {
        step(self.name)
    }
}

fn step(member: &[u8]) -> Step {
    Step::Named("member", name::text(member).into_owned())
}
