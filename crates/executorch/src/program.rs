//! A program file: identifier, extended header, FlatBuffer, segment data.
//!
//! ```text
//! u32 root   "ET12"   [extended header]   FlatBuffer … | padding | segment 0 | padding | segment 1 …
//! ```

use std::ops::Range;

use outlast_core::{Bytes, Error, ErrorKind, Result, Span, to_index};
use outlast_flatbuffers::{ContainerHeader, view};

use crate::defs::PROGRAM_IDENTIFIER;
use crate::header::{ExtendedHeader, expect_identifier};
use crate::tables::{BackendDelegate, DataSegment, Program, View};
use crate::walk_cost;

/// A program file, opened: the tables are reached through [`ProgramFile::root`].
#[derive(Clone, Copy, Debug)]
pub struct ProgramFile<'a> {
    /// The whole file.
    pub file: Bytes<'a>,
    /// The extended header, if there is one.
    pub header: Option<ExtendedHeader>,
    /// The FlatBuffer: the program size that the header says, or the whole file.
    pub flatbuffer: Bytes<'a>,
    /// The root table.
    pub root: Program<'a>,
}

/// Where the bytes of a delegate's payload or of a constant are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In the FlatBuffer: an index of `backend_delegate_data` or `constant_buffer`.
    Inline(u32),
    /// In a segment.
    Segment(u32),
    /// A location that no known release defines.
    Unknown(i8),
}

/// Where exporters put what they align as `start` is, behind what ends at `end`: at the first such offset. What stands further on
/// than this was moved by something else.
pub(crate) fn first_aligned(end: u64, start: u64) -> u64 {
    end.checked_next_multiple_of(1 << start.trailing_zeros().min(16)).unwrap_or(u64::MAX)
}

impl<'a> ProgramFile<'a> {
    /// Opens a program file. Fails where no reader could start, and where walking it would take more visits than any genuine
    /// file does; everything else is left to verification.
    pub fn open(file: Bytes<'a>) -> Result<ProgramFile<'a>> {
        expect_identifier(&file, PROGRAM_IDENTIFIER, "ET12")?;
        let header = ExtendedHeader::read(&file)?;
        let size = header.map_or(file.len(), |h| usize::try_from(h.program_size).unwrap_or(usize::MAX));
        let flatbuffer = file.window(0, size.min(file.len()), "program")?;
        let root = Program::new(view::root(flatbuffer)?);
        walk_cost::check(&root)?;
        Ok(ProgramFile { file, header, flatbuffer, root })
    }

    /// Where segment data starts in the file: 0 without a header, as readers take it.
    pub fn segment_base(&self) -> u64 {
        self.header.map_or(0, |h| h.segment_base)
    }

    /// What the extended header takes of the FlatBuffer; nothing where there is none.
    pub fn container_header(&self) -> ContainerHeader {
        self.header.map_or_else(ContainerHeader::default, |header| header.container())
    }

    /// Where a segment lies, counted from the start of this program; it may reach beyond the end of the file.
    pub fn segment_range(&self, segment: &DataSegment<'_>) -> Result<Range<u64>> {
        let (offset, size) = (segment.offset()?, segment.size()?);
        let start = self.segment_base().checked_add(offset);
        let end = start.and_then(|s| s.checked_add(size));
        match start.zip(end) {
            Some((start, end)) => Ok(start..end),
            None => {
                let kind = ErrorKind::OutOfRange {
                    what: "end of a segment",
                    found: i128::from(offset) + i128::from(size),
                    limit: u64::MAX,
                };
                Err(Error::new(kind, segment.table().whole_span()))
            }
        }
    }

    /// Segment `index` as a range of this program, if there is such a segment and it lies in the file.
    pub fn segment(&self, index: u32) -> Result<Range<u64>> {
        let segments = self.root.segments()?;
        let count = segments.map_or(0, |s| s.len());
        let index = to_index(index);
        let Some(segments) = segments.filter(|_| index < count) else {
            let kind =
                ErrorKind::OutOfRange { what: "segment index", found: index as i128, limit: count as u64 };
            return Err(Error::new(kind, self.root.table().whole_span()));
        };
        let range = self.segment_range(&segments.get(index)?)?;
        if range.end > self.file.len() as u64 {
            let kind = ErrorKind::OutOfRange {
                what: "end of a segment",
                found: range.end.into(),
                limit: self.file.len() as u64,
            };
            return Err(Error::new(kind, segments.vector().element_span(index)));
        }
        Ok(range)
    }

    /// The bytes of a range of this program.
    pub fn bytes(&self, range: &Range<u64>) -> Result<Bytes<'a>> {
        let start = usize::try_from(range.start).unwrap_or(usize::MAX);
        let len = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(usize::MAX);
        self.file.window(start, len, "segment")
    }

    /// Where a delegate's payload is; `None` where the delegate does not say.
    pub fn delegate_storage(&self, delegate: &BackendDelegate<'_>) -> Result<Option<Storage>> {
        let Some(reference) = delegate.processed()? else { return Ok(None) };
        let index = reference.index()?;
        Ok(Some(match reference.location()? {
            0 => Storage::Inline(index),
            1 => Storage::Segment(index),
            other => Storage::Unknown(other),
        }))
    }

    /// The payload of a delegate.
    pub fn delegate_payload(&self, delegate: &BackendDelegate<'_>) -> Result<Bytes<'a>> {
        let missing = |what: &str, span: Span| Error::new(ErrorKind::Missing { what: what.into() }, span);
        let here = || delegate.table().whole_span();
        match self.delegate_storage(delegate)? {
            Some(Storage::Segment(index)) => self.bytes(&self.segment(index)?),
            Some(Storage::Inline(index)) => {
                let list = self.root.backend_delegate_data()?;
                let list = list.ok_or_else(|| missing("backend_delegate_data", here()))?;
                let data =
                    list.get(to_index(index))?.data()?.ok_or_else(|| missing("inline payload", here()))?;
                self.flatbuffer.window(data.pos(), data.byte_len(), "inline payload")
            }
            Some(Storage::Unknown(location)) => {
                let kind =
                    ErrorKind::OutOfRange { what: "location of a payload", found: location.into(), limit: 2 };
                Err(Error::new(kind, here()))
            }
            None => Err(missing("place of the payload", here())),
        }
    }

    /// Whether a reader takes constants from `constant_buffer`: `constant_segment` is absent or says nothing.
    pub fn uses_constant_buffer(&self) -> Result<bool> {
        Ok(match self.root.constant_segment()? {
            None => true,
            Some(segment) => segment.offsets()?.is_none_or(|offsets| offsets.is_empty()),
        })
    }
}
