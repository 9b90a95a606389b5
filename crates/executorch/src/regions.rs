//! What each byte of a file is: header fields, tables, segments and what they hold, padding, bytes nobody refers to.
//! Regions come in file order and go on past errors.

use std::ops::Range;

use outlast_core::{Bytes, QuickSet, RegionKind, RegionSink, SortShort};
use outlast_flatbuffers::regions::{emit, gap, group, leaf};
use outlast_flatbuffers::view::Table;
use outlast_flatbuffers::{ContainerHeader, ObjectKind};

use crate::backends::vulkan;
use crate::bundled::BundledFile;
use crate::defs::{MAX_RANK, ScalarType};
use crate::flat_tensor::FlatTensorFile;
use crate::layout_version::LayoutVersion;
use crate::program::{ProgramFile, Storage};
use crate::schemas;
use crate::xnnpack::{self, Header};

/// A range of the file and what it holds.
struct Part {
    range: Range<usize>,
    label: String,
    /// Parts of its own, in order: constants of a segment.
    inside: Vec<(Range<usize>, String)>,
    payload: bool,
}

/// Regions of a program file.
pub fn program(file: Bytes<'_>, sink: &mut dyn RegionSink) {
    let program = match ProgramFile::open(file) {
        Ok(program) => program,
        Err(error) => return bad(file, &error, sink),
    };
    let inline: QuickSet<Range<usize>> = inline_payloads(&program).into_iter().collect();
    let tables = program.flatbuffer;
    group(sink, file, 0..tables.len(), "program", |sink| {
        emit(
            tables,
            schemas::program(),
            program.container_header(),
            &mut |kind, range, sink| {
                if kind == ObjectKind::Head {
                    extended_header(tables, &range, sink);
                    return true;
                }
                inline.contains(&range) && payload(tables, range, sink)
            },
            sink,
        );
    });
    parts(file, tables.len(), program_parts(&program), sink);
}

/// Regions of a tensor data file.
pub fn flat_tensor(file: Bytes<'_>, sink: &mut dyn RegionSink) {
    let data = match FlatTensorFile::open(file) {
        Ok(data) => data,
        Err(error) => return bad(file, &error, sink),
    };
    let tables = data.flatbuffer;
    group(sink, file, 0..tables.len(), "tensor data", |sink| {
        emit(
            tables,
            schemas::flat_tensor(data.layout_version),
            data.header.container(),
            &mut |kind, range, sink| {
                if kind != ObjectKind::Head {
                    return false;
                }
                fields(
                    tables,
                    &range,
                    &[
                        "magic 4",
                        "length 4",
                        "flatbuffer offset 8",
                        "flatbuffer size 8",
                        "segment base 8",
                        "segment data size 8",
                    ],
                    sink,
                );
                true
            },
            sink,
        );
    });
    parts(file, tables.len(), data_parts(&data), sink);
}

/// Regions of a bundled program, with those of the program inside.
pub fn bundled(file: Bytes<'_>, sink: &mut dyn RegionSink) {
    let bundle = match BundledFile::open(file) {
        Ok(bundle) => bundle,
        Err(error) => return bad(file, &error, sink),
    };
    let inner = bundle.program.map(|p| {
        let start = usize::try_from(p.base().saturating_sub(file.base())).unwrap_or(usize::MAX);
        (start..start.saturating_add(p.len()), p)
    });
    emit(
        file,
        schemas::bundled_program(),
        ContainerHeader::default(),
        &mut |_, range, sink| match &inner {
            Some((place, bytes)) if *place == range => {
                program(*bytes, sink);
                true
            }
            _ => false,
        },
        sink,
    );
}

/// A file that cannot be opened: one region that says why.
fn bad(file: Bytes<'_>, error: &outlast_core::Error, sink: &mut dyn RegionSink) {
    if !file.is_empty() {
        leaf(sink, file, 0..file.len(), RegionKind::Bad, error.to_string(), "");
    }
}

fn extended_header(tables: Bytes<'_>, range: &Range<usize>, sink: &mut dyn RegionSink) {
    let all = ["magic 4", "length 4", "program size 8", "segment base 8", "segment data size 8"];
    let known = if range.len() < 32 { 4 } else { 5 };
    fields(tables, range, all.get(..known).unwrap_or(&all), sink);
}

