//! Payloads of delegates: inline in the FlatBuffer ↔ segments. Every known reader takes both.

use std::collections::BTreeMap;

use outlast_flatbuffers::build::Target;

use super::{Changes, Delegate, count, delegates};
use crate::edit::{ProgramEditor, own_alignment};
use crate::program::Storage;
use crate::xnnpack;
use outlast_core::{Output, Piece};

/// Slot of the root table with inline payloads.
const INLINE: u16 = 3;
/// Alignment of an inline payload by the schema.
const INLINE_ALIGN: usize = 16;

/// Moves inline payloads to segments of their own. Delegates that share a payload go on sharing it.
pub fn to_segments(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
    let all = delegates(editor)?;
    let mut bytes = 0;
    for delegate in &all {
        let Some(Storage::Inline(index)) = delegate.storage else { continue };
        let segment = match moved.get(&index) {
            Some(segment) => *segment,
            None => {
                bytes += delegate.payload.len();
                let segment = editor.add_segment(split(delegate));
                moved.insert(index, segment);
                segment
            }
        };
        point(editor, delegate, 1, segment);
    }
    if moved.is_empty() {
        return Ok(Vec::new());
    }
    // Present and empty, as exporters write it.
    let nothing = editor.tables.build.references([]);
    let root = editor.tables.root();
    editor.tables.set(root, INLINE, nothing);
    Ok(vec![format!(
        "{} ({bytes} bytes) moved from the FlatBuffer to segments",
        count(moved.len(), "payload")
    )])
}

/// Moves payloads from segments into the FlatBuffer.
pub fn to_inline(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let file = *editor.file();
    let before = file.root.backend_delegate_data()?.map_or(0, |list| list.len());
    let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
    let mut added = Vec::new();
    let all = delegates(editor)?;
    for delegate in &all {
        let Some(Storage::Segment(segment)) = delegate.storage else { continue };
        let index = match moved.get(&segment) {
            Some(index) => *index,
            None => {
                let align = own_alignment(file.segment(segment)?.start).max(INLINE_ALIGN);
                let data = editor.tables.build.bulk(split(delegate), align);
                added.push(Target::New(editor.tables.build.table([(0, data.into())])));
                let index = u32::try_from(before + added.len() - 1).unwrap_or(u32::MAX);
                moved.insert(segment, index);
                editor.drop_segment(segment)?;
                index
            }
        };
        point(editor, delegate, 0, index);
    }
    if moved.is_empty() {
        return Ok(Vec::new());
    }
    let root = editor.tables.root();
    match editor.tables.child(root, INLINE)? {
        Some(list) => added.into_iter().for_each(|target| editor.tables.push(list, target)),
        None => {
            let list = editor.tables.build.references(added);
            editor.tables.set(root, INLINE, list);
        }
    }
    Ok(vec![format!("{} moved from segments into the FlatBuffer", count(moved.len(), "payload"))])
}

/// A payload as pieces: the graph, and weights after it.
pub(super) fn split<'a>(delegate: &Delegate<'a>) -> Output<'a> {
    let raw = delegate.payload.data();
    let (head, weights) = raw.split_at(xnnpack::head_size(&delegate.payload).min(raw.len()));
    let mut output = Output::of(head);
    output.push(Piece::Weights(weights.into()));
    output
}

fn point(editor: &mut ProgramEditor<'_, '_>, delegate: &Delegate<'_>, location: i8, index: u32) {
    let reference = editor.tables.build.table([(0, location.into()), (1, index.into())]);
    editor.tables.set(delegate.node, 1, reference);
}
