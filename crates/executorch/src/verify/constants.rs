//! Constants and initial values of mutable tensors: where they start, and whether what the tensors say fits there.

use std::ops::Range;

use outlast_core::{Path, SortShort, Span, to_index};

use super::Verifier;
use super::codes::*;
use super::segments::index_in_range;
use crate::tables::{Buffer, List, View};
use outlast_flatbuffers::view::Vector;

/// Where constants are.
#[derive(Debug, Default)]
pub(super) struct Constants<'a> {
    /// Starts in a segment, and the segment's range.
    segment: Option<Store<'a>>,
    /// Inside the FlatBuffer.
    buffer: Option<List<'a, Buffer<'a>>>,
    /// Initial values of mutable tensors.
    mutable: Option<Store<'a>>,
    /// What tensors take from the segment: start, end, index.
    used: Vec<Use>,
}

#[derive(Debug)]
struct Store<'a> {
    offsets: Vector<'a>,
    range: Option<Range<u64>>,
}

#[derive(Debug)]
struct Use {
    start: u64,
    end: u64,
    index: u32,
    element: u64,
    span: Span,
}

/// Finds the stores.
pub(super) fn stores(v: &mut Verifier<'_, '_>) {
    let root = v.program.root;
    let buffer = root.constant_buffer().ok().flatten().filter(|b| !b.is_empty());
    if let Ok(Some(segment)) = root.constant_segment()
        && let Ok(Some(offsets)) = segment.offsets()
        && !offsets.is_empty()
    {
        let path = Path::root().field("constant_segment");
        if offsets.len() > 1 {
            if let Some(buffer) = buffer {
                let title = format!(
                    "constant_segment has {} constants, and constant_buffer {}",
                    offsets.len() - 1,
                    buffer.len()
                );
                v.sink.error(
                    CONSTANT_STORES,
                    title,
                    root.table().span(2, 4),
                    Path::root().field("constant_buffer"),
                );
            }
            let index = segment.segment_index().unwrap_or(0);
            let span = segment.table().span(0, 4);
            let good = index_in_range(v, index, span, || path.field("segment_index"));
            let range = v.segments.get(to_index(index)).filter(|_| good).cloned().flatten();
            v.constants.segment = Some(Store { offsets, range });
        } else {
            v.constants.segment = Some(Store { offsets, range: Some(0..0) });
        }
    } else {
        v.constants.buffer = buffer;
    }
    if let Ok(Some(list)) = root.mutable_data_segments() {
        if list.len() > 1 {
            let title = format!("{} segments of initial values, runtimes use the first", list.len());
            v.sink.warning(
                MUTABLE_SEGMENT,
                title,
                list.vector().span(),
                Path::root().field("mutable_data_segments"),
            );
        }
        for index in 0..list.len() {
            let Ok(segment) = list.get(index) else { continue };
            let path = || Path::root().field("mutable_data_segments").index(index);
            let number = segment.segment_index().unwrap_or(0);
            let good =
                index_in_range(v, number, segment.table().span(0, 4), || path().field("segment_index"));
            let range = v.segments.get(to_index(number)).filter(|_| good).cloned().flatten();
            match segment.offsets() {
                Ok(Some(offsets)) if index == 0 => v.constants.mutable = Some(Store { offsets, range }),
                Ok(None) => {
                    let title = "a segment of initial values without offsets";
                    v.sink.error(
                        MUTABLE_SEGMENT,
                        title,
                        segment.table().whole_span(),
                        path().field("offsets"),
                    );
                }
                _ => {}
            }
        }
    }
}

/// A tensor that takes its data from constant `index`: does it fit?
pub(super) fn constant(
    v: &mut Verifier<'_, '_>,
    index: u32,
    bytes: Option<u64>,
    element: u64,
    span: Span,
    path: impl Fn() -> Path,
) {
    let at = to_index(index);
    let constants = &mut v.constants;
    let (count, have) = match (&constants.segment, &constants.buffer) {
        (Some(store), _) => {
            let Some(range) = store.range.clone() else { return };
            let Ok(offset) = store.offsets.u64(at) else {
                return outside(
                    v,
                    index,
                    v.constants.segment.as_ref().map_or(0, |s| s.offsets.len()),
                    span,
                    path,
                );
            };
            if let Some(bytes) = bytes {
                let end = offset.saturating_add(bytes);
                if end <= range.end - range.start {
                    let offsets = store.offsets.element_span(at);
                    constants.used.push(Use { start: offset, end, index, element, span: offsets });
                }
            }
            (offset, range.end - range.start)
        }
        (None, Some(buffer)) => match buffer.get(at) {
            Ok(buffer) => (0, buffer.storage().ok().flatten().map_or(0, |s| s.len() as u64)),
            Err(_) => {
                let count = buffer.len();
                return outside(v, index, count, span, path);
            }
        },
        (None, None) => return outside(v, index, 0, span, path),
    };
    if let Some(bytes) = bytes
        && count.saturating_add(bytes) > have
    {
        let title = match count {
            0 => format!("constant {index} needs {bytes} bytes, there are {have}"),
            _ => format!("constant {index} needs {bytes} bytes from {count}, its segment has {have}"),
        };
        v.sink.error(CONSTANT_RANGE, title, span, path());
    }
}

