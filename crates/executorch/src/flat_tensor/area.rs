//! [`Area`]: the segments of a tensor data file that is being edited.
//!
//! Where no segment changes its size, all bytes after the tables stay at their places, and new segments come last.
//! Otherwise segments move up in order of their places. The alignment of segments is stored nowhere: it is inferred from
//! the padding before them, and not lowered.

use std::borrow::Cow;
use std::ops::Range;

use outlast_core::{Error, ErrorKind, Result, SortShort};

use super::FlatTensorFile;
use outlast_core::{Output, Piece};

/// Alignment of what is added inside a segment.
const INNER_ALIGN: usize = 16;
/// Largest alignment that is looked for: a page.
const MAX_ALIGN: usize = 4096;

/// What becomes of a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment<'a> {
    /// Other bytes for ranges of the file, each as long as the range.
    patches: Vec<(Range<usize>, Output<'a>)>,
    /// Another content as a whole.
    whole: Option<Output<'a>>,
    /// More at the end.
    grown: Output<'a>,
    dropped: bool,
}

/// The segments.
#[derive(Debug)]
pub(super) struct Area<'a> {
    file: FlatTensorFile<'a>,
    ranges: Vec<Range<usize>>,
    segments: Vec<Segment<'a>>,
    added: Vec<Output<'a>>,
}

/// The segments as they will be.
#[derive(Debug)]
pub(super) struct Laid<'a> {
    /// All bytes from the segment base on.
    pub(super) output: Output<'a>,
    /// Alignment of the segment base.
    pub(super) base_align: usize,
    /// Offset and size of each old segment.
    pub(super) old: Vec<(u64, u64)>,
    /// Offset and size of each new segment.
    pub(super) new: Vec<(u64, u64)>,
    /// Bytes up to the end of the last segment.
    pub(super) size: u64,
}

impl<'a> Area<'a> {
    pub(super) fn new(file: FlatTensorFile<'a>) -> Result<Area<'a>> {
        let base = file.header.segment_base;
        let mut ranges = Vec::new();
        for (offset, size) in file.segments()? {
            let start = base.checked_add(offset);
            let range = start.zip(start.and_then(|s| s.checked_add(size)));
            let range = range.filter(|(_, end)| *end <= file.file.len() as u64);
            let Some((start, end)) = range else {
                let found = i128::from(offset) + i128::from(size) + i128::from(base);
                let kind =
                    ErrorKind::OutOfRange { what: "end of a segment", found, limit: file.file.len() as u64 };
                return Err(Error::new(kind, file.file.span(32, 16)));
            };
            ranges.push(
                usize::try_from(start).unwrap_or(usize::MAX)..usize::try_from(end).unwrap_or(usize::MAX),
            );
        }
        let end = file.flatbuffer.len();
        let base = usize::try_from(base).unwrap_or(usize::MAX);
        let between = file.file.data().get(end..base).unwrap_or_default();
        if between.iter().any(|b| *b != 0) {
            let why = "between tables and segments there is something other than zeros".to_string();
            let kind = ErrorKind::Invalid { what: "tensor data file", why };
            return Err(Error::new(kind, file.file.span(end, between.len())));
        }
        if base < end && ranges.iter().any(|r| !r.is_empty()) {
            let why = "segments start before the tables end".to_string();
            return Err(Error::new(
                ErrorKind::Invalid { what: "tensor data file", why },
                file.file.span(32, 8),
            ));
        }
        let segments = vec![Segment::default(); ranges.len()];
        Ok(Area { file, ranges, segments, added: Vec::new() })
    }

    pub(super) fn range(&self, index: usize) -> Option<&Range<usize>> {
        self.ranges.get(index)
    }

    /// Overwrites a range of the file, which must lie in the segment.
    pub(super) fn patch(&mut self, index: usize, range: Range<usize>, data: Output<'a>) {
        if range.len() == data.len()
            && !range.is_empty()
            && let Some(segment) = self.segments.get_mut(index)
        {
            segment.patches.push((range, data));
        }
    }

    /// Gives a segment another content.
    pub(super) fn replace(&mut self, index: usize, data: Output<'a>) {
        if let Some(segment) = self.segments.get_mut(index) {
            segment.whole = Some(data);
        }
    }

    /// Empties a segment; its number stays taken.
    pub(super) fn drop_segment(&mut self, index: usize) {
        if let Some(segment) = self.segments.get_mut(index) {
            segment.dropped = true;
        }
    }

    /// Adds to the end of a segment; returns the offset in it, if there is such a segment.
    pub(super) fn grow(&mut self, index: usize, data: Output<'a>) -> Option<u64> {
        let have = self.ranges.get(index)?.len();
        let grown = &mut self.segments.get_mut(index)?.grown;
        let pad = (have + grown.len()).next_multiple_of(INNER_ALIGN) - have;
        grown.pad_to(pad);
        grown.append(data);
        Some((have + pad) as u64)
    }

    /// Adds a segment; returns its number.
    pub(super) fn add(&mut self, data: Output<'a>) -> u32 {
        self.added.push(data);
        u32::try_from(self.segments.len() + self.added.len() - 1).unwrap_or(u32::MAX)
    }

    /// Lays everything out.
    pub(super) fn lay(mut self) -> Result<Laid<'a>> {
        let default = self.file.layout_version.segment_align();
        let base = usize::try_from(self.file.header.segment_base).unwrap_or(usize::MAX);
        let offsets = self.ranges.iter().filter(|r| !r.is_empty()).map(|r| r.start.saturating_sub(base));
        let common = offsets.filter(|o| *o != 0).map(lowest_bit).min().unwrap_or(default);
        let align = common.clamp(16, 128);
        let for_new = align.max(default);
        let base_align = intended(self.file.flatbuffer.len(), base).max(if self.added.is_empty() {
            align
        } else {
            for_new
        });
        let moves = self.segments.iter().any(|s| s.dropped || s.whole.is_some() || !s.grown.is_empty());
        let mut laid =
            Laid { output: Output::default(), base_align, old: Vec::new(), new: Vec::new(), size: 0 };
        if moves {
            self.moved(&mut laid, align)?;
        } else {
            let mut patches: Vec<_> = self.segments.iter().flat_map(|s| s.patches.iter().cloned()).collect();
            let end = self.file.file.len();
            push(&mut laid.output, self.file.file.data(), base.min(end)..end, &mut patches);
            let base = base as u64;
            laid.old = self.ranges.iter().map(|r| (r.start as u64 - base, r.len() as u64)).collect();
            laid.size = self.file.header.segment_data_size;
        }
        for data in std::mem::take(&mut self.added) {
            laid.output.align_to(for_new);
            let (offset, size) = (laid.output.len() as u64, data.len() as u64);
            laid.output.append(data);
            laid.size = offset + size;
            laid.new.push((offset, size));
        }
        Ok(laid)
    }

