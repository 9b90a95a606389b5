//! The segments of a program file that is being written: where each comes to stand, and the table that says so.

use std::borrow::Cow;
use std::ops::Range;

use outlast_core::{Error, ErrorKind, Result, SortShort};
use outlast_flatbuffers::build::{Slot, Target};

use super::{ProgramEditor, Segment, slot};
use crate::tables::items;
use crate::xnnpack;
use outlast_core::{Output, Piece, offset_in};

/// Alignment of segments where nothing in the file says another: what exporters write.
const SEGMENT_ALIGN: usize = 128;
/// Largest alignment that is looked for: a page.
const MAX_ALIGN: usize = 4096;

impl<'a> ProgramEditor<'a, '_> {
    /// Segments as they will be; the table of segments is edited to say so.
    pub(super) fn segment_area(&mut self) -> Result<Area<'a>> {
        let ranges = self.ranges()?;
        self.none_in_tables(&ranges)?;
        let base = usize::try_from(self.file.segment_base()).unwrap_or(usize::MAX);
        self.keep_gap_before(base)?;
        let payloads = self.payloads()?;
        let data = self.file.file.data();
        let last = ranges.iter().filter(|r| !r.is_empty()).map(|r| r.end).max().unwrap_or(base);
        let holds = base > 0 && base < data.len();
        // What follows the last segment follows it still when there are new ones: it would separate them from the others.
        let behind = data.get(if holds { last } else { self.file.flatbuffer.len() }..).unwrap_or_default();
        let filled = behind.iter().any(|byte| *byte != 0);
        let mut area = Area::new(self.file.segment_base(), &ranges);
        if self.segments.iter().any(|s| !matches!(s, Segment::Old)) {
            let offsets;
            (area, offsets) = self.moved(&ranges, &payloads)?;
            self.patch_offsets(&offsets)?;
        } else if holds {
            let end = if self.added.is_empty() { data.len() } else { last };
            area.push_range(data, base..end, &payloads);
            let said = self.file.header.and_then(|h| h.segment_data_size);
            area.size = said.unwrap_or_else(|| last.saturating_sub(base) as u64);
            if self.added.is_empty() {
                return Ok(area);
            }
            // Empty ones may stand further on, where the file need not reach any more.
            let place = |range: &Range<usize>| {
                (range.start.min(last).saturating_sub(base) as u64, range.len() as u64)
            };
            self.patch_offsets(&ranges.iter().map(place).collect::<Vec<_>>())?;
        } else if self.added.is_empty() {
            area.trailing = Some(behind);
            return Ok(area);
        }
        let mut new = Vec::new();
        for data in std::mem::take(&mut self.added) {
            if area.output.is_empty() && self.file.header.is_none() {
                area.align = area.align.max(SEGMENT_ALIGN);
                area.base_align = area.base_align.max(SEGMENT_ALIGN);
            }
            area.align_to(area.align);
            let (offset, size) = (area.len as u64, data.len() as u64);
            area.append(data);
            area.size = offset + size;
            new.push((offset, size));
        }
        self.add_tables(&new)?;
        if filled {
            area.append(Output::of(behind));
        }
        Ok(area)
    }

    /// Old segments as ranges of the file; empty ones too.
    pub(super) fn ranges(&self) -> Result<Vec<Range<usize>>> {
        let count = u32::try_from(self.segments.len()).unwrap_or(u32::MAX);
        (0..count)
            .map(|index| {
                let range = self.file.segment(index)?;
                let start = usize::try_from(range.start).unwrap_or(usize::MAX);
                Ok(start..usize::try_from(range.end).unwrap_or(usize::MAX))
            })
            .collect()
    }

    /// Which ranges of the file are payloads that readers look into: up to where their weights start.
    pub(super) fn payloads(&self) -> Result<Vec<Range<usize>>> {
        let mut found = Vec::new();
        for plan in items(self.file.root.execution_plan()?) {
            for delegate in items(plan?.delegates()?) {
                let Ok(payload) = self.file.delegate_payload(&delegate?) else { continue };
                let start = usize::try_from(payload.base() - self.file.file.base()).unwrap_or(usize::MAX);
                found.push(start..start.saturating_add(xnnpack::head_size(&payload)));
            }
        }
        found.sort_short_by_key(|r| (r.start, r.end));
        // Delegates may share a payload.
        let mut apart: Vec<Range<usize>> = Vec::new();
        for range in found {
            match apart.last_mut() {
                Some(last) if range.start < last.end => last.end = last.end.max(range.end),
                _ => apart.push(range),
            }
        }
        Ok(apart)
    }

    /// The bytes from `base` to the end of the file.
    pub(super) fn verbatim(&self, base: usize, payloads: &[Range<usize>], area: &mut Area<'a>) {
        area.push_range(self.file.file.data(), base..self.file.file.len(), payloads);
    }

    fn patch_offsets(&mut self, offsets: &[(u64, u64)]) -> Result<()> {
        let old = self.file.root.segments()?;
        for (index, new) in offsets.iter().enumerate() {
            let Some(segment) = old.map(|list| list.get(index)).transpose()? else { continue };
            let was = (segment.offset()?, segment.size()?);
            let node = self.tables.follow(&[usize::from(slot::SEGMENTS), index])?;
            if was.0 != new.0 {
                self.tables.set(node, 0, new.0);
            }
            if was.1 != new.1 {
                self.tables.set(node, 1, new.1);
            }
        }
        Ok(())
    }

    fn add_tables(&mut self, new: &[(u64, u64)]) -> Result<()> {
        if new.is_empty() {
            return Ok(());
        }
        let mut targets = Vec::new();
        for (offset, size) in new {
            let fields = [(0, Slot::from(*offset)), (1, Slot::from(*size))];
            targets.push(Target::New(self.tables.build.table(fields)));
        }
        let root = self.tables.root();
        match self.tables.child(root, slot::SEGMENTS)? {
            Some(list) => targets.into_iter().for_each(|target| self.tables.push(list, target)),
            None => {
                let list = self.tables.build.references(targets);
                self.tables.set(root, slot::SEGMENTS, list);
            }
        }
        Ok(())
    }

    /// Segments that hold bytes lie behind the tables: where they lie inside, or no header says where they start, they
    /// would have to move with them.
    pub(super) fn none_in_tables(&self, ranges: &[Range<usize>]) -> Result<()> {
        let end = match self.file.header {
            Some(_) => self.file.flatbuffer.len(),
            None => usize::MAX,
        };
        let base = usize::try_from(self.file.segment_base()).unwrap_or(usize::MAX);
        let area = (base > 0 && base < end).then_some(base..end);
        let mut filled = ranges.iter().filter(|range| !range.is_empty()).cloned().chain(area);
        let Some(inside) = filled.find(|range| range.start < end) else {
            return Ok(());
        };
        let why = match self.file.header {
            Some(_) => "a segment starts inside the tables",
            None => "there are segments, but no header says where they start",
        };
        let kind = ErrorKind::Invalid { what: "segments", why: why.to_string() };
        Err(Error::new(kind, self.file.file.span(inside.start, inside.len())))
    }

    /// Bytes between the tables and the segments are padding; anything else is nobody's, and could not be kept.
    pub(super) fn keep_gap_before(&self, base: usize) -> Result<()> {
        let end = self.file.flatbuffer.len();
        let between = self.file.file.data().get(end..base).unwrap_or_default();
        if self.file.header.is_some() && between.iter().any(|b| *b != 0) {
            let why = "between tables and segments there is something other than zeros".to_string();
            let kind = ErrorKind::Invalid { what: "program file", why };
            return Err(Error::new(kind, self.file.file.span(end, between.len())));
        }
        Ok(())
    }
}