/// A planned tensor with initial values.
pub(super) fn initial(
    v: &mut Verifier<'_, '_>,
    index: u32,
    bytes: Option<u64>,
    span: Span,
    path: impl Fn() -> Path,
) {
    let Some(store) = &v.constants.mutable else { return outside(v, index, 0, span, path) };
    let Ok(offset) = store.offsets.u64(to_index(index)) else {
        let count = store.offsets.len();
        return outside(v, index, count, span, path);
    };
    let Some((bytes, range)) = bytes.zip(store.range.clone()) else { return };
    let have = range.end - range.start;
    if offset.saturating_add(bytes) > have {
        let title =
            format!("initial values {index} need {bytes} bytes from {offset}, their segment has {have}");
        v.sink.error(CONSTANT_RANGE, title, span, path());
    }
}

fn outside(v: &mut Verifier<'_, '_>, index: u32, count: usize, span: Span, path: impl Fn() -> Path) {
    let title = format!("constant {index} of {count}");
    v.sink.error(CONSTANT_INDEX, title, span, path());
}

/// How the constants that tensors use lie beside each other.
pub(super) fn layout(v: &mut Verifier<'_, '_>) {
    let mut used = std::mem::take(&mut v.constants.used);
    let Some(store) = &v.constants.segment else { return };
    let mut all: Vec<u64> = store.offsets.u64s().skip(1).collect();
    all.sort_unstable();
    // The longest use of each constant.
    used.sort_short_by(|a, b| (a.start, a.index, b.end).cmp(&(b.start, b.index, a.end)));
    used.dedup_by(|later, first| later.index == first.index);
    let path = |index: u32| Path::root().field("constant_segment").field("offsets").index(to_index(index));
    let mut reached: Option<(u64, u32)> = None;
    for constant in used.iter().filter(|u| u.end > u.start) {
        let Use { start, end, index, element, .. } = *constant;
        let span = constant.span.clone();
        if !start.is_multiple_of(element.max(1)) {
            let title = format!("constant {index} starts at {start}, its elements have {element} bytes");
            v.sink.error(CONSTANT_ALIGNMENT, title, span.clone(), path(index));
        } else if !start.is_multiple_of(16) {
            let title = format!("constant {index} starts at {start}, not at a multiple of 16");
            v.sink.warning(CONSTANT_ALIGNMENT, title, span.clone(), path(index));
        }
        match reached {
            Some((before, other)) if start < before => {
                let title = format!("constant {index} starts at {start}, constant {other} ends at {before}");
                v.sink.warning(CONSTANT_OVERLAP, title, span, path(index));
            }
            _ => gap(v, &all, reached.map_or(0, |r| r.0), start, index, span),
        }
        if reached.is_none_or(|(before, _)| end > before) {
            reached = Some((end, index));
        }
    }
}

/// Bytes before a constant that belong to no other: a constant nobody uses, or an offset that was changed. `all`: the
/// starts of all constants, sorted.
fn gap(v: &mut Verifier<'_, '_>, all: &[u64], before: u64, start: u64, index: u32, span: Span) {
    let align = 1u64 << start.trailing_zeros().min(16);
    let expected = before.checked_next_multiple_of(align).unwrap_or(u64::MAX);
    // Another constant may stand there that no tensor uses.
    let at = all.partition_point(|o| *o < before);
    let claimed = all.get(at).is_some_and(|o| *o < start);
    if start > expected && !claimed {
        let title = format!(
            "constant {index} starts at {start} of its segment; after the previous one, {expected} would do"
        );
        let path = Path::root().field("constant_segment").field("offsets").index(to_index(index));
        v.sink.warning(CONSTANT_GAP, title, span, path);
    }
}