/// A header as its fields: name and size.
fn fields(buf: Bytes<'_>, range: &Range<usize>, names: &[&str], sink: &mut dyn RegionSink) {
    group(sink, buf, range.clone(), "header", |sink| {
        let mut at = range.start;
        for field in names {
            let (name, size) = field.rsplit_once(' ').unwrap_or((field, "4"));
            let size: usize = size.parse().unwrap_or(4);
            let end = (at + size).min(range.end);
            let value = match (name, size) {
                ("magic", _) => buf.data().get(at..end).unwrap_or(&[]).escape_ascii().to_string(),
                (_, 2) => buf.u16(at, "field").map(|v| v.to_string()).unwrap_or_default(),
                (_, 4) => buf.u32(at, "field").map(|v| v.to_string()).unwrap_or_default(),
                _ => buf.u64(at, "field").map(|v| v.to_string()).unwrap_or_default(),
            };
            if end > at {
                leaf(sink, buf, at..end, RegionKind::Value, name.to_string(), value);
            }
            at = end;
        }
        gap(sink, buf, at..range.end, "unknown header fields");
    });
}

/// The parts of a file behind its tables, in order of their places; what overlaps is cut.
fn parts(file: Bytes<'_>, start: usize, mut parts: Vec<Part>, sink: &mut dyn RegionSink) {
    parts.sort_short_by_key(|p| (p.range.start, std::cmp::Reverse(p.range.end)));
    let mut at = start;
    for part in parts {
        let range = part.range.start..part.range.end.min(file.len());
        if range.end <= at || range.is_empty() {
            continue;
        }
        if range.start < at {
            let label = format!("rest of {}, which starts inside what is before", part.label);
            leaf(sink, file, at..range.end, RegionKind::Bad, label, "");
        } else {
            gap(sink, file, at..range.start, "bytes that nothing refers to");
            part_regions(file, &range, &part, sink);
        }
        at = range.end;
    }
    gap(sink, file, at..file.len(), "trailing bytes");
}

fn part_regions(file: Bytes<'_>, range: &Range<usize>, part: &Part, sink: &mut dyn RegionSink) {
    if part.payload {
        return group(sink, file, range.clone(), part.label.clone(), |sink| {
            if !payload(file, range.clone(), sink) {
                leaf(sink, file, range.clone(), RegionKind::Data, "payload", "");
            }
        });
    }
    if part.inside.is_empty() {
        return leaf(sink, file, range.clone(), RegionKind::Data, part.label.clone(), "");
    }
    group(sink, file, range.clone(), part.label.clone(), |sink| {
        let mut at = range.start;
        for (inner, label) in &part.inside {
            let (start, end) = (inner.start.max(at), inner.end.min(range.end));
            if end <= start {
                continue;
            }
            gap(sink, file, at..start, "bytes that nothing refers to");
            leaf(sink, file, start..end, RegionKind::Data, label.clone(), "");
            at = end;
        }
        gap(sink, file, at..range.end, "bytes that nothing refers to");
    });
}

/// The segments of a program.
fn program_parts(program: &ProgramFile<'_>) -> Vec<Part> {
    let Ok(Some(list)) = program.root.segments() else { return Vec::new() };
    let mut parts: Vec<Part> = (0..list.len())
        .map(|index| {
            let range = list.get(index).and_then(|s| program.segment_range(&s)).unwrap_or(0..0);
            Part {
                range: clip(&range),
                label: format!("segment {index}"),
                inside: Vec::new(),
                payload: false,
            }
        })
        .collect();
    if let Ok(Some(segment)) = program.root.constant_segment()
        && let Ok(Some(offsets)) = segment.offsets()
        && offsets.len() > 1
        && let Some(part) = label(&mut parts, segment.segment_index().unwrap_or(0), "constants".into())
    {
        part.inside = slices(&part.range, offsets.u64s(), "constant");
    }
    if let Ok(Some(segments)) = program.root.mutable_data_segments() {
        for segment in segments.iter().flatten() {
            let Ok(Some(offsets)) = segment.offsets() else { continue };
            if let Some(part) =
                label(&mut parts, segment.segment_index().unwrap_or(0), "initial values".into())
            {
                part.inside = slices(&part.range, offsets.u64s(), "initial values");
            }
        }
    }
    if let Ok(Some(named)) = program.root.named_data() {
        for data in named.iter().flatten() {
            let Ok(Some(key)) = data.key() else { continue };
            label(
                &mut parts,
                data.segment_index().unwrap_or(u32::MAX),
                format!("named data {}", quoted(key.bytes())),
            );
        }
    }
    for (storage, backend) in delegates(program) {
        if let Storage::Segment(index) = storage
            && let Some(part) = label(&mut parts, index, format!("payload for {backend}"))
        {
            part.payload = true;
        }
    }
    parts
}

