//! The container: size, extended header, and the FlatBuffer as a whole.

use outlast_core::{Bytes, Findings, Path, Span};
use outlast_flatbuffers::coverage::{Coverage, Guess};
use outlast_flatbuffers::schema::Schema;
use outlast_flatbuffers::{ContainerHeader, Limits, Object, ObjectKind, walk};

use super::codes::*;
use super::{Verifier, segments};
use crate::header::{ExtendedHeader, HEAD_BYTES};
use crate::program::first_aligned;
use crate::schemas;
use crate::tables::View;

/// Files that are too short for any runtime.
pub(super) fn short(file: Bytes<'_>, sink: &mut Findings) {
    if file.len() < HEAD_BYTES {
        let title = format!("the file has {} bytes, runtimes need at least {HEAD_BYTES}", file.len());
        sink.error(SHORT_FILE, title, file.span(0, file.len()), Path::root());
        sink.help("likely a cut-off copy");
    }
}

/// Where the objects of a buffer stand.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// First byte of the first one behind the identifier, whatever the header says.
    first: usize,
    /// Where the last one ends.
    end: usize,
}

/// The FlatBuffer under its schema.
pub(super) fn flatbuffer(v: &mut Verifier<'_, '_>) -> Extent {
    let header = v.program.container_header();
    schema(v.program.flatbuffer, schemas::program(), header, &Path::root(), v.sink)
}

/// A buffer under a schema: faults, overlapping objects, unknown fields, gaps.
pub(super) fn schema(
    buf: Bytes<'_>,
    schema: &Schema,
    header: ContainerHeader,
    path: &Path,
    sink: &mut Findings,
) -> Extent {
    let walk = walk(buf, schema, Limits::default());
    for error in &walk.errors {
        let error = error.clone().under(path);
        sink.add(error.to_diagnostic());
    }
    let head = header.range(buf, &walk);
    let head = Object { start: head.start, end: head.end, kind: ObjectKind::Head };
    let extra = Some(head).filter(|head| head.start < head.end);
    let coverage = Coverage::new(buf, &walk, extra.as_slice(), 64);
    for overlap in &coverage.overlaps {
        let (first, second) = (overlap.first, overlap.second);
        let title = format!(
            "{} at 0x{:x} lies inside {} at 0x{:x}",
            name(schema, second.kind),
            buf.base().saturating_add(second.start as u64),
            name(schema, first.kind),
            buf.base().saturating_add(first.start as u64),
        );
        let span = buf.span(second.start, second.end - second.start);
        sink.warning(OVERLAPPING_OBJECTS, title, span, path.clone());
    }
    let guesses = coverage.guesses(buf, &walk.unknown_slots);
    for (slot, guess) in walk.unknown_slots.iter().zip(guesses) {
        let object = schema.object(slot.object).short_name();
        let guess = match guess {
            Guess::Scalar => "a number".to_string(),
            Guess::Reference { explains, .. } => format!("a reference to {explains} bytes"),
            Guess::Ambiguous => "a number or a reference".to_string(),
        };
        let title =
            format!("{object} has a field {} that no known schema defines; it looks like {guess}", slot.id);
        let mut place = path.clone();
        slot.path.steps().iter().for_each(|step| place.push(step.clone()));
        sink.note(UNKNOWN_FIELD, title, buf.span(slot.at, slot.room), place);
    }
    if walk.complete && walk.errors.is_empty() {
        for gap in coverage.unexplained() {
            let size = gap.end - gap.start;
            let title = format!("{size} bytes of the FlatBuffer belong to nothing");
            sink.note(UNREFERENCED_BYTES, title, buf.span(gap.start, size), path.clone());
        }
    }
    let body = || walk.objects.iter().filter(|o| o.kind != ObjectKind::Head);
    Extent {
        first: body().map(|o| o.start).min().unwrap_or(buf.len()),
        end: body().map(|o| o.end).max().unwrap_or(0),
    }
}

fn name(schema: &Schema, kind: ObjectKind) -> String {
    match kind {
        ObjectKind::Head => "the header".into(),
        ObjectKind::VTable(id) => format!("a vtable of {}", schema.object(id).short_name()),
        ObjectKind::Table(id) => format!("a {}", schema.object(id).short_name()),
        ObjectKind::Vector(_) => "a vector".into(),
        ObjectKind::String => "a string".into(),
    }
}

/// A header of another length than releases write. Where it would reach into the tables, it cannot have it: no release minds.
pub(super) fn unusual_length(
    header: ContainerHeader,
    extent: Extent,
    usual: &str,
    span: Span,
    sink: &mut Findings,
) {
    let path = Path::root().field("header").field("length");
    if header.fits(extent.first) {
        let title = format!("the header says {} bytes, releases write {usual}", header.length);
        return sink.note(HEADER_LENGTH, title, span, path);
    }
    let title = format!(
        "the header says {} bytes, but the tables start {} bytes after its start",
        header.length,
        extent.first.saturating_sub(8)
    );
    sink.note(HEADER_LENGTH, title, span, path);
    sink.help(&format!(
        "releases write {usual}; readers take the fields that they know, and ignore the rest"
    ));
}

/// The extended header, the version, and what follows the last segment.
pub(super) fn check(v: &mut Verifier<'_, '_>, extent: Extent) {
    let file = v.program.file;
    let root = v.program.root;
    if let Ok(version) = root.version()
        && version > 0
    {
        let title = format!("schema version {version}, every known release writes 0");
        v.sink.warning(SCHEMA_VERSION, title, root.table().span(0, 4), Path::root().field("version"));
        v.sink.help("runtimes from 1.5.1 on refuse the file");
    }
    match v.program.header {
        None => lost_header(v),
        Some(header) => present_header(v, header, extent),
    }
    let segments = v.segments.iter().flatten().map(|r| r.end).max().unwrap_or(0);
    let used = segments.max(v.program.header.map_or(file.len() as u64, |h| h.program_size));
    trailing(file, used, v.sink);
}

