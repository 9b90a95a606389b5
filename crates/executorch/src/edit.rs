//! [`ProgramEditor`]: lossless changes to a program file: its tables, its segments, its extended header.
//!
//! ```text
//! u32 root  "ET12"  [header]  [copied tables]  body  [new objects]  | padding | segments as they were | new segments
//! ```
//!
//! Segments that are not touched keep their order and the bytes between them. New ones come last. Where a segment is
//! replaced or dropped, those behind it move up, and their offsets are patched. The alignment of segments is stored
//! nowhere: it is inferred from their places, and not lowered.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use outlast_core::{Error, ErrorKind, Result};
use outlast_flatbuffers::build::{Slot, Target};
use outlast_flatbuffers::edit::{Editor, Node};
use outlast_flatbuffers::schema::Schema;

use crate::header::ExtendedHeader;
use crate::output::{Output, Piece};
use crate::program::ProgramFile;
use crate::schemas;
use crate::tables::{List, View};
use crate::xnnpack;

/// Alignment of segments where nothing in the file says another: what exporters write.
const SEGMENT_ALIGN: usize = 128;
/// Largest alignment that is looked for: a page.
const MAX_ALIGN: usize = 4096;
/// Slots of the root table.
pub(crate) mod slot {
    pub(crate) const EXECUTION_PLAN: u16 = 1;
    pub(crate) const SEGMENTS: u16 = 4;
}

/// What becomes of a segment.
#[derive(Clone, Debug)]
enum Segment<'a> {
    /// Stays as it is.
    Old,
    /// Gets this content.
    New(Output<'a>),
    /// Becomes empty; its number stays taken.
    Dropped,
}

/// Changes to a program file.
#[derive(Debug)]
pub struct ProgramEditor<'a, 's> {
    file: ProgramFile<'a>,
    /// Changes to the tables.
    pub tables: Editor<'a, 's>,
    segments: Vec<Segment<'a>>,
    added: Vec<Output<'a>>,
    /// Elements of lists that the root table does not have, by slot.
    new_lists: BTreeMap<u16, Vec<Target>>,
    header_length: Option<u32>,
}

/// A program file after its edit.
#[derive(Clone, Debug)]
pub struct Edited<'a> {
    /// The file.
    pub output: Output<'a>,
    /// Bytes of the tables that nothing refers to any more; [`repack`] drops them.
    pub unused: usize,
}

impl<'a> ProgramEditor<'a, 'static> {
    /// An editor of a file that must be sound, by the newest schema.
    pub fn new(file: ProgramFile<'a>) -> Result<ProgramEditor<'a, 'static>> {
        ProgramEditor::with_schema(file, schemas::program())
    }
}

impl<'a, 's> ProgramEditor<'a, 's> {
    /// An editor that reads the tables by this schema. What the schema does not know is kept.
    pub fn with_schema(file: ProgramFile<'a>, schema: &'s Schema) -> Result<ProgramEditor<'a, 's>> {
        let tables = Editor::new(file.flatbuffer, schema, header_len(&file))?;
        let count = file.root.segments()?.map_or(0, |s| s.len());
        let segments = vec![Segment::Old; count];
        Ok(ProgramEditor {
            file,
            tables,
            segments,
            added: Vec::new(),
            new_lists: BTreeMap::new(),
            header_length: None,
        })
    }