/// Adds to the label of a segment; `None` if there is no such one, or its label is long already.
fn label(parts: &mut [Part], index: u32, text: String) -> Option<&mut Part> {
    let part = usize::try_from(index).ok().and_then(|i| parts.get_mut(i))?;
    if part.label.len() >= 200 {
        return None;
    }
    part.label = format!("{}: {text}", part.label);
    Some(part)
}

/// Where the payloads of delegates are, with the names of their backends.
fn delegates(program: &ProgramFile<'_>) -> Vec<(Storage, String)> {
    let mut found = Vec::new();
    let Ok(Some(plans)) = program.root.execution_plan() else { return found };
    // Lists may be shared: a few thousand delegates are more than any genuine file has.
    for delegates in plans.iter().flatten().filter_map(|plan| plan.delegates().ok().flatten()).take(1000) {
        for delegate in delegates.iter().flatten().take(1000) {
            if found.len() < 10_000
                && let Ok(Some(storage)) = program.delegate_storage(&delegate)
            {
                let backend = delegate.id().ok().flatten().map_or_else(String::new, |id| quoted(id.bytes()));
                if !found.iter().rev().take(16).any(|(other, _)| *other == storage) {
                    found.push((storage, backend));
                }
            }
        }
    }
    found
}

/// Places of payloads inside the FlatBuffer.
fn inline_payloads(program: &ProgramFile<'_>) -> Vec<Range<usize>> {
    let Ok(Some(list)) = program.root.backend_delegate_data() else { return Vec::new() };
    let found = delegates(program).into_iter().filter_map(|(storage, _)| match storage {
        Storage::Inline(index) => {
            let data = list.get(usize::try_from(index).ok()?).ok()?.data().ok()??;
            Some(data.pos()..data.pos() + data.len())
        }
        _ => None,
    });
    found.collect()
}

/// Offsets in a segment as ranges: each from its own to the next.
fn slices(
    range: &Range<usize>,
    offsets: impl Iterator<Item = u64>,
    what: &str,
) -> Vec<(Range<usize>, String)> {
    let mut starts: Vec<(usize, usize)> = offsets
        .enumerate()
        .skip(1)
        .filter_map(|(i, o)| Some((range.start.checked_add(usize::try_from(o).ok()?)?, i)))
        .filter(|(start, _)| *start < range.end)
        .collect();
    starts.sort_unstable();
    let ends: Vec<usize> = starts.iter().skip(1).map(|s| s.0).chain([range.end]).collect();
    starts
        .into_iter()
        .zip(ends)
        .map(|((start, index), end)| (start..end, format!("{what} {index}")))
        .collect()
}

/// The segments of a tensor data file.
fn data_parts(data: &FlatTensorFile<'_>) -> Vec<Part> {
    let base = data.header.segment_base;
    let segments = data.segments().unwrap_or_default();
    let mut parts: Vec<Part> = (segments.iter().enumerate())
        .map(|(index, (offset, size))| {
            let start = base.saturating_add(*offset);
            let range = clip(&(start..start.saturating_add(*size)));
            Part { range, label: format!("segment {index}"), inside: Vec::new(), payload: false }
        })
        .collect();
    // Straight from the tables: keys may be long and shared, so they are not copied whole.
    let tensors = if data.layout_version == LayoutVersion::V1 { None } else { Some(2) };
    for (slot, is_tensor) in tensors
        .map(|s| (s, true))
        .into_iter()
        .chain(data.layout_version.named_data_slot().map(|s| (s, false)))
    {
        let Ok(Some(list)) = data.root.vector(slot, 4) else { continue };
        for table in (0..list.len()).filter_map(|i| list.table(i).ok()) {
            let Ok(Some(key)) = table.string(0) else { continue };
            let index = table.u32(if is_tensor { 4 } else { 1 }).ok().flatten().unwrap_or(0);
            let Some(part) = label_of(&mut parts, index, is_tensor, quoted(key.bytes())) else { continue };
            let offset = table.u64(5).ok().flatten().unwrap_or(0);
            let start = part.range.start.saturating_add(usize::try_from(offset).unwrap_or(usize::MAX));
            part.inside.push((start..start.saturating_add(tensor_size(&table)), quoted(key.bytes())));
        }
    }
    for part in &mut parts {
        part.inside.sort_short_by_key(|(range, _)| range.start);
    }
    parts
}

