//! Tensor data files.

use outlast_core::{Bytes, Findings, Path, QuickMap, to_index};
use outlast_flatbuffers::view::Table;

use super::LONGEST_NAME;
use super::codes::*;
use super::container::{self, Extent};
use super::tensors::permutation;
use crate::defs::{MAX_RANK, ScalarType};
use crate::flat_tensor::FlatTensorFile;
use crate::header::{FlatTensorHeader, HEAD_BYTES};
use crate::layout_version::LayoutVersion;
use crate::schemas;

/// Checks a tensor data file.
pub(super) fn check(file: Bytes<'_>, sink: &mut Findings) {
    let data = match FlatTensorFile::open(file) {
        Ok(data) => data,
        Err(error) => {
            sink.add(error.to_diagnostic());
            return;
        }
    };
    let (schema, container) = (schemas::flat_tensor(data.layout_version), data.header.container());
    let extent = container::schema(data.flatbuffer, schema, container, &Path::root(), sink);
    header(&data, extent, sink);
    if data.version().unwrap_or(0) > 0 {
        let title = format!("schema version {}, every known release writes 0", data.version().unwrap_or(0));
        sink.warning(SCHEMA_VERSION, title, data.root.span(0, 4), Path::root().field("version"));
        sink.help("runtimes from 1.5.1 on refuse the file");
    }
    let segments = segments(&data, sink);
    entries(&data, &segments, sink);
}

fn header(data: &FlatTensorFile<'_>, extent: Extent, sink: &mut Findings) {
    let (file, header) = (data.file, data.header);
    let len = file.len() as u64;
    let path = |field: &'static str| Path::root().field("header").field(field);
    if header.length != FlatTensorHeader::MIN_LENGTH {
        container::unusual_length(header.container(), extent, "40", file.span(12, 4), sink);
    }
    if file.len() < HEAD_BYTES {
        let title = format!("the file has {len} bytes, runtimes need at least {HEAD_BYTES}");
        sink.error(SHORT_FILE, title, file.span(0, file.len()), Path::root());
    }
    if header.flatbuffer_offset.checked_add(header.flatbuffer_size).is_none_or(|end| end > len) {
        let title = format!(
            "the tables end at {} + {}, the file at {len}",
            header.flatbuffer_offset, header.flatbuffer_size
        );
        sink.error(DATA_HEADER, title, file.span(24, 8), path("flatbuffer_size"));
    }
    if header.segment_base.checked_add(header.segment_data_size).is_none_or(|end| end > len) {
        let title = format!(
            "segments end at {} + {}, the file at {len}",
            header.segment_base, header.segment_data_size
        );
        sink.error(DATA_HEADER, title, file.span(32, 16), path("segment_data_size"));
        sink.help("likely a cut-off copy");
    }
    let tables = header.flatbuffer_offset.saturating_add(header.flatbuffer_size);
    if header.segment_data_size > 0 && header.segment_base < tables && tables <= len {
        let title = format!("segments start at {}, the tables end at {tables}", header.segment_base);
        sink.error(SEGMENT_BASE, title, file.span(32, 8), path("segment_base_offset"));
    } else if header.segment_data_size > 0 && header.segment_base <= len {
        let align = 1u64 << header.segment_base.trailing_zeros().min(16);
        let expected = tables.checked_next_multiple_of(align).unwrap_or(u64::MAX);
        if header.segment_base > expected {
            let title = format!("segments start at {}; {expected} would do", header.segment_base);
            sink.warning(SEGMENT_GAP, title, file.span(32, 8), path("segment_base_offset"));
        }
    }
    container::trailing(file, header.segment_base.saturating_add(header.segment_data_size).max(tables), sink);
}

/// Ranges of the segments, counted from the segment base.
fn segments(data: &FlatTensorFile<'_>, sink: &mut Findings) -> Vec<(u64, u64)> {
    let slot = data.layout_version.segments_slot();
    let path = || Path::root().field("segments");
    let list = match data.root.vector(slot, 4) {
        Ok(Some(list)) => list,
        Ok(None) => {
            sink.error(DATA_MISSING, "the file has no list of segments", data.root.whole_span(), path());
            return Vec::new();
        }
        Err(_) => return Vec::new(),
    };
    let mut found = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        let (mut offset, mut size) = (0, 0);
        if let Ok(table) = list.table(index) {
            offset = table.u64(0).ok().flatten().unwrap_or(0);
            size = table.u64(1).ok().flatten().unwrap_or(0);
            if offset.checked_add(size).is_none_or(|end| end > data.header.segment_data_size) {
                let title = format!(
                    "segment {index} ends at {offset} + {size}, there are {} bytes",
                    data.header.segment_data_size
                );
                sink.error(SEGMENT_RANGE, title, table.whole_span(), path().index(index));
            }
        }
        found.push((offset, size));
    }
    found
}

