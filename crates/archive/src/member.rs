//! [`Member`]: where the data of a member are, and its content.

use std::borrow::Cow;
use std::ops::Range;

use outlast_core::{Bytes, Error, ErrorKind, Result, Source};

use crate::entry::{Entry, Method};
use crate::extra::{are_cut, widen};
use crate::inflate::{End, MAX_RATIO, inflate, stream};
use crate::{Crc32, crc32, index, invalid, name};

/// Bytes of a header before the name (4.3.7).
const HEAD: usize = 30;
const WHAT: &str = "header of a zip member";
/// The sizes and the checksum are in a descriptor behind the data; the header may have zeros.
const DESCRIPTOR: u16 = 1 << 3;
/// Compressed by a patch, which nobody does (4.4.4).
const PATCH: u16 = 1 << 5;

/// A member whose header says what the directory says.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    entry: Entry<'a>,
    raw: Bytes<'a>,
    extent: Range<u64>,
}

/// Where a member is.
pub(crate) struct Located<'a> {
    /// The data as they are stored.
    raw: Bytes<'a>,
    /// With header and descriptor.
    pub(crate) extent: Range<u64>,
}

/// Finds the data of a member, and compares its header with the directory.
pub(crate) fn locate<'a>(file: Bytes<'a>, entry: &Entry<'a>) -> Result<Located<'a>> {
    let at = index(entry.header);
    let head = file.window(at, HEAD, WHAT)?;
    if !head.data().starts_with(b"PK\x03\x04") {
        return Err(invalid(head, 0, 4, "a member does not start as one"));
    }
    let len = |offset| head.u16(offset, WHAT).map(usize::from);
    let (name_len, extra_len) = (len(26)?, len(28)?);
    let found = file.slice(at + HEAD, name_len, "name of a zip member")?;
    if found != entry.raw_name() {
        let why = format!(
            "its header names it `{}`, the directory `{}`",
            name::text(found).escape_debug(),
            entry.name().escape_debug()
        );
        return Err(invalid(file, at + HEAD, name_len, why));
    }
    let extra = file.window(at + HEAD + name_len, extra_len, "extra field of a zip member")?;
    if are_cut(extra) {
        let why = format!(
            "its extra field of {extra_len} bytes ends inside a part of it: its data may begin elsewhere"
        );
        return Err(invalid(head, 28, 2, why));
    }
    compare(head, extra, entry)?;
    let start = at + HEAD + name_len + extra_len;
    let raw = file.window(start, index(entry.stored_size()), "data of a zip member")?;
    let mut end = raw.base() + raw.len() as u64;
    if head.u16(6, WHAT)? & DESCRIPTOR != 0 {
        end += descriptor(file, start + raw.len(), entry)?;
    }
    Ok(Located { raw, extent: entry.header..end })
}

/// The numbers of a header must be those of the directory, unless they are in the descriptor.
fn compare(head: Bytes<'_>, extra: Bytes<'_>, entry: &Entry<'_>) -> Result<()> {
    let differs = |at: usize, len: usize, what: &str, here: u64, there: u64| {
        Err(invalid(
            head,
            at,
            len,
            format!("the {what} is {here} in its header and {there} in the directory"),
        ))
    };
    // Method, and the bits that say whether it is encrypted.
    let (method, said) = (head.u16(8, WHAT)?, entry.record.u16(10, WHAT)?);
    if method != said {
        return differs(8, 2, "compression method", method.into(), said.into());
    }
    let flags = head.u16(6, WHAT)?;
    if (flags ^ entry.flags) & 1 != 0 {
        return differs(6, 2, "flag of encryption", (flags & 1).into(), (entry.flags & 1).into());
    }
    let open = flags & DESCRIPTOR != 0;
    let checksum = head.u32(14, WHAT)?;
    if checksum != entry.checksum() && !(open && checksum == 0) {
        let why = format!(
            "the checksum is {checksum:08x} in its header and {:08x} in the directory",
            entry.checksum()
        );
        return Err(invalid(head, 14, 4, why));
    }
    let (stored, size) = (head.u32(18, WHAT)?, head.u32(22, WHAT)?);
    let mut numbers = [u64::from(size), u64::from(stored)];
    widen(extra, &mut numbers)?;
    let said = [entry.size(), entry.stored_size()];
    for ((here, there), (at, what)) in numbers.into_iter().zip(said).zip([(22, "size"), (18, "stored size")])
    {
        if here != there && !(open && (here == 0 || here == u64::from(u32::MAX))) {
            return differs(at, 4, what, here, there);
        }
    }
    Ok(())
}

