//! Named data of a program: segments with names, which delegates ask for.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Bytes, Place};
use outlast_flatbuffers::build::Target;

use super::{Changes, Refusal, count};
use crate::edit::ProgramEditor;
use crate::program::{ProgramFile, Storage};
use crate::tables::{View, items};
use crate::work::{Spending, budget};
use outlast_core::Output;

/// Slot of the root table.
const SLOT: u16 = 7;

/// The bytes of named data, by name.
pub(crate) type Named<'a> = BTreeMap<String, Bytes<'a>>;

/// All of them; of several with one name readers take the first.
pub(crate) fn all<'a>(editor: &ProgramEditor<'a, '_>) -> Result<Named<'a>, Refusal> {
    let file = *editor.file();
    let mut found = Named::new();
    let mut work = budget(&file.flatbuffer);
    for entry in items(file.root.named_data()?) {
        let entry = entry?;
        let data = file.bytes(&file.segment(entry.segment_index()?)?)?;
        found.entry(work.text(entry.key()?)?).or_insert(data);
    }
    Ok(found)
}

/// Adds data under a name that is not taken.
pub fn add<'a>(editor: &mut ProgramEditor<'a, '_>, key: &str, data: Output<'a>) -> Changes {
    if all(editor)?.contains_key(key) {
        return Err(Refusal::whole(format!(
            "there are named data `{key}` already: replace them, or remove them first"
        )));
    }
    add_new(editor, key, data)
}

/// Adds data under a name that the caller knows to be free.
pub(super) fn add_new<'a>(editor: &mut ProgramEditor<'a, '_>, key: &str, data: Output<'a>) -> Changes {
    if key.is_empty() || key.contains('\0') {
        return Err(Refusal::whole("named data need a name, without NUL"));
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
    let file = *editor.file();
    let (position, segment) = find(editor, key)?;
    let size = data.len();
    if Uses::of(editor, &BTreeSet::new())?.count(&file, segment)? > 1 {
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
    let mut work = budget(&file.flatbuffer);
    let Some(list) = file.root.named_data()? else {
        return if keys.is_empty() {
            Ok(Vec::new())
        } else {
            Err(Refusal::whole("the program has no named data"))
        };
    };
    for (at, entry) in list.iter().enumerate() {
        let entry = entry?;
        let key = work.text(entry.key()?)?;
        if keys.contains(&key) {
            dropped.insert(entry.segment_index()?);
            missing.remove(&key);
            removed += 1;
        } else {
            kept.push(Target::Kept(list.vector().table(at)?.pos()));
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
    let uses = Uses::of(editor, keys)?;
    let mut bytes = 0;
    for segment in dropped {
        if uses.count(&file, segment)? == 0 {
            let range = file.segment(segment)?;
            bytes += range.end - range.start;
            editor.drop_segment(segment)?;
        }
    }
    Ok(vec![format!("{} taken out ({bytes} bytes)", count(removed, "name"))])
}

/// The position of a name in the list, and its segment.
fn find(editor: &ProgramEditor<'_, '_>, key: &str) -> Result<(usize, u32), Refusal> {
    let file = *editor.file();
    let mut names = Vec::new();
    let mut work = budget(&file.flatbuffer);
    for (at, entry) in items(file.root.named_data()?).enumerate() {
        let entry = entry?;
        let name = work.text(entry.key()?)?;
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

/// How often each range of the file is used: by names, constants, initial states, delegates. Segments with the same
/// bytes of the file count as one.
struct Uses {
    ranges: BTreeMap<(u64, u64), usize>,
    /// Something that the schema does not know may use any of them.
    unknown: bool,
}

impl Uses {
    /// All uses but those by the names `without`.
    fn of(editor: &ProgramEditor<'_, '_>, without: &BTreeSet<String>) -> Result<Uses, Refusal> {
        let file = *editor.file();
        let mut used = Vec::new();
        let mut work = budget(&file.flatbuffer);
        for entry in items(file.root.named_data()?) {
            let entry = entry?;
            if !without.contains(&work.text(entry.key()?)?) {
                used.push(entry.segment_index()?);
            }
        }
        let constants = file.root.constant_segment()?;
        if let Some(segment) = constants.filter(|_| file.uses_constant_buffer().is_ok_and(|inline| !inline)) {
            // Without constants the number says nothing.
            if segment.offsets()?.is_some_and(|offsets| offsets.len() > 1) {
                used.push(segment.segment_index()?);
            }
        }
        for state in items(file.root.mutable_data_segments()?) {
            used.push(state?.segment_index()?);
        }
        for plan in items(file.root.execution_plan()?) {
            for delegate in items(plan?.delegates()?) {
                if let Some(Storage::Segment(segment)) = file.delegate_storage(&delegate?)? {
                    used.push(segment);
                }
            }
        }
        let mut ranges = BTreeMap::new();
        for segment in used {
            let Ok(range) = file.segment(segment) else { continue };
            *ranges.entry((range.start, range.end)).or_insert(0) += 1;
        }
        Ok(Uses { ranges, unknown: !editor.tables.knows_all() })
    }

    /// How many uses there are of a segment, at least.
    fn count(&self, file: &ProgramFile<'_>, segment: u32) -> Result<usize, Refusal> {
        let range = file.segment(segment)?;
        let known = self.ranges.get(&(range.start, range.end)).copied().unwrap_or(0);
        Ok(known + usize::from(self.unknown))
    }
}
