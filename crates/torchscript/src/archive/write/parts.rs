//! [`Parts`]: a whole archive, decoded: headers, data where they are, descriptors, directory, ends, and what is between.

use std::ops::Range;

use outlast_archive::Archive;
use outlast_core::{Bytes, Error, ErrorKind, Output, Piece, Result, SortShort, offset_in};

use super::wire::{Central, Descriptor, End, Local, WideEnd};
use crate::archive::{MOST, is_storage};

/// The method of members that are not compressed.
const STORED: u16 = 0;

/// A member.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    pub(super) local: Local<'a>,
    /// Where its header is, as the file counts.
    pub(super) at: usize,
    /// The data as they are stored.
    pub(super) data: Bytes<'a>,
    pub(super) descriptor: Option<Descriptor>,
    /// Bytes of the content.
    pub(super) size: u64,
    /// Its record in the directory, by index.
    pub(super) central: usize,
    /// Bytes before it that nothing has.
    pub(super) gap: Range<usize>,
}

impl<'a> Part<'a> {
    /// The data as they are stored. Readers look into all but storages, and what is larger than any pickle that they read; and into what is
    /// compressed, where zeros in its place would be damage.
    pub(super) fn stored(&self) -> Piece<'a> {
        let name = String::from_utf8_lossy(&self.local.name);
        let record = name.split_once('/').map_or(&*name, |(_, record)| record);
        let data = self.data.data().into();
        let is_bulk = is_storage(record) || self.data.len() as u64 > MOST;
        match is_bulk && self.local.method == STORED {
            true => Piece::Weights(data),
            false => Piece::Bytes(data),
        }
    }

    /// One past its last byte.
    fn end(&self) -> usize {
        let head = Local::HEAD + self.local.name.len() + self.local.extra.len();
        let descriptor = self.descriptor.map_or(0, |descriptor| descriptor.write().len());
        self.at.saturating_add(head).saturating_add(self.data.len()).saturating_add(descriptor)
    }
}

/// An archive, decoded.
#[derive(Clone, Debug)]
pub(super) struct Parts<'a> {
    pub(super) file: Bytes<'a>,
    /// The members in the order of the file.
    pub(super) members: Vec<Part<'a>>,
    /// The records of the directory in their order.
    pub(super) central: Vec<Central<'a>>,
    /// Bytes before the directory, and before the zip64 end, that nothing has.
    pub(super) gaps: [Range<usize>; 2],
    pub(super) wide: Option<WideEnd<'a>>,
    pub(super) end: End<'a>,
    /// Bytes behind the archive.
    pub(super) behind: Range<usize>,
}

#[cold]
pub(super) fn refused(file: Bytes<'_>, at: usize, len: usize, why: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid { what: "zip archive", why: why.into() }, file.span(at, len))
}

impl<'a> Parts<'a> {
    /// Decodes an archive.
    pub(super) fn read(archive: &Archive<'a>) -> Result<Parts<'a>> {
        let file = Bytes::new(archive.file(), 0);
        let (mut central, mut members) = (Vec::new(), Vec::new());
        let directory = archive.directory();
        let mut next = directory.start;
        for (index, entry) in archive.entries()?.iter().enumerate() {
            let (record, after) = Central::read(file, next)?;
            next = after;
            central.push(record);
            let member = archive.member(entry)?;
            let extent = member.extent();
            let position = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
            let (at, end) = (position(extent.start), position(extent.end));
            let data = member.raw();
            let behind = position(data.base()).saturating_add(data.len());
            let rest = file.window(behind, end.saturating_sub(behind), "descriptor of a zip member")?;
            members.push(Part {
                local: Local::read(file, at)?,
                at,
                data,
                descriptor: Descriptor::read(rest)?,
                size: entry.size(),
                central: index,
                gap: 0..0,
            });
        }
        members.sort_short_by_key(|part: &Part<'_>| part.at);
        let mut last = 0;
        for part in &mut members {
            if part.at < last {
                return Err(refused(
                    file,
                    part.at,
                    last - part.at,
                    "two members share bytes: which of them they belong to is not known",
                ));
            }
            part.gap = last..part.at;
            last = part.end();
        }
        if directory.start < last {
            return Err(refused(
                file,
                directory.start,
                last - directory.start,
                "a member and the directory share bytes",
            ));
        }
        let before = last..directory.start;
        let appended = archive.appended().len();
        let comment = archive.comment();
        let end_at = offset_in(file.data(), comment).and_then(|at| at.checked_sub(End::HEAD));
        let Some(end_at) = end_at else {
            return Err(refused(file, 0, file.len(), "its end is not where its comment begins"));
        };
        let end = End::read(file, end_at)?;
        let (wide, tail) = match archive.is_zip64() {
            false => (None, next..end_at),
            true => {
                let locator = end_at.saturating_sub(WideEnd::LOCATOR);
                let said = file.u64(locator.saturating_add(8), "locator of the zip64 end")?;
                let at = said.saturating_add(archive.prepended());
                let at = usize::try_from(at).ok().filter(|at| (next..locator).contains(at));
                // Of an archive with bytes in front, which its writer did not know of, it stands before its locator.
                let at = at.unwrap_or(locator.saturating_sub(WideEnd::HEAD));
                match WideEnd::read(file, at, locator)? {
                    Some(wide) => (Some(wide), next..at),
                    None => {
                        return Err(refused(
                            file,
                            at,
                            WideEnd::HEAD,
                            "the zip64 end has another length than it says",
                        ));
                    }
                }
            }
        };
        if tail.start > tail.end {
            return Err(refused(
                file,
                tail.end,
                tail.start - tail.end,
                "the directory and its end share bytes",
            ));
        }
        let behind = file.len() - appended..file.len();
        Ok(Parts { file, members, central, gaps: [before, tail], wide, end, behind })
    }

    /// Bytes of these.
    pub(super) fn bytes(&self, range: &Range<usize>) -> &'a [u8] {
        self.file.data().get(range.clone()).unwrap_or_default()
    }

    /// The archive, encoded; and how many bytes were kept because nothing has them.
    pub(super) fn write(&self) -> (Output<'a>, usize) {
        let (mut out, mut kept) = (Output::default(), 0);
        let mut keep = |out: &mut Output<'a>, range: &Range<usize>| {
            kept += range.len();
            out.push(Piece::Bytes(self.bytes(range).into()));
        };
        for part in &self.members {
            keep(&mut out, &part.gap);
            out.push(Piece::Bytes(part.local.write().into()));
            out.push(part.stored());
            if let Some(descriptor) = &part.descriptor {
                out.push(Piece::Bytes(descriptor.write().into()));
            }
        }
        keep(&mut out, &self.gaps[0]);
        let mut directory = Vec::new();
        self.central.iter().for_each(|record| record.write(&mut directory));
        out.push(Piece::Bytes(directory.into()));
        keep(&mut out, &self.gaps[1]);
        let mut end = Vec::new();
        if let Some(wide) = &self.wide {
            wide.write(&mut end);
        }
        self.end.write(&mut end);
        out.push(Piece::Bytes(end.into()));
        keep(&mut out, &self.behind);
        (out, kept)
    }
}
