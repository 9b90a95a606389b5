//! What each byte of a file is, in file order and past errors.

use outlast_core::{Bytes, QuickMap, RegionKind, RegionSink};
use outlast_flatbuffers::ContainerHeader;
use outlast_flatbuffers::regions::{emit, group, leaf};

use super::{FlatFile, schema};

/// Regions of a file. The data of tensors are one region for each storage, and are not looked at.
pub fn regions(file: Bytes<'_>, sink: &mut dyn RegionSink) {
    let opened = match FlatFile::open(file) {
        Ok(opened) => opened,
        Err(_) if file.is_empty() => return,
        Err(error) => return leaf(sink, file, 0..file.len(), RegionKind::Bad, error.to_string(), ""),
    };
    let starts: QuickMap<u64, usize> = opened
        .module()
        .storages
        .iter()
        .enumerate()
        .map(|(index, storage)| (storage.data.start, index))
        .collect();
    group(sink, file, 0..file.len(), "lite program", |sink| {
        emit(
            file,
            schema(),
            ContainerHeader::default(),
            &mut |_, range, sink| {
                let start = file.base().saturating_add(range.start as u64);
                let Some(index) = starts.get(&start) else { return false };
                leaf(sink, file, range, RegionKind::Data, format!("data of storage {index}"), "");
                true
            },
            sink,
        );
    });
}