/// The part for an entry of layout version v0's tensors; other entries give their segment its name.
fn label_of(parts: &mut [Part], index: u32, is_tensor: bool, name: String) -> Option<&mut Part> {
    if !is_tensor {
        label(parts, index, name);
        return None;
    }
    parts.get_mut(usize::try_from(index).ok()?)
}

/// Bytes of a tensor of layout version v0: type in slot 1, sizes in slot 2.
fn tensor_size(table: &Table<'_>) -> usize {
    let element = ScalarType(table.i8(1).ok().flatten().unwrap_or(0)).size().unwrap_or(0);
    let sizes = table.vector(2, 4).ok().flatten().filter(|s| s.len() <= MAX_RANK);
    let bytes = sizes.map_or(Some(0), |sizes| {
        sizes.i32s().try_fold(element, |n, size| n.checked_mul(u64::try_from(size).ok()?))
    });
    bytes.and_then(|b| usize::try_from(b).ok()).unwrap_or(0)
}

fn quoted(name: &[u8]) -> String {
    format!("`{}`", String::from_utf8_lossy(name.get(..80).unwrap_or(name)).escape_debug())
}

fn clip(range: &Range<u64>) -> Range<usize> {
    let number = |n| usize::try_from(n).unwrap_or(usize::MAX);
    number(range.start)..number(range.end)
}

/// Identifiers of graphs.
const XNNPACK: &[&[u8; 4]] = &xnnpack::IDENTIFIERS;
const VULKAN: &[&[u8; 4]] = &[vulkan::IDENTIFIER];

/// A payload for XNNPACK or Vulkan at `range` of `buf`; false, and nothing emitted, if it is none.
fn payload(buf: Bytes<'_>, range: Range<usize>, sink: &mut dyn RegionSink) -> bool {
    let Ok(payload) = buf.window(range.start, range.len(), "payload") else { return false };
    let is_vulkan = vulkan::facts(&payload).is_ok_and(|facts| !facts.old_calls);
    let (magic, identifiers, title, schema) = match is_vulkan {
        true => (vulkan::MAGIC, VULKAN, "Vulkan graph", schemas::vulkan()),
        false => (Header::MAGIC, XNNPACK, "XNNPACK graph", schemas::xnnpack()),
    };
    let identified =
        |buf: &Bytes<'_>| identifiers.iter().any(|id| buf.data().get(4..8) == Some(id.as_slice()));
    let Ok(header) = Header::read_as(&payload, magic) else { return false };
    let Some(header) = header else {
        if !identified(&payload) {
            return false;
        }
        group(sink, payload, 0..payload.len(), title, |sink| {
            emit(payload, schema, ContainerHeader::default(), &mut |_, _, _| false, sink);
        });
        return true;
    };
    let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let start = number(header.flatbuffer_offset.into());
    let end = start.saturating_add(number(header.flatbuffer_size.into()));
    let Some(tables) =
        payload.window(start, end - start, "graph").ok().filter(|t| start >= 30 && identified(t))
    else {
        return false;
    };
    gap(sink, payload, 0..4, "bytes before the header");
    let names = [
        "magic 4",
        "length 2",
        "flatbuffer offset 4",
        "flatbuffer size 4",
        "constant data offset 4",
        "constant data size 8",
    ];
    fields(payload, &(4..30), &names, sink);
    gap(sink, payload, 30..start, "bytes that nothing refers to");
    group(sink, payload, start..end, title, |sink| {
        emit(tables, schema, ContainerHeader::default(), &mut |_, _, _| false, sink);
    });
    let first = number(header.constant_offset.into()).clamp(end, payload.len());
    let last = first.saturating_add(number(header.constant_size)).min(payload.len());
    gap(sink, payload, end..first, "bytes that nothing refers to");
    if last > first {
        leaf(sink, payload, first..last, RegionKind::Data, "constants of the payload", "");
    }
    gap(sink, payload, last..payload.len(), "bytes that nothing refers to");
    true
}