/// Length of the descriptor behind the data (4.3.9): with a signature or without, with 32-bit or 64-bit sizes. There is none
/// behind empty members of PyTorch.
fn descriptor(file: Bytes<'_>, at: usize, entry: &Entry<'_>) -> Result<u64> {
    let rest = file.data().get(at..).unwrap_or_default();
    let numbers = [entry.stored_size(), entry.size()];
    let mut wide = entry.checksum().to_le_bytes().to_vec();
    let mut narrow = wide.clone();
    numbers.iter().for_each(|n| wide.extend(n.to_le_bytes()));
    let small = numbers.map(u32::try_from);
    small.iter().flatten().for_each(|n| narrow.extend(n.to_le_bytes()));
    let signed = rest.strip_prefix(b"PK\x07\x08");
    let forms = [narrow, wide];
    let mut forms = forms.iter().filter(|form| form.len() == 12 || form.len() == 20);
    match (forms.find(|form| signed.unwrap_or(rest).starts_with(form)), signed) {
        (Some(form), Some(_)) => Ok(form.len() as u64 + 4),
        (Some(form), None) => Ok(form.len() as u64),
        (None, None) => Ok(0),
        (None, Some(_)) => Err(invalid(
            file,
            at,
            rest.len().min(16),
            "the descriptor after the data differs from the directory",
        )),
    }
}