    /// Segments in order of their places, each moved up to where the one before it ends. Bytes between them that are not
    /// zero are kept.
    fn moved(&mut self, laid: &mut Laid<'a>, align: usize) -> Result<()> {
        let data = self.file.file.data();
        laid.old = vec![(0, 0); self.ranges.len()];
        let segments = self.ranges.iter().cloned().zip(std::mem::take(&mut self.segments)).zip(&mut laid.old);
        let mut order: Vec<_> = segments.collect();
        order.sort_short_by_key(|((range, _), _)| (range.start, range.end));
        let base = usize::try_from(self.file.header.segment_base).unwrap_or(usize::MAX);
        let mut end = base;
        for ((range, segment), old) in order {
            if range.start < end && !range.is_empty() {
                let kind = ErrorKind::Invalid { what: "segments", why: "two of them share bytes".into() };
                return Err(Error::new(kind, self.file.file.span(range.start, range.len())));
            }
            let between = data.get(end..range.start).unwrap_or_default();
            if between.iter().any(|b| *b != 0) {
                laid.output.push(Piece::Bytes(Cow::Borrowed(between)));
            }
            let start = laid.output.len();
            *old = (start as u64, 0);
            if !segment.dropped {
                let mut content = Output::default();
                match segment.whole {
                    Some(whole) => content.append(whole),
                    None => push(&mut content, data, range.clone(), &mut segment.patches.clone()),
                }
                content.append(segment.grown);
                if !content.is_empty() {
                    let own = if range.is_empty() { 1 } else { intended(end - base, range.start - base) };
                    laid.output.align_to(align.max(own));
                    *old = (laid.output.len() as u64, content.len() as u64);
                    laid.output.append(content);
                }
            }
            laid.size = laid.output.len() as u64;
            end = end.max(range.end);
        }
        let rest = data.get(end..).unwrap_or_default();
        if rest.iter().any(|b| *b != 0) {
            laid.output.push(Piece::Bytes(Cow::Borrowed(rest)));
        }
        Ok(())
    }
}

/// The least alignment by which something that follows `end` comes to stand at `start`.
fn intended(end: usize, start: usize) -> usize {
    let powers = (0..=MAX_ALIGN.trailing_zeros()).map(|bit| 1usize << bit);
    powers.into_iter().find(|p| end.next_multiple_of(*p) == start).unwrap_or_else(|| lowest_bit(start))
}

/// The largest power of two, up to a page, that divides a place.
fn lowest_bit(place: usize) -> usize {
    1 << place.trailing_zeros().min(MAX_ALIGN.trailing_zeros())
}

/// Adds a range of the file with its patches.
fn push<'a>(
    output: &mut Output<'a>,
    data: &'a [u8],
    range: Range<usize>,
    patches: &mut Vec<(Range<usize>, Output<'a>)>,
) {
    patches.sort_short_by_key(|(range, _)| range.start);
    let mut at = range.start;
    for (place, new) in patches.drain(..) {
        if place.start < at || place.end > range.end {
            continue;
        }
        output.push(Piece::Weights(Cow::Borrowed(data.get(at..place.start).unwrap_or_default())));
        output.append(new);
        at = place.end;
    }
    output.push(Piece::Weights(Cow::Borrowed(data.get(at..range.end).unwrap_or_default())));
}