/// The segments of a file that is being written.
pub(super) struct Area<'a> {
    pub(super) output: Output<'a>,
    /// Length of `output`.
    pub(super) len: usize,
    /// What all segments have in common.
    pub(super) align: usize,
    /// What the best aligned of them has.
    pub(super) base_align: usize,
    /// Where the area starts, in the file, modulo `base_align`.
    pub(super) base_remainder: usize,
    /// Bytes up to the end of the last segment.
    pub(super) size: u64,
    /// What follows the tables in a file without segment data.
    pub(super) trailing: Option<&'a [u8]>,
}

impl<'a> Area<'a> {
    /// An empty one, with the alignment that the segments of the original have.
    pub(super) fn new(base: u64, ranges: &[Range<usize>]) -> Self {
        let filled = ranges.iter().filter(|r| !r.is_empty()).map(|r| r.start as u64);
        let places: Vec<usize> = filled.chain([base]).filter(|p| *p != 0).map(own_alignment).collect();
        let align = places.iter().min().copied().unwrap_or(SEGMENT_ALIGN);
        let base_align = places.iter().max().copied().unwrap_or(SEGMENT_ALIGN);
        let base_remainder = usize::try_from(base).unwrap_or(0) % base_align;
        Area { output: Output::default(), len: 0, align, base_align, base_remainder, size: 0, trailing: None }
    }

