//! Constants: `constant_buffer` in the FlatBuffer ↔ a segment. Both forms say the same to readers that know both: 0.2 to
//! 1.2. Readers from 1.3.1 on refuse the former.

use std::collections::BTreeMap;

use outlast_core::{Place, Span, to_index};

use super::{Changes, Refusal, count};
use crate::defs::ValueKind;
use crate::edit::{ProgramEditor, own_alignment};
use crate::flat_tensor::Layout;
use crate::tables::{Tensor, View, items};
use outlast_core::{Output, Piece};

/// Alignment of constants in a segment, as exporters write it.
const CONSTANT_ALIGN: usize = 16;
/// Slots of the root table.
const BUFFER: u16 = 2;
const SEGMENT: u16 = 5;

/// Moves the constants of `constant_buffer` to a segment.
pub fn to_segment(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let file = *editor.file();
    if !file.uses_constant_buffer()? {
        return Ok(Vec::new());
    }
    let (mut data, mut offsets) = (Output::default(), vec![0]);
    let mut storages = Vec::new();
    if let Some(list) = file.root.constant_buffer()? {
        for buffer in list.iter().skip(1) {
            storages.push(buffer?.storage()?);
        }
    }
    let filled = storages.iter().flatten().filter(|s| !s.is_empty());
    let align = filled.map(|s| own_alignment(s.pos() as u64)).min().unwrap_or(CONSTANT_ALIGN);
    for storage in &storages {
        data.align_to(align);
        offsets.push(data.len() as u64);
        if let Some(storage) = storage {
            data.push(Piece::Weights(storage.bytes().into()));
        }
    }
    let moved = storages.len();
    data.align_to(CONSTANT_ALIGN);
    let size = data.len();
    // Without constants the segment is empty; readers up to 0.3 look for it all the same.
    let fields = [(0, editor.add_segment(data).into())];
    let build = &mut editor.tables.build;
    let offsets = build.u64s(offsets);
    let segment = build.table(fields.into_iter().chain([(1, offsets.into())]));
    // Present and empty, as exporters write it: early readers look at its length without asking.
    let nothing = build.references([]);
    let root = editor.tables.root();
    editor.tables.set(root, SEGMENT, segment);
    editor.tables.set(root, BUFFER, nothing);
    Ok(vec![match moved {
        0 => "constant_segment says that there are no constants".to_string(),
        _ => format!("{} ({size} bytes) moved from the FlatBuffer to a segment", count(moved, "constant")),
    }])
}

/// Moves the constants of a segment to `constant_buffer`.
pub fn to_buffer(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let file = *editor.file();
    let Some(segment) = file.root.constant_segment()? else { return Ok(Vec::new()) };
    let Some(offsets) = segment.offsets()?.filter(|o| !o.is_empty()) else { return Ok(Vec::new()) };
    let offsets: Vec<u64> = offsets.u64s().collect();
    let mut buffers = vec![editor.tables.build.table([])];
    let index = segment.segment_index()?;
    if offsets.len() > 1 {
        let sizes = sizes(editor)?;
        let range = file.segment(index)?;
        for (at, start) in offsets.iter().enumerate().skip(1) {
            let size = sizes.get(&at).copied().unwrap_or(0);
            let (start, end) =
                (range.start.saturating_add(*start), range.start.saturating_add(*start).saturating_add(size));
            if end > range.end {
                let span = Span::at(range.start, range.end - range.start);
                let why = format!("constant {at} does not lie in its segment");
                return Err(Refusal::new(why, Place::new(span, outlast_core::Path::root())));
            }
            let raw = Output::weights(file.bytes(&(start..end))?.data());
            let storage = editor.tables.build.bulk(raw, own_alignment(start).max(CONSTANT_ALIGN));
            buffers.push(editor.tables.build.table([(0, storage.into())]));
        }
        editor.drop_segment(index)?;
    }
    let moved = offsets.len() - 1;
    let build = &mut editor.tables.build;
    let list = build.references(buffers.into_iter().map(outlast_flatbuffers::build::Target::New));
    let nothing = build.u64s([]);
    let empty = build.table([(1, nothing.into())]);
    let root = editor.tables.root();
    editor.tables.set(root, BUFFER, list);
    editor.tables.set(root, SEGMENT, empty);
    Ok(vec![format!("{} moved from a segment to the FlatBuffer", count(moved, "constant"))])
}

/// Bytes of each constant, by its number: a file does not store them, and readers up to 1.1 refuse a buffer with more
/// bytes than the tensor, later ones one with fewer.
fn sizes(editor: &ProgramEditor<'_, '_>) -> Result<BTreeMap<usize, u64>, Refusal> {
    let mut sizes = BTreeMap::new();
    for plan in items(editor.file().root.execution_plan()?) {
        for value in items(plan?.values()?) {
            let value = value?;
            let (Some(body), ValueKind::Tensor) = (value.val()?, ValueKind::from_tag(value.val_type()?))
            else {
                continue;
            };
            let tensor = Tensor::new(body);
            if tensor.allocation_info()?.is_some() || tensor.data_buffer_idx()? == 0 {
                continue;
            }
            let number = tensor.data_buffer_idx()?;
            let place = || tensor.place(&outlast_core::Path::root());
            let size = Layout::of(&tensor)?.byte_size();
            let size = size.ok_or_else(|| {
                Refusal::new(format!("the size of constant {number} is not known"), place())
            })?;
            if sizes.insert(to_index(number), size).is_some_and(|other| other != size) {
                let why = format!("constant {number} is used in two sizes, which a buffer cannot have");
                return Err(Refusal::new(why, place()));
            }
        }
    }
    Ok(sizes)
}