/// Bytes behind everything: zeros up to a page are padding.
pub(super) fn trailing(file: Bytes<'_>, used: u64, sink: &mut Findings) {
    let Ok(used) = usize::try_from(used) else { return };
    let rest = file.data().get(used..).unwrap_or(&[]);
    if !rest.is_empty() && (rest.len() >= 4096 || rest.iter().any(|b| *b != 0)) {
        let title = format!("{} bytes follow the last segment", rest.len());
        sink.note(TRAILING_BYTES, title, file.span(used, rest.len()), Path::root());
    }
}

fn lost_header(v: &mut Verifier<'_, '_>) {
    let Ok(Some(list)) = v.program.root.segments() else { return };
    let total: u64 = list.iter().filter_map(|s| s.and_then(|s| s.size()).ok()).fold(0, u64::saturating_add);
    if total == 0 {
        return;
    }
    let file = v.program.file;
    let found = file.data().get(8..12).unwrap_or(&[]).escape_ascii().to_string();
    let title = format!("bytes 8..12 are `{found}`, not `eh00`, but segments hold {total} bytes");
    v.sink.error(LOST_HEADER, title, file.span(8, 4), Path::root().field("header"));
    v.sink.help("runtimes read constants from the wrong place, without an error");
}

fn present_header(v: &mut Verifier<'_, '_>, header: ExtendedHeader, extent: Extent) {
    let end = extent.end;
    let file = v.program.file;
    let len = file.len() as u64;
    let path = || Path::root().field("header");
    if !matches!(header.length, 24 | 32) {
        unusual_length(header.container(), extent, "24 or 32", file.span(12, 4), v.sink);
    }
    if header.program_size > len {
        let title = format!("the program has {} bytes, the file {len}", header.program_size);
        v.sink.error(PROGRAM_SIZE, title, file.span(16, 8), path().field("program_size"));
        v.sink.help("likely a cut-off copy");
    }
    let holds_bytes = v.segments.iter().any(|r| r.as_ref().is_none_or(|r| !r.is_empty()));
    if holds_bytes && header.segment_base < end as u64 {
        let base = header.segment_base;
        let title = format!("segments start at {base}, but the tables of the program reach to {end}");
        v.sink.error(SEGMENT_BASE, title, file.span(24, 8), path().field("segment_base_offset"));
        v.sink.help("runtimes read constants from the tables, without an error");
    } else if holds_bytes && header.segment_base < header.program_size {
        let (base, size) = (header.segment_base, header.program_size);
        let title = format!("segments start at {base}, inside the {size} bytes of the program");
        v.sink.warning(SEGMENT_BASE, title, file.span(24, 8), path().field("segment_base_offset"));
    } else if header.segment_base > 0 && header.segment_base < header.program_size {
        // Without segments that hold bytes nothing is read from there; a later edit could not tell tables from segments.
        let (base, size) = (header.segment_base, header.program_size);
        let title = format!("segments would start at {base}, inside the {size} bytes of the program");
        v.sink.warning(SEGMENT_BASE, title, file.span(24, 8), path().field("segment_base_offset"));
    } else if holds_bytes {
        base_gap(v, header);
    }
    let gap = header.program_size..header.segment_base;
    if header.segment_base <= len && segments::is_filled(file, &gap) {
        let size = gap.end - gap.start;
        let title = format!("{size} bytes between the program and its segments are not zero");
        let at = usize::try_from(gap.start).unwrap_or(usize::MAX);
        let span = file.span(at, usize::try_from(size).unwrap_or(usize::MAX));
        v.sink.warning(SEGMENT_PADDING, title, span, path().field("segment_base_offset"));
    }
    if header.segment_base > len {
        let title = format!("segments start at {}, the file has {len} bytes", header.segment_base);
        v.sink.error(SEGMENT_BASE, title, file.span(24, 8), path().field("segment_base_offset"));
    }
    let Some(size) = header.segment_data_size else { return };
    let data_end = header.segment_base.checked_add(size);
    let last = v.segments.iter().flatten().filter(|r| !r.is_empty()).map(|r| r.end).max().unwrap_or(0);
    let span = file.span(32, 8);
    let path = path().field("segment_data_size");
    if data_end.is_none_or(|end| end > len) {
        let have = len.saturating_sub(header.segment_base);
        v.sink.error(SEGMENT_DATA_SIZE, format!("{size} bytes of segment data, {have} remain"), span, path);
        v.sink.help("likely a cut-off copy");
    } else if holds_bytes && data_end.is_some_and(|end| end < last) {
        let need = last.saturating_sub(header.segment_base);
        let title = format!("{size} bytes of segment data, but segments reach to {need}");
        v.sink.warning(SEGMENT_DATA_SIZE, title, span, path);
    }
}

/// Segment data start at the first aligned offset behind the program.
fn base_gap(v: &mut Verifier<'_, '_>, header: ExtendedHeader) {
    let base = header.segment_base;
    let expected = first_aligned(header.program_size, base);
    if base > expected && base <= v.program.file.len() as u64 {
        let title = format!(
            "segments start at {base}; behind {} bytes of program, {expected} would do",
            header.program_size
        );
        v.sink.warning(
            SEGMENT_GAP,
            title,
            v.program.file.span(24, 8),
            Path::root().field("header").field("segment_base_offset"),
        );
    }
}
