//! The list of segments, and named data.

use std::collections::hash_map::Entry;
use std::ops::Range;

use outlast_core::{Bytes, Path, QuickMap, Severity, to_index};

use super::Verifier;
use super::codes::*;
use super::{LONGEST_NAME, quoted};
use crate::program::first_aligned;
use crate::tables::View;

/// Checks ranges, order and overlap, and fills in the verifier's ranges.
pub(super) fn check(v: &mut Verifier<'_, '_>) {
    let path = Path::root();
    if let Ok(Some(list)) = v.program.root.segments() {
        let mut ranges = Vec::with_capacity(list.len());
        for index in 0..list.len() {
            let Ok(segment) = list.get(index) else {
                ranges.push(None);
                continue;
            };
            let place = || path.item("segment", index);
            match v.program.segment_range(&segment) {
                Ok(range) if range.end <= v.program.file.len() as u64 => ranges.push(Some(range)),
                Ok(range) if range.is_empty() => ranges.push(Some(range)),
                found => {
                    let title = match found {
                        Ok(range) => format!(
                            "segment {index} ends at {}, the file at {}",
                            range.end,
                            v.program.file.len()
                        ),
                        Err(_) => format!("offset and size of segment {index} overflow"),
                    };
                    v.sink.error(SEGMENT_RANGE, title, segment.table().whole_span(), place());
                    v.sink.help("likely a cut-off copy");
                    ranges.push(None);
                }
            }
        }
        v.segments = ranges;
        order(v);
    }
    named_data(v);
}

fn order(v: &mut Verifier<'_, '_>) {
    let Ok(Some(list)) = v.program.root.segments() else { return };
    let span = |index: usize| {
        list.get(index).map_or_else(|_| list.vector().element_span(index), |s| s.table().whole_span())
    };
    let mut sorted: Vec<(u64, u64, usize)> = v
        .segments
        .iter()
        .enumerate()
        .filter_map(|(i, r)| r.as_ref().filter(|r| !r.is_empty()).map(|r| (r.start, r.end, i)))
        .collect();
    let mut pairs = sorted.iter().zip(sorted.iter().skip(1));
    if let Some(((.., before), (.., behind))) = pairs.find(|((before, ..), (behind, ..))| behind < before) {
        let title = format!("segment {behind} lies before segment {before}");
        v.sink.note(SEGMENT_ORDER, title, span(*behind), Path::root().item("segment", *behind));
    }
    sorted.sort_unstable();
    let base = v.program.segment_base();
    let mut reached = (base, None);
    for (start, end, index) in sorted {
        let path = || Path::root().item("segment", index);
        if start < reached.0 {
            if let Some(before) = reached.1 {
                let title =
                    format!("segment {index} starts {} bytes inside segment {before}", reached.0 - start);
                v.sink.warning(SEGMENT_OVERLAP, title, span(index), path());
            }
        } else {
            let gap = reached.0..start;
            if is_filled(v.program.file, &gap) {
                let title = format!(
                    "{} bytes in front of segment {index} belong to no segment, and are not zero",
                    start - reached.0
                );
                let len = usize::try_from(start - reached.0).unwrap_or(usize::MAX);
                let at = usize::try_from(reached.0).unwrap_or(usize::MAX);
                v.sink.warning(SEGMENT_PADDING, title, v.program.file.span(at, len), path());
            }
            let expected = first_aligned(reached.0 - base, start - base);
            if start - base > expected {
                let title = format!(
                    "segment {index} starts at offset {}; {expected} would be aligned as well",
                    start - base
                );
                v.sink.warning(SEGMENT_GAP, title, span(index), path());
            }
        }
        if end > reached.0 {
            reached = (end, Some(index));
        }
    }
}

/// Bytes in front of a segment that are looked at: more than alignment puts there is a finding of its own.
const LOOKED_AT: u64 = 1 << 16;

/// Whether there is something other than zeros in a range of the file.
pub(super) fn is_filled(file: Bytes<'_>, range: &Range<u64>) -> bool {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let end = range.end.min(range.start.saturating_add(LOOKED_AT));
    file.data().get(place(range.start)..place(end)).is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0))
}

fn named_data<'a>(v: &mut Verifier<'a, '_>) {
    let Ok(Some(list)) = v.program.root.named_data() else { return };
    let mut first: QuickMap<&'a [u8], u32> = QuickMap::default();
    for index in 0..list.len() {
        let Ok(data) = list.get(index) else { continue };
        let path = || Path::root().item("named data", index);
        if let Ok(segment) = data.segment_index() {
            index_in_range(v, segment, data.table().span(1, 4), || path().field("segment_index"));
        }
        match data.key() {
            Ok(Some(key)) => {
                if key.bytes().len() > LONGEST_NAME {
                    continue;
                }
                match first.entry(key.bytes()) {
                    Entry::Vacant(entry) => drop(entry.insert(data.segment_index().unwrap_or(0))),
                    Entry::Occupied(entry) => {
                        let same = data.segment_index().is_ok_and(|segment| segment == *entry.get());
                        let severity = if same { Severity::Note } else { Severity::Warning };
                        let title = format!("a second {} among the named data", quoted(key.bytes()));
                        v.sink.put(NAMED_DATA_TWICE, severity, title, data.table().span(0, 4), path());
                    }
                }
            }
            Ok(None) => {
                let title = format!("named data {index} has no key");
                v.sink.error(NAMED_DATA_KEY, title, data.table().whole_span(), path());
            }
            Err(_) => {}
        }
    }
    v.names = first;
}

/// Whether a segment of this number exists; says so if not.
pub(super) fn index_in_range(
    v: &mut Verifier<'_, '_>,
    index: u32,
    span: outlast_core::Span,
    path: impl FnOnce() -> Path,
) -> bool {
    let count = v.segments.len();
    if to_index(index) < count {
        return true;
    }
    if count == 0 {
        v.sink.error(SEGMENTS_MISSING, format!("segment {index} is needed, there are none"), span, path());
    } else {
        v.sink.error(
            SEGMENT_INDEX,
            format!("segment index {index}, there are {count} segments"),
            span,
            path(),
        );
    }
    false
}
