//! Segments that an edit moves: what is replaced or dropped leaves room, and what stands behind it moves up.

use std::ops::Range;

use outlast_core::{Error, ErrorKind, Output, Result, SortShort};

use super::area::{Area, own_alignment};
use super::{ProgramEditor, Segment};
use crate::program::first_aligned;

/// What to do about segments that cannot move.
const DAMAGED: &str =
    "the offset or size of a segment may be damaged: see `outlast verify`, and export again";

/// Where a segment comes to stand: offset and size, as the table of segments says it.
type Place = (u64, u64);

/// Bytes of the file that belong to one segment, or to several that share them: those stay together.
#[derive(Debug)]
struct Block {
    range: Range<usize>,
    /// Numbers of the segments.
    members: Vec<usize>,
}

/// Notes the place of a segment.
fn set(places: &mut [Place], index: usize, place: Place) {
    if let Some(known) = places.get_mut(index) {
        *known = place;
    }
}

impl<'a> ProgramEditor<'a, '_> {
    /// The segments where some of them change, and the place of each.
    pub(super) fn moved(
        &self,
        ranges: &[Range<usize>],
        payloads: &[Range<usize>],
    ) -> Result<(Area<'a>, Vec<Place>)> {
        let base = self.file.segment_base();
        let area = Area::new(base, ranges);
        if area.base_remainder == 0 {
            return self.lay(ranges, payloads, area);
        }
        let stays = |(range, new): (&Range<usize>, &Place)| {
            let place = new.0.checked_add(base) == Some(range.start as u64);
            range.is_empty() || place && new.1 == range.len() as u64
        };
        match self.lay(ranges, payloads, area) {
            Ok((area, places)) if ranges.iter().zip(&places).all(stays) => Ok((area, places)),
            // Where they move, they are aligned in the area as they were in the file: their offsets explain the gaps before
            // them.
            _ => self.lay(ranges, payloads, Area { base_remainder: 0, ..Area::new(base, ranges) }),
        }
    }

    /// Segments in order of their places, each moved up to where the one before it ends. Bytes between them that are not
    /// zero are kept; what follows the last is not looked at.
    fn lay(
        &self,
        ranges: &[Range<usize>],
        payloads: &[Range<usize>],
        mut area: Area<'a>,
    ) -> Result<(Area<'a>, Vec<Place>)> {
        let data = self.file.file.data();
        let base = usize::try_from(self.file.segment_base()).unwrap_or(usize::MAX);
        let mut places = vec![(0, 0); ranges.len()];
        let mut end = base;
        // Bytes that belong to no segment and stand behind the last one that was laid.
        let mut kept = None;
        for block in self.blocks(ranges) {
            let between = data.get(end..block.range.start).unwrap_or_default();
            if between.iter().any(|byte| *byte != 0) {
                area.append(Output::of(between));
                kept = Some(end..block.range.start);
            }
            let before = area.size;
            if let Some(at) = self.lay_block(&block, ranges, payloads, &mut area, &mut places)? {
                let was = (end.saturating_sub(base) as u64, block.range.start.saturating_sub(base) as u64);
                let explained = |(end, start)| start <= first_aligned(end, start);
                if (block.range.is_empty() || explained(was)) && !explained((before, at)) {
                    return Err(self.cannot_move(&block, kept));
                }
                kept = None;
            }
            end = end.max(block.range.end);
        }
        for (index, range) in ranges.iter().enumerate() {
            if range.is_empty() && self.is_old(index) {
                // Its place is of no account, as long as it lies in the file.
                let was = range.start.saturating_sub(base);
                set(&mut places, index, ((was as u64).min(area.size), 0));
            }
        }
        Ok((area, places))
    }

    /// Whether a segment stays as it was.
    fn is_old(&self, index: usize) -> bool {
        self.segments.get(index).is_none_or(|segment| matches!(segment, Segment::Old))
    }

    /// The segments by the bytes that they share, in order of their places. Empty ones that stay empty have none.
    fn blocks(&self, ranges: &[Range<usize>]) -> Vec<Block> {
        let (empty, mut order): (Vec<_>, Vec<_>) =
            ranges.iter().enumerate().partition(|(_, range)| range.is_empty());
        order.sort_short_by_key(|(index, range)| (range.start, range.end, *index));
        let mut blocks: Vec<Block> = Vec::new();
        for (index, range) in order {
            match blocks.last_mut() {
                Some(last) if range.start < last.range.end => {
                    last.range.end = last.range.end.max(range.end);
                    last.members.push(index);
                }
                _ => blocks.push(Block { range: range.clone(), members: vec![index] }),
            }
        }
        let grows = empty.into_iter().filter(|(index, _)| !self.is_old(*index));
        blocks.extend(grows.map(|(index, range)| Block { range: range.clone(), members: vec![index] }));
        blocks.sort_short_by_key(|block| (block.range.start, block.range.end));
        blocks
    }

    /// Lays the segments of a block, and says where the first of them that holds bytes comes to stand.
    fn lay_block(
        &self,
        block: &Block,
        ranges: &[Range<usize>],
        payloads: &[Range<usize>],
        area: &mut Area<'a>,
        places: &mut [Place],
    ) -> Result<Option<u64>> {
        let start = block.range.start;
        let members = || block.members.iter().filter_map(|index| Some((*index, ranges.get(*index)?)));
        let together = members().all(|(_, range)| *range == block.range);
        if !together && let Some(changed) = block.members.iter().find(|index| !self.is_old(**index)) {
            return Err(self.shares(*changed, ranges));
        }
        // One segment may be aligned better than all have in common, and then need it.
        let own = members().map(|(_, range)| own_alignment(range.start as u64)).max();
        let align = area.align.max(own.unwrap_or(area.align));
        let mut first = None;
        let mut copy = None;
        for (index, range) in members() {
            let content = match self.segments.get(index) {
                Some(Segment::Old) | None => None,
                Some(Segment::New(data)) if !data.is_empty() => Some(data),
                Some(Segment::New(_) | Segment::Dropped) => {
                    set(places, index, (area.size, 0));
                    continue;
                }
            };
            let at = match (content, copy) {
                // Exporters let equal segments share their bytes.
                (None, Some(at)) => at,
                _ => {
                    area.align_as(if together { 0 } else { start }, align);
                    let at = area.len;
                    match content {
                        Some(data) => area.append(data.clone()),
                        None => area.push_range(self.file.file.data(), block.range.clone(), payloads),
                    }
                    area.size = area.len as u64;
                    at
                }
            };
            first.get_or_insert(at as u64);
            let place = match content {
                Some(data) => (at as u64, data.len() as u64),
                None => {
                    copy = Some(at);
                    let inside = range.start.saturating_sub(start);
                    (at.saturating_add(inside) as u64, range.len() as u64)
                }
            };
            set(places, index, place);
        }
        Ok(first)
    }

    /// A segment that cannot be replaced or dropped, as another that is not the same has bytes of it.
    fn shares(&self, changed: usize, ranges: &[Range<usize>]) -> Error {
        let range = &ranges.get(changed).cloned().unwrap_or_default();
        let other = ranges.iter().position(|other| {
            other != range && !other.is_empty() && other.start < range.end && range.start < other.end
        });
        let why = match other {
            Some(other) => format!("segment {changed} shares bytes with segment {other}, and cannot change"),
            None => format!("segment {changed} shares bytes with others, and cannot change"),
        };
        let kind = ErrorKind::Invalid { what: "segments", why };
        Error::new(kind, self.file.file.span(range.start, range.len())).with_help(DAMAGED)
    }

    /// A segment that nothing would explain the place of if it moved. `kept` are bytes in front of it that belong to no segment.
    fn cannot_move(&self, block: &Block, kept: Option<Range<usize>>) -> Error {
        let index = block.members.first().copied().unwrap_or(0);
        let why = match &kept {
            Some(kept) => format!(
                "{} bytes in front of segment {index} are not zero and belong to no segment: it cannot move",
                kept.len()
            ),
            None => format!("segment {index} shares bytes with others, whose alignment does not let it move"),
        };
        let place = kept.unwrap_or(block.range.clone());
        let kind = ErrorKind::Invalid { what: "segments", why };
        Error::new(kind, self.file.file.span(place.start, place.len())).with_help(DAMAGED)
    }
}