    /// Where the area may start behind tables of this size: at a place that aligns everything as it was.
    pub(super) fn base_after(&self, size: usize) -> usize {
        let start = size.next_multiple_of(self.base_align) + self.base_remainder;
        if start - size >= self.base_align { start - self.base_align } else { start }
    }

    /// Whether everything is aligned as it should be if the area starts there.
    pub(super) fn starts_as(&self, base: u64) -> bool {
        base % self.base_align as u64 == self.base_remainder as u64
    }

    pub(super) fn append(&mut self, data: Output<'a>) {
        self.len += data.len();
        self.output.append(data);
    }

    /// Adds zeros until a place is reached that is aligned in the file.
    pub(super) fn align_to(&mut self, align: usize) {
        self.align_as(0, align);
    }

    /// Adds zeros until a place is reached that is as far from a multiple of `align` as `place` is.
    pub(super) fn align_as(&mut self, place: usize, align: usize) {
        let here = (self.base_remainder + self.len) % align;
        let zeros = (place % align + align - here) % align;
        self.output.push(Piece::Zeros(zeros));
        self.len += zeros;
    }

    /// Adds a range of the file, payloads apart from weights. The payloads are in order and do not overlap.
    pub(super) fn push_range(&mut self, data: &'a [u8], range: Range<usize>, payloads: &[Range<usize>]) {
        self.len += range.len();
        self.output.append(parts(data, range, payloads));
    }
}

/// Tables as they will be written: of their bulk data, what readers look into apart from weights.
pub(super) fn with_heads<'a>(tables: Output<'a>, data: &'a [u8], payloads: &[Range<usize>]) -> Output<'a> {
    let mut output = Output::default();
    for piece in tables.into_pieces() {
        match &piece {
            Piece::Weights(Cow::Borrowed(raw)) if let Some(start) = offset_in(data, raw) => {
                output.append(parts(data, start..start + raw.len(), payloads));
            }
            _ => output.push(piece),
        }
    }
    output
}

/// A range of the file, payloads apart from weights. The payloads are in order and do not overlap.
fn parts<'a>(data: &'a [u8], range: Range<usize>, payloads: &[Range<usize>]) -> Output<'a> {
    let mut output = Output::default();
    let mut at = range.start;
    let part = |from: usize, end: usize| Cow::Borrowed(data.get(from..end).unwrap_or_default());
    let (_, behind) = payloads.split_at(payloads.partition_point(|payload| payload.end <= range.start));
    for payload in behind.iter().take_while(|payload| payload.start < range.end) {
        let (start, end) = (payload.start.max(at), payload.end.min(range.end));
        if start < end {
            output.push(Piece::Weights(part(at, start)));
            output.push(Piece::Bytes(part(start, end)));
            at = end;
        }
    }
    output.push(Piece::Weights(part(at, range.end)));
    output
}

/// The alignment of a place, between 16 bytes and a page.
pub(crate) fn own_alignment(place: u64) -> usize {
    (1usize << place.trailing_zeros().min(12)).clamp(16, MAX_ALIGN)
}