impl<'a> Member<'a> {
    /// The member of an entry; see [`Archive::member`](crate::Archive::member).
    pub(crate) fn open(file: Bytes<'a>, entry: &Entry<'a>) -> Result<Member<'a>> {
        if entry.is_encrypted() || entry.flags & PATCH != 0 {
            let why = if entry.is_encrypted() { "it is encrypted" } else { "it is a compressed patch" };
            return Err(invalid(entry.record, 8, 2, why).with_help("write the archive again without that"));
        }
        if let Method::Other(number) = entry.method() {
            let name = entry.method().name().map(|name| format!(" ({name})")).unwrap_or_default();
            let why = format!("compressed by method {number}{name}; stored and deflated members are read");
            let help = "write the archive again without compression: zip -0";
            return Err(invalid(entry.record, 10, 2, why).with_help(help));
        }
        if entry.disk() != 0 {
            let why =
                format!("it begins in file {} of an archive that is split over several files", entry.disk());
            return Err(invalid(entry.record, 34, 2, why));
        }
        let Located { raw, extent } = locate(file, entry)?;
        if entry.method() == Method::Stored && entry.size() != entry.stored_size() {
            let why =
                format!("{} bytes are stored, the directory says {}", entry.stored_size(), entry.size());
            return Err(invalid(entry.record, 20, 8, why));
        }
        if entry.size().div_ceil(MAX_RATIO) > entry.stored_size() {
            let why = format!(
                "{} compressed bytes cannot become {}, which the directory says",
                entry.stored_size(),
                entry.size()
            );
            return Err(invalid(entry.record, 20, 8, why));
        }
        Ok(Member { entry: entry.clone(), raw, extent })
    }

    /// What the directory says of it.
    pub fn entry(&self) -> &Entry<'a> {
        &self.entry
    }

    /// Its name as text.
    pub fn name(&self) -> Cow<'a, str> {
        self.entry.name()
    }

    /// Its source: places in its content are in this file, seen from the archive.
    pub fn source(&self) -> Source {
        Source::file().member(self.name())
    }

    /// The data as they are stored, with their place in the archive.
    pub fn raw(&self) -> Bytes<'a> {
        self.raw
    }

    /// Where header, data and descriptor are in the archive, in bytes.
    pub fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }

    /// The largest power of two that the place of the data is a multiple of. PyTorch aligns to 64 bytes.
    pub fn alignment(&self) -> u64 {
        // Data stand behind a header, never at 0.
        1 << self.raw.base().trailing_zeros().min(63)
    }

    /// Whether the content is stored as it is, and so can be had without a copy.
    pub fn is_stored(&self) -> bool {
        self.entry.method() == Method::Stored
    }

    /// The first bytes of the content: all of them if it is stored, otherwise at most `limit`. What cannot be decompressed any
    /// more is left out, unless that is all.
    pub fn prefix(&self, limit: usize) -> Result<Cow<'a, [u8]>> {
        if self.is_stored() {
            return Ok(self.raw.data().into());
        }
        match inflate(self.raw.data(), limit) {
            (made, End::Damaged) if made.is_empty() => Err(self.damaged()),
            (made, _) => Ok(made.into()),
        }
    }

    /// The content, borrowed if it is stored. Its checksum is not computed: see [`Member::check`].
    ///
    /// # Errors
    ///
    /// If it has more than `limit` bytes and would have to be decompressed, if the compressed data are damaged, or have other
    /// than as many bytes as the directory says.
    pub fn content(&self, limit: u64) -> Result<Cow<'a, [u8]>> {
        if self.is_stored() {
            return Ok(self.raw.data().into());
        }
        let size = self.entry.size();
        let Some(len) = usize::try_from(size).ok().filter(|_| size <= limit) else {
            return Err(self.too_large(limit));
        };
        let (content, end) = inflate(self.raw.data(), len);
        match end {
            End::Whole(_) if content.len() == len => Ok(content.into()),
            End::Whole(_) => Err(self.other_size(content.len() as u64)),
            End::More => Err(self.longer()),
            End::Damaged => Err(self.damaged()),
        }
    }

    /// Compares the checksum of the content with the directory's.
    pub fn check(&self, content: &[u8]) -> Result<()> {
        self.compare_checksum(crc32(content))
    }

    /// Reads the whole member and compares size and checksum; holds no more of it than a window. Of compressed members, at most
    /// `limit` bytes of content are made, which bounds the time.
    pub fn verify(&self, limit: u64) -> Result<()> {
        self.compare_checksum(self.checksum(limit)?)
    }

    /// The checksum of the content, whatever the directory says: reads the whole member, as [`Member::verify`] does.
    ///
    /// # Errors
    ///
    /// If compressed data cannot be expanded, or become other than as many bytes as the directory says.
    pub fn checksum(&self, limit: u64) -> Result<u32> {
        if self.is_stored() {
            return Ok(crc32(self.raw.data()));
        }
        let size = self.entry.size();
        if size > limit {
            return Err(self.too_large(limit));
        }
        let mut crc = Crc32::default();
        match stream(self.raw.data(), size, |piece| crc.update(piece)) {
            (_, End::More) => Err(self.longer()),
            (_, End::Damaged) => Err(self.damaged()),
            (made, End::Whole(_)) if made != size => Err(self.other_size(made)),
            (_, End::Whole(used)) if used != self.raw.len() => {
                let rest = self.raw.len().saturating_sub(used);
                let why = format!("{rest} bytes after the end of its compressed data, which no reader shows");
                Err(invalid(self.raw, used, rest, why).within(self.entry.step()))
            }
            (_, End::Whole(_)) => Ok(crc.finalize()),
        }
    }

    fn compare_checksum(&self, found: u32) -> Result<()> {
        let said = self.entry.checksum();
        if found != said {
            let why =
                format!("the checksum is {found:08x}, the directory says {said:08x}: the data are damaged");
            return Err(self.fault(why));
        }
        Ok(())
    }

    #[cold]
    fn fault(&self, why: impl Into<String>) -> Error {
        invalid(self.raw, 0, self.raw.len(), why).within(self.entry.step())
    }

    #[cold]
    fn damaged(&self) -> Error {
        self.fault("the compressed data are damaged")
    }

    #[cold]
    fn longer(&self) -> Error {
        self.fault(format!(
            "the content is longer than the {} bytes that the directory says",
            self.entry.size()
        ))
    }

    #[cold]
    fn other_size(&self, found: u64) -> Error {
        self.fault(format!("{found} bytes are there, the directory says {}", self.entry.size()))
    }

    #[cold]
    fn too_large(&self, limit: u64) -> Error {
        let kind = ErrorKind::Limit { what: "bytes in a compressed zip member", limit };
        let error = Error::new(kind, self.raw.span(0, self.raw.len())).within(self.entry.step());
        error.with_help("write the archive again without compression: zip -0")
    }
}
