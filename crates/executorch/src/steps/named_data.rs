//! Named data of a program: segments with names, which delegates ask for.

use std::collections::BTreeSet;

use outlast_core::{Place, to_index};
use outlast_flatbuffers::build::Target;

use super::xnnpack_weights::Named;
use super::{Changes, Refusal, count};
use crate::edit::ProgramEditor;
use crate::output::Output;
use crate::tables::{View, items};

/// Slot of the root table.
const SLOT: u16 = 7;

/// All of them; of several with one name readers take the first.
pub(crate) fn all<'a>(editor: &ProgramEditor<'a, '_>) -> Result<Named<'a>, Refusal> {
    let file = *editor.file();
    let mut found = Named::new();
    let mut work = crate::work::Work::for_buffer(&file.flatbuffer);
    for entry in items(file.root.named_data()?) {
        let entry = entry?;
        let data = file.bytes(&file.segment(entry.segment_index()?)?)?;
        found.entry(work.text(entry.key()?)?).or_insert(data);
    }
    Ok(found)
}

/// Adds data under a name that is not taken.
pub fn add<'a>(editor: &mut ProgramEditor<'a, '_>, key: &str, data: Output<'a>) -> Changes {
    if key.is_empty() || key.contains('\0') {
        return Err(Refusal::whole("named data need a name, without NUL"));
    }
    if all(editor)?.contains_key(key) {
        return Err(Refusal::whole(format!(
            "there are named data `{key}` already: replace them, or remove them first"
        )));
    }
    let size = data.len();
    let segment = editor.add_segment(data);
    let build = &mut editor.tables.build;
    let name = build.string(key);
    let entry = Target::New(build.table([(0, name.into()), (1, segment.into())]));
    let root = editor.tables.root();
    match editor.tables.child(root, SLOT)? {
        Some(list) => editor.tables.push(list, entry),
        None => editor.add_to_new_list(SLOT, entry),
    }
    Ok(vec![format!("named data `{key}` added ({size} bytes)")])
}

/// Replaces the data under a name. Other names for the same segment keep what they had.
pub fn replace<'a>(editor: &mut ProgramEditor<'a, '_>, key: &str, data: Output<'a>) -> Changes {
    let (position, segment) = find(editor, key)?;
    let size = data.len();
    if sharers(editor, segment)? > 1 {
        let new = editor.add_segment(data);
        let node = editor.tables.follow(&[usize::from(SLOT), position])?;
        editor.tables.set(node, 1, new);
    } else {
        editor.replace_segment(segment, data)?;
    }
    Ok(vec![format!("named data `{key}` replaced ({size} bytes)")])
}

/// Removes data by their names.
pub fn remove(editor: &mut ProgramEditor<'_, '_>, keys: &BTreeSet<String>) -> Changes {
    let file = *editor.file();
    let (mut kept, mut dropped, mut removed) = (Vec::new(), BTreeSet::new(), 0);
    let mut missing: BTreeSet<&String> = keys.iter().collect();
    let mut used = BTreeSet::new();
    let Some(list) = file.root.named_data()? else {
        return if keys.is_empty() {
            Ok(Vec::new())
        } else {
            Err(Refusal::whole("the program has no named data"))
        };
    };
    for (at, entry) in list.iter().enumerate() {
        let entry = entry?;
        let key = entry.key()?.map(|k| k.lossy().into_owned()).unwrap_or_default();
        if keys.contains(&key) {
            dropped.insert(entry.segment_index()?);
            missing.remove(&key);
            removed += 1;
        } else {
            kept.push(Target::Kept(list.vector().table(at)?.pos()));
            used.insert(entry.segment_index()?);
        }
    }
    if let Some(key) = missing.first() {
        return Err(Refusal::whole(format!("there are no named data `{key}`")));
    }
    if removed == 0 {
        return Ok(Vec::new());
    }
    let root = editor.tables.root();
    if kept.is_empty() {
        // Readers demand segments where the list is present, even if it is empty.
        editor.tables.clear(root, SLOT);
    } else {
        let list = editor.tables.build.references(kept);
        editor.tables.set(root, SLOT, list);
    }
    let mut bytes = 0;
    for segment in dropped.difference(&used) {
        if sharers(editor, *segment)? <= 1 && !is_used_otherwise(editor, *segment)? {
            let range = file.segment(*segment)?;
            bytes += range.end - range.start;
            editor.drop_segment(*segment)?;
        }
    }
    Ok(vec![format!("{} taken out ({bytes} bytes)", count(removed, "name"))])
}

/// The position of a name in the list, and its segment.
fn find(editor: &ProgramEditor<'_, '_>, key: &str) -> Result<(usize, u32), Refusal> {
    let file = *editor.file();
    let mut names = Vec::new();
    for (at, entry) in items(file.root.named_data()?).enumerate() {
        let entry = entry?;
        let name = entry.key()?.map(|k| k.lossy().into_owned()).unwrap_or_default();
        if name == key {
            return Ok((at, entry.segment_index()?));
        }
        names.push(name);
    }
    let place = Place::new(file.root.table().whole_span(), outlast_core::Path::root());
    let known = if names.is_empty() {
        "there are none".to_string()
    } else {
        format!("there are {}", names.join(", "))
    };
    Err(Refusal::new(format!("no named data `{key}`: {known}"), place))
}

/// How many names a segment has; segments with the same bytes of the file count as one.
fn sharers(editor: &ProgramEditor<'_, '_>, segment: u32) -> Result<usize, Refusal> {
    let file = *editor.file();
    let range = file.segment(segment)?;
    let mut n = 0;
    for entry in items(file.root.named_data()?) {
        n += usize::from(file.segment(entry?.segment_index()?)? == range);
    }
    Ok(n)
}

/// Whether constants, initial states or delegates use a segment, or something unknown might.
fn is_used_otherwise(editor: &ProgramEditor<'_, '_>, segment: u32) -> Result<bool, Refusal> {
    let file = *editor.file();
    let constants = file.root.constant_segment()?.map(|s| s.segment_index()).transpose()?;
    let has_constants = !file.uses_constant_buffer()?;
    let mut used = has_constants && constants == Some(segment);
    for state in items(file.root.mutable_data_segments()?) {
        used |= state?.segment_index()? == segment;
    }
    for plan in items(file.root.execution_plan()?) {
        for delegate in items(plan?.delegates()?) {
            let storage = file.delegate_storage(&delegate?)?;
            used |= storage == Some(crate::Storage::Segment(segment));
        }
    }
    Ok(used || !editor.tables.knows_all() || to_index(segment) == usize::MAX)
}