    /// The file as it was.
    pub fn file(&self) -> &ProgramFile<'a> {
        &self.file
    }

    /// The execution plan with this index.
    pub fn plan(&mut self, index: usize) -> Result<Node> {
        self.tables.follow(&[usize::from(slot::EXECUTION_PLAN), index])
    }

    /// Adds a segment at the end; returns its number.
    pub fn add_segment(&mut self, data: Output<'a>) -> u32 {
        self.added.push(data);
        u32::try_from(self.segments.len() + self.added.len() - 1).unwrap_or(u32::MAX)
    }

    /// Gives a segment another content.
    pub fn replace_segment(&mut self, index: u32, data: Output<'a>) -> Result<()> {
        *self.segment(index)? = Segment::New(data);
        Ok(())
    }

    /// Empties a segment; its number stays taken, so that all others keep theirs.
    pub fn drop_segment(&mut self, index: u32) -> Result<()> {
        *self.segment(index)? = Segment::Dropped;
        Ok(())
    }

    fn segment(&mut self, index: u32) -> Result<&mut Segment<'a>> {
        self.file.segment(index)?;
        let count = self.segments.len() as u64;
        let kind = ErrorKind::OutOfRange { what: "segment index", found: index.into(), limit: count };
        let error = Error::new(kind, self.file.root.table().whole_span());
        self.segments.get_mut(outlast_core::to_index(index)).ok_or(error)
    }

    /// Adds an element to a list of the root table that the file does not have; several may be added.
    pub(crate) fn add_to_new_list(&mut self, slot: u16, target: Target) {
        self.new_lists.entry(slot).or_default().push(target);
    }

    /// Writes a header of this length: 24 as up to release 0.7, or 32. A file that has none gets one if it has, or
    /// gets, segment data.
    pub fn set_header_length(&mut self, length: u32) {
        self.header_length = Some(length);
    }

    /// Writes the changes. In a file that changes at all, empty vectors get the alignment that official verifiers demand.
    pub fn finish(mut self) -> Result<Edited<'a>> {
        for (slot, targets) in std::mem::take(&mut self.new_lists) {
            let list = self.tables.build.references(targets);
            let root = self.tables.root();
            self.tables.set(root, slot, list);
        }
        let segments_changed =
            self.segments.iter().any(|s| !matches!(s, Segment::Old)) || !self.added.is_empty();
        let area = self.segment_area()?;
        let old = self.file.header;
        let needs_header = old.is_some() || !area.output.is_empty();
        let before = header_len(&self.file);
        let asked = self.header_length.map(|length| length.max(ExtendedHeader::MIN_LENGTH));
        // As it is written, and the bytes that it takes: one of unknown size keeps what it says.
        let (length, wanted) = match (old, asked) {
            (Some(header), None) => (header.length, before),
            (Some(header), Some(asked)) if asked == header.length => (asked, before),
            (None, _) if !needs_header => (0, 0),
            (_, asked) => {
                let length = asked.unwrap_or(32);
                (length, usize::try_from(length).unwrap_or(usize::MAX))
            }
        };
        // What is before the first object is free, unless it may be something that the schema does not know.
        let free = match self.tables.knows_all() {
            true => self.tables.first_object().saturating_sub(8),
            false => before,
        };
        let (insert_at, reserve) = match wanted > before && wanted > free {
            true => (before.saturating_add(8), wanted - before),
            // A header that grows into padding, or one that stays.
            false => (before.max(wanted).saturating_add(8), 0),
        };
        let touched = !self.tables.is_unchanged() || length != old.map_or(0, |h| h.length);
        if touched || segments_changed {
            self.tables.align_empty_vectors()?;
        }
        let edited = self.tables.finish(insert_at, reserve)?;
        let mut tables = edited.bytes;
        if !needs_header {
            return Ok(Edited { output: Output::of(tables), unused: edited.freed });
        }
        let mut size = tables.len();
        // A file whose tables did not change in size keeps its segments where they are.
        let base = match old {
            Some(header)
                if size == self.file.flatbuffer.len()
                    && header.segment_base >= size as u64
                    && area.starts_as(header.segment_base) =>
            {
                usize::try_from(header.segment_base).unwrap_or(size)
            }
            Some(header) if header.segment_base == 0 && area.output.is_empty() => 0,
            _ => {
                let base = area.base_after(size);
                reach(&mut tables, base);
                size = tables.len();
                base
            }
        };
        if wanted < before {
            tables[8 + wanted..8 + before].fill(0);
        }
        tables[8..12].copy_from_slice(ExtendedHeader::MAGIC);
        tables[12..16].copy_from_slice(&length.to_le_bytes());
        tables[16..24].copy_from_slice(&(size as u64).to_le_bytes());
        tables[24..32].copy_from_slice(&(base as u64).to_le_bytes());
        if length >= 32 {
            tables[32..40].copy_from_slice(&area.size.to_le_bytes());
        }
        let mut output = Output::of(tables);
        match area.trailing {
            // No segment area: what follows the tables, if anything, stays behind them.
            Some(trailing) if area.output.is_empty() => output.push(Piece::Bytes(Cow::Borrowed(trailing))),
            _ => {
                output.pad_to(base);
                output.append(area.output);
            }
        }
        Ok(Edited { output, unused: edited.freed })
    }

    /// Segments as they will be; the table of segments is edited to say so.
    fn segment_area(&mut self) -> Result<Area<'a>> {
        let ranges = self.ranges()?;
        self.none_in_tables(&ranges)?;
        let mut area = Area::new(self.file.segment_base(), &ranges);
        let base = usize::try_from(self.file.segment_base()).unwrap_or(usize::MAX);
        self.keep_gap_before(base)?;
        let payloads = self.payloads()?;
        let changed = self.segments.iter().any(|s| !matches!(s, Segment::Old));
        let mut offsets: Vec<(u64, u64)> = Vec::new();
        if changed {
            offsets = self.moved_segments(&ranges, &payloads, &mut area)?;
            let stays = |(range, new): (&Range<usize>, &(u64, u64))| {
                let place = new.0.checked_add(base as u64) == Some(range.start as u64);
                range.is_empty() || place && new.1 == range.len() as u64
            };
            if area.base_remainder != 0 && !ranges.iter().zip(&offsets).all(stays) {
                // Where they move, they are aligned in the area as they were in the file: their offsets explain the gaps
                // before them.
                area = Area { base_remainder: 0, ..Area::new(self.file.segment_base(), &ranges) };
                offsets = self.moved_segments(&ranges, &payloads, &mut area)?;
            }
        } else if base > 0 && base < self.file.file.len() {
            self.verbatim(base, &payloads, &mut area);
            area.size = self.file.header.and_then(|h| h.segment_data_size).unwrap_or_else(|| {
                ranges.iter().map(|r| r.end.saturating_sub(base)).max().unwrap_or(0) as u64
            });
        }
        if !changed && (base == 0 || base >= self.file.file.len()) {
            area.trailing = self.file.file.data().get(self.file.flatbuffer.len()..);
            if !self.added.is_empty() {
                self.keep_gap_before(self.file.file.len())?;
            }
        }
        self.patch_offsets(&offsets)?;
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
        Ok(area)
    }

    /// Old segments as ranges of the file; empty ones too.
    fn ranges(&self) -> Result<Vec<Range<usize>>> {
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
    fn payloads(&self) -> Result<Vec<Range<usize>>> {
        let mut found = Vec::new();
        for plan in self.file.root.execution_plan()?.iter().flat_map(List::iter) {
            for delegate in plan?.delegates()?.iter().flat_map(List::iter) {
                let Ok(payload) = self.file.delegate_payload(&delegate?) else { continue };
                let start = usize::try_from(payload.base() - self.file.file.base()).unwrap_or(usize::MAX);
                found.push(start..start.saturating_add(xnnpack::head_size(&payload)));
            }
        }
        found.sort_by_key(|r| (r.start, r.end));
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
    fn verbatim(&self, base: usize, payloads: &[Range<usize>], area: &mut Area<'a>) {
        area.push_range(self.file.file.data(), base..self.file.file.len(), payloads);
    }

    /// Segments in order of their places, each moved up to where the one before it ends. Bytes between them that are not
    /// zero are kept.
    fn moved_segments(
        &self,
        ranges: &[Range<usize>],
        payloads: &[Range<usize>],
        area: &mut Area<'a>,
    ) -> Result<Vec<(u64, u64)>> {
        let file = self.file.file;
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        order.sort_by_key(|i| (ranges[*i].start, ranges[*i].end, *i));
        let mut offsets = vec![(0, 0); ranges.len()];
        let mut last: Option<usize> = None;
        let mut end = usize::try_from(self.file.segment_base()).unwrap_or(usize::MAX);
        for index in order {
            let range = &ranges[index];
            if range.is_empty() && matches!(self.segments[index], Segment::Old) {
                // Its place is of no account, as long as it lies in the file.
                let was = range.start.saturating_sub(usize::try_from(self.file.segment_base()).unwrap_or(0));
                offsets[index] = (was.min(area.len) as u64, 0);
                continue;
            }
            // Exporters let equal segments share their bytes.
            let twin = last.filter(|l| ranges[*l] == *range);
            if let Some(twin) = twin
                && let (Segment::Old, Segment::Old) = (&self.segments[twin], &self.segments[index])
            {
                offsets[index] = offsets[twin];
                continue;
            }
            if range.start < end && twin.is_none() {
                let kind = ErrorKind::Invalid { what: "segments", why: "two of them overlap in part".into() };
                return Err(Error::new(kind, file.span(range.start, range.len())));
            }
            let between = file.data().get(end..range.start).unwrap_or_default();
            if between.iter().any(|b| *b != 0) {
                area.append(Output::of(between));
            }
            if let Segment::Dropped = self.segments[index] {
                offsets[index] = (area.len as u64, 0);
            } else {
                // One segment may be aligned better than all have in common, and then need it.
                area.align_to(area.align.max(own_alignment(range.start as u64)));
                let offset = area.len;
                match &self.segments[index] {
                    Segment::New(data) => area.append(data.clone()),
                    _ => area.push_range(file.data(), range.clone(), payloads),
                }
                offsets[index] = (offset as u64, (area.len - offset) as u64);
            }
            area.size = area.len as u64;
            end = end.max(range.end);
            last = Some(index);
        }
        let rest = file.data().get(end..).unwrap_or_default();
        if rest.iter().any(|b| *b != 0) {
            area.append(Output::of(rest));
        }
        Ok(offsets)
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
    fn none_in_tables(&self, ranges: &[Range<usize>]) -> Result<()> {
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
    fn keep_gap_before(&self, base: usize) -> Result<()> {
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
struct Area<'a> {
    output: Output<'a>,
    /// Length of `output`.
    len: usize,
    /// What all segments have in common.
    align: usize,
    /// What the best aligned of them has.
    base_align: usize,
    /// Where the area starts, in the file, modulo `base_align`.
    base_remainder: usize,
    /// Bytes up to the end of the last segment.
    size: u64,
    /// What follows the tables in a file without segment data.
    trailing: Option<&'a [u8]>,
}

/// Bytes that the header takes after the identifier.
fn header_len(file: &ProgramFile<'_>) -> usize {
    let length = file.header.map_or(0, |h| usize::try_from(h.length).unwrap_or(usize::MAX));
    // Longer ones than any that is known may say anything; fields beyond the known ones belong to nobody.
    if length > 64 { 32 } else { length.min(file.flatbuffer.len().saturating_sub(8)) }
}

impl<'a> Area<'a> {
    /// An empty one, with the alignment that the segments of the original have.
    fn new(base: u64, ranges: &[Range<usize>]) -> Self {
        let filled = ranges.iter().filter(|r| !r.is_empty()).map(|r| r.start as u64);
        let places: Vec<usize> = filled.chain([base]).filter(|p| *p != 0).map(own_alignment).collect();
        let align = places.iter().min().copied().unwrap_or(SEGMENT_ALIGN);
        let base_align = places.iter().max().copied().unwrap_or(SEGMENT_ALIGN);
        let base_remainder = usize::try_from(base).unwrap_or(0) % base_align;
        Area { output: Output::default(), len: 0, align, base_align, base_remainder, size: 0, trailing: None }
    }

    /// Where the area may start behind tables of this size: at a place that aligns everything as it was.
    fn base_after(&self, size: usize) -> usize {
        let start = size.next_multiple_of(self.base_align) + self.base_remainder;
        if start - size >= self.base_align { start - self.base_align } else { start }
    }

    /// Whether everything is aligned as it should be if the area starts there.
    fn starts_as(&self, base: u64) -> bool {
        base % self.base_align as u64 == self.base_remainder as u64
    }

    fn append(&mut self, data: Output<'a>) {
        self.len += data.len();
        self.output.append(data);
    }

    /// Adds zeros until a place is reached that is aligned in the file.
    fn align_to(&mut self, align: usize) {
        let base = self.base_remainder;
        let len = (base + self.len).next_multiple_of(align) - base;
        self.output.push(Piece::Zeros(len - self.len));
        self.len = len;
    }

    /// Adds a range of the file, payloads apart from weights. The payloads are in order and do not overlap.
    fn push_range(&mut self, data: &'a [u8], range: Range<usize>, payloads: &[Range<usize>]) {
        self.len += range.len();
        let mut at = range.start;
        let first = payloads.partition_point(|payload| payload.end <= range.start);
        for payload in payloads[first..].iter().take_while(|payload| payload.start < range.end) {
            let (start, end) = (payload.start.max(at), payload.end.min(range.end));
            if start < end {
                self.output.push(Piece::Weights(Cow::Borrowed(&data[at..start])));
                self.output.push(Piece::Bytes(Cow::Borrowed(&data[start..end])));
                at = end;
            }
        }
        self.output.push(Piece::Weights(Cow::Borrowed(&data[at..range.end])));
    }
}

/// The alignment of a place, between 16 bytes and a page.
pub(crate) fn own_alignment(place: u64) -> usize {
    (1usize << place.trailing_zeros().min(12)).clamp(16, MAX_ALIGN)
}

/// Segments stand right behind the tables, but for alignment; where the alignment of some puts all of them further away
/// than the place of the first explains, zeros belong to the tables. Otherwise the place looks like a damaged one.
fn reach(tables: &mut Vec<u8>, base: usize) {
    let align = 1usize << base.trailing_zeros().min(16);
    if base > tables.len().next_multiple_of(align) {
        tables.resize(base, 0);
    }
}

/// Writes the tables of a file anew, without what nothing refers to; segments stay as they are. Refused where something
/// in the tables is unknown.
pub fn repack<'a>(file: &ProgramFile<'a>) -> Result<Output<'a>> {
    let header = header_len(file).next_multiple_of(32);
    let reserved = if file.header.is_some() { header } else { 0 };
    let mut tables =
        outlast_flatbuffers::repack::repack(file.flatbuffer, schemas::program(), header_len(file), reserved)?;
    let editor = ProgramEditor::new(*file)?;
    let ranges = editor.ranges()?;
    editor.none_in_tables(&ranges)?;
    let Some(header) = file.header else { return Ok(Output::of(tables)) };
    let base = usize::try_from(header.segment_base).unwrap_or(usize::MAX);
    let mut area = Area::new(header.segment_base, &ranges);
    editor.keep_gap_before(base)?;
    if base > 0 && base < file.file.len() {
        editor.verbatim(base, &editor.payloads()?, &mut area);
    }
    let new_base = if base == 0 { 0 } else { area.base_after(tables.len()) };
    reach(&mut tables, new_base);
    let size = tables.len();
    let kept = header_len(file);
    tables[8..8 + kept].copy_from_slice(&file.flatbuffer.data()[8..8 + kept]);
    tables[16..24].copy_from_slice(&(size as u64).to_le_bytes());
    tables[24..32].copy_from_slice(&(new_base as u64).to_le_bytes());
    let mut output = Output::of(tables);
    output.pad_to(new_base);
    output.append(area.output);
    Ok(output)
}