fn entries(data: &FlatTensorFile<'_>, segments: &[(u64, u64)], sink: &mut Findings) {
    let mut keys: QuickMap<&[u8], usize> = QuickMap::default();
    let lists: &[(u16, &'static str, bool)] = match data.layout_version {
        LayoutVersion::V0a => &[(2, "tensors", true)],
        LayoutVersion::V0b => &[(2, "tensors", true), (4, "named_data", false)],
        LayoutVersion::V1 => &[(2, "named_data", false)],
    };
    for (slot, name, tensors) in lists {
        let list = match data.root.vector(*slot, 4) {
            Ok(Some(list)) => list,
            Ok(None) if data.layout_version == LayoutVersion::V1 => {
                let title = format!("the file has no list `{name}`");
                sink.error(DATA_MISSING, title, data.root.whole_span(), Path::root().field(*name));
                continue;
            }
            _ => continue,
        };
        for index in 0..list.len() {
            let Ok(table) = list.table(index) else { continue };
            let path = || Path::root().field(*name).index(index);
            match table.string(0) {
                // Longer keys than any are not compared: they could be shared, and cost more than the file is worth.
                Ok(Some(key)) if key.bytes().len() > LONGEST_NAME => {}
                Ok(Some(key)) => {
                    if let Some(before) = keys.insert(key.bytes(), index) {
                        let title = format!(
                            "{name}[{before}] and {name}[{index}] are both called `{}`",
                            key.lossy().escape_debug()
                        );
                        sink.warning(NAMED_DATA_TWICE, title, key.span(), path());
                    }
                }
                Ok(None) => {
                    sink.error(
                        NAMED_DATA_KEY,
                        format!("{name}[{index}] has no name"),
                        table.whole_span(),
                        path(),
                    );
                }
                Err(_) => {}
            }
            let number = table.u32(if *tensors { 4 } else { 1 }).ok().flatten().unwrap_or(0);
            let segment = segments.get(to_index(number)).copied();
            if segment.is_none() {
                let title = format!("segment index {number}, there are {} segments", segments.len());
                let span = table.span(if *tensors { 4 } else { 1 }, 4);
                sink.error(SEGMENT_INDEX, title, span, path().field("segment_index"));
            }
            let layout = match (tensors, data.layout_version) {
                (true, _) => Some((table, 1)),
                (false, LayoutVersion::V1) => table.table(2).ok().flatten().map(|t| (t, 0)),
                _ => None,
            };
            let Some((table_of_layout, first)) = layout else { continue };
            let bytes = layout_of(&table_of_layout, first, &path, sink);
            let Some((bytes, (_, size))) = bytes.zip(segment) else { continue };
            let offset = if *tensors { table.u64(5).ok().flatten().unwrap_or(0) } else { 0 };
            let end = offset.saturating_add(bytes);
            if end > size {
                let title = format!("the tensor needs {bytes} bytes from {offset}, its segment has {size}");
                sink.error(DATA_RANGE, title, table_of_layout.whole_span(), path());
            } else if !tensors && end != size {
                let title = format!("the tensor has {bytes} bytes, its segment {size}");
                sink.warning(DATA_RANGE, title, table_of_layout.whole_span(), path());
            }
        }
    }
}

/// Type, sizes and dimension order from slot `first` on; the bytes of the tensor.
fn layout_of(table: &Table<'_>, first: u16, path: &dyn Fn() -> Path, sink: &mut Findings) -> Option<u64> {
    let scalar_type = ScalarType(table.i8(first).ok().flatten().unwrap_or(0));
    if scalar_type.size().is_none() {
        let title = format!("element type {}, which no release defines", scalar_type.0);
        sink.error(SCALAR_TYPE, title, table.span(first, 1), path().field("scalar_type"));
    }
    let sizes = match table.vector(first + 1, 4) {
        Ok(Some(sizes)) => sizes,
        Ok(None) => {
            sink.error(
                DATA_LAYOUT,
                "a stored tensor without sizes",
                table.whole_span(),
                path().field("sizes"),
            );
            return None;
        }
        Err(_) => return None,
    };
    match table.vector(first + 2, 1) {
        Ok(Some(order)) => {
            if let Some((title, span)) = permutation(&order, sizes.len()) {
                sink.error(DATA_LAYOUT, title, span, path().field("dim_order"));
            }
        }
        Ok(None) => {
            let title = "a stored tensor without a dimension order";
            sink.error(DATA_LAYOUT, title, table.whole_span(), path().field("dim_order"));
        }
        Err(_) => {}
    }
    if sizes.len() > MAX_RANK {
        let title = format!("{} dimensions, runtimes take {MAX_RANK}", sizes.len());
        sink.error(DATA_LAYOUT, title, sizes.span(), path().field("sizes"));
        return None;
    }
    let bytes =
        sizes.i32s().try_fold(scalar_type.size()?, |n, size| n.checked_mul(u64::try_from(size).ok()?));
    if bytes.is_none() {
        let title = "a size is negative, or the product of the sizes overflows";
        sink.error(DATA_LAYOUT, title, sizes.span(), path().field("sizes"));
    }
    bytes
}
