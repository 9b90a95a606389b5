//! [`DataEditor`]: lossless changes to a tensor data file. What is not changed keeps its bytes, and what this library
//! does not know survives.
//!
//! Data of the same size are overwritten at their place, unless another entry shares it. Other data get a segment of
//! their own in v1; in v0 they go to the end of segment 0, which is the only one that releases 0.5 and 0.6 read.
//! The content of a segment that nothing names any more is dropped, and its number stays taken; in v0 the bytes of a
//! tensor that is gone become zeros.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use outlast_core::{Bytes, Error, QuickMap, Result, SortShort, Step, to_index};
use outlast_flatbuffers::build::{Slot, Target};
use outlast_flatbuffers::edit::{Editor, Node};
use outlast_flatbuffers::view::Table;

use super::area::{Area, Laid};
use super::build::{check_entry, entry_table, layout_fields, refused, segment_table};
use super::pool::Pool;
use super::{Entry, FlatTensorFile, Layout, LayoutVersion, NewEntry};
use crate::put::put;
use crate::schemas;
use outlast_core::{Output, Piece};

/// Changes to a tensor data file.
#[derive(Debug)]
pub struct DataEditor<'a> {
    file: FlatTensorFile<'a>,
    entries: Vec<Entry<'a>>,
    by_key: QuickMap<String, usize>,
    removed: BTreeSet<usize>,
    renamed: BTreeMap<usize, String>,
    data: BTreeMap<usize, (Option<Layout>, Output<'a>)>,
    added: Vec<NewEntry<'a>>,
}

/// Where an entry's data will be: segment and offset.
type Place = (u32, u64);

impl<'a> DataEditor<'a> {
    /// An editor of a file that must be sound.
    pub fn new(file: FlatTensorFile<'a>) -> Result<DataEditor<'a>> {
        // Fails where the tables are not sound.
        Editor::new(file.flatbuffer, schemas::flat_tensor(file.layout_version), file.header.container())?;
        let entries = file.entries()?;
        let mut by_key = QuickMap::default();
        for (index, entry) in entries.iter().enumerate() {
            file.range(entry).map_err(|e| e.within(Step::Named("entry", entry.key.to_string())))?;
            // As readers do: the first of a name counts.
            by_key.entry(entry.key.to_string()).or_insert(index);
        }
        Ok(DataEditor {
            file,
            entries,
            by_key,
            removed: BTreeSet::new(),
            renamed: BTreeMap::new(),
            data: BTreeMap::new(),
            added: Vec::new(),
        })
    }

    fn find(&self, key: &str) -> Result<usize> {
        let found = self.by_key.get(key).copied().filter(|index| *index < self.entries.len());
        found.ok_or_else(|| refused(&format!("there is no entry `{}`", key.escape_debug())))
    }

    /// Gives an entry other data, and another type and shape if `layout` is one; a blob has none.
    pub fn replace(&mut self, key: &str, layout: Option<Layout>, data: Output<'a>) -> Result<()> {
        let index = self.find(key)?;
        let within = |e: Error| e.within(Step::Named("entry", key.to_string()));
        if layout.is_some() != self.entries.get(index).is_some_and(|entry| entry.layout.is_some()) {
            return Err(within(refused(
                "a tensor does not become a blob, nor a blob a tensor: remove it and add another",
            )));
        }
        check_entry(self.file.layout_version, layout.as_ref(), data.len()).map_err(within)?;
        self.data.insert(index, (layout, data));
        Ok(())
    }

    /// Adds an entry at the end.
    pub fn add(&mut self, entry: NewEntry<'a>) -> Result<()> {
        let within = |e: Error| e.within(Step::Named("entry", entry.key.clone()));
        check_entry(self.file.layout_version, entry.layout.as_ref(), entry.data.len()).map_err(within)?;
        if self.by_key.contains_key(&entry.key) {
            return Err(within(refused("there is an entry of this name already")));
        }
        self.by_key.insert(entry.key.clone(), usize::MAX);
        self.added.push(entry);
        Ok(())
    }

    /// Takes an entry away.
    pub fn remove(&mut self, key: &str) -> Result<()> {
        let index = self.find(key)?;
        self.by_key.remove(key);
        self.removed.insert(index);
        Ok(())
    }

    /// Gives an entry another name.
    pub fn rename(&mut self, key: &str, new: &str) -> Result<()> {
        let index = self.find(key)?;
        if self.by_key.contains_key(new) {
            return Err(refused(&format!("there is an entry `{}` already", new.escape_debug())));
        }
        self.by_key.remove(key);
        self.by_key.insert(new.to_string(), index);
        self.renamed.insert(index, new.to_string());
        Ok(())
    }

    /// Writes the changes; without any, the file as it was, bit for bit.
    pub fn finish(mut self) -> Result<Output<'a>> {
        if self.removed.is_empty() && self.renamed.is_empty() && self.data.is_empty() && self.added.is_empty()
        {
            let (tables, rest) = self.file.file.data().split_at(self.file.flatbuffer.len());
            let mut output = Output::of(tables);
            output.push(Piece::Weights(rest.into()));
            return Ok(output);
        }
        let mut area = Area::new(self.file)?;
        let (places, new_places) = self.place_data(&mut area)?;
        let laid = area.lay()?;
        let header = self.file.header.container();
        let schema = schemas::flat_tensor(self.file.layout_version);
        let without;
        let mut buf = self.file.flatbuffer;
        if !self.removed.is_empty() {
            let editor = Editor::new(buf, schema, header)?;
            without = self.without_removed(editor)?;
            buf = Bytes::new(&without, 0);
        }
        let mut editor = Editor::new(buf, schema, header)?;
        self.patch_entries(&mut editor, &places)?;
        self.add_entries(&mut editor, &new_places)?;
        patch_segments(&mut editor, self.file.layout_version.segments_slot(), &laid)?;
        let behind = 8 + editor.header();
        let tables = editor.finish(behind, 0)?.buffer.into_vec();
        self.assemble(tables, laid)
    }

    /// Decides where changed and new data go: by entry, and for the new entries in order.
    fn place_data(&self, area: &mut Area<'a>) -> Result<(BTreeMap<usize, Place>, Vec<Place>)> {
        let ranges: Vec<Range<usize>> =
            self.entries.iter().map(|e| self.file.range(e)).collect::<Result<_>>()?;
        let alive = |index: &usize| !self.removed.contains(index);
        let shared = shared(&ranges, &(0..ranges.len()).filter(alive).collect::<Vec<_>>());
        let v1 = self.file.layout_version == LayoutVersion::V1;
        let mut places = BTreeMap::new();
        let mut pool = Pool::default();
        let mut numbers = Vec::new();
        for (index, (_, data)) in self.data.iter().filter(|(index, _)| alive(index)) {
            let (Some(entry), Some(range)) = (self.entries.get(*index), ranges.get(*index)) else { continue };
            let segment = to_index(entry.segment);
            if !shared.contains(index) && range.len() == data.len() {
                area.patch(segment, range.clone(), data.clone());
            } else if !v1 && entry.layout.is_some() {
                places.insert(*index, self.to_segment_0(area, data)?);
            } else if !shared.contains(index) && area.range(segment) == Some(range) {
                area.replace(segment, data.clone());
            } else {
                let place = new_segment(area, &mut pool, &mut numbers, data);
                places.insert(*index, place);
            }
        }
        let mut new_places = Vec::new();
        for entry in &self.added {
            new_places.push(match !v1 && entry.layout.is_some() {
                true => self.to_segment_0(area, &entry.data)?,
                false => new_segment(area, &mut pool, &mut numbers, &entry.data),
            });
        }
        let gone = |index: &usize| self.removed.contains(index) || places.contains_key(index);
        self.clear(area, &ranges, &gone);
        Ok((places, new_places))
    }

    /// v0: data at the end of segment 0.
    fn to_segment_0(&self, area: &mut Area<'a>, data: &Output<'a>) -> Result<Place> {
        let offset = area.grow(0, data.clone()).ok_or_else(|| {
            refused("the file has no segment 0, which is the only one that readers of v0 look into")
        })?;
        Ok((0, offset))
    }

    /// Takes away the bytes of entries that are gone or have moved, where no other entry has them.
    fn clear(&self, area: &mut Area<'a>, ranges: &[Range<usize>], gone: &dyn Fn(&usize) -> bool) {
        let mut named: QuickMap<u32, bool> = QuickMap::default();
        let mut kept = Vec::new();
        for (index, (entry, range)) in self.entries.iter().zip(ranges).enumerate() {
            let used = named.entry(entry.segment).or_insert(false);
            if !gone(&index) {
                *used = true;
                kept.push(range.clone());
            }
        }
        let v0 = self.file.layout_version != LayoutVersion::V1;
        for (segment, used) in named {
            if !(used || v0 && segment == 0) {
                area.drop_segment(to_index(segment));
            }
        }
        if !v0 {
            return;
        }
        kept.sort_short_by_key(|r| r.start);
        // The furthest end up to each of those kept.
        let mut ends: Vec<usize> = Vec::with_capacity(kept.len());
        for range in &kept {
            ends.push(range.end.max(ends.last().copied().unwrap_or(0)));
        }
        for (_, (entry, range)) in
            self.entries.iter().zip(ranges).enumerate().filter(|(index, _)| gone(index))
        {
            let before = kept.partition_point(|r| r.start < range.end);
            let end = before.checked_sub(1).and_then(|last| ends.get(last));
            if end.is_none_or(|end| *end <= range.start) {
                let mut zeros = Output::default();
                zeros.push(Piece::Zeros(range.len()));
                area.patch(to_index(entry.segment), range.clone(), zeros);
            }
        }
    }

    /// The lists of entries, with the slot of each, and how many entries there are before it.
    fn lists(&self) -> Result<Vec<(u16, usize)>> {
        let slots: &[u16] = match self.file.layout_version {
            LayoutVersion::V0a | LayoutVersion::V1 => &[2],
            LayoutVersion::V0b => &[2, 4],
        };
        let mut before = 0;
        let mut lists = Vec::new();
        for slot in slots {
            lists.push((*slot, before));
            before += self.file.root.vector(*slot, 4)?.map_or(0, |v| v.len());
        }
        Ok(lists)
    }

    /// The tables without the removed entries.
    fn without_removed(&self, mut editor: Editor<'a, '_>) -> Result<Vec<u8>> {
        for (slot, before) in self.lists()? {
            let Some(list) = self.file.root.vector(slot, 4)? else { continue };
            let kept: Vec<usize> =
                (0..list.len()).filter(|i| !self.removed.contains(&(before + i))).collect();
            if kept.len() == list.len() {
                continue;
            }
            let targets: Result<Vec<Target>> =
                kept.into_iter().map(|i| Ok(Target::Kept(list.table(i)?.pos()))).collect();
            let vector = editor.build.references(targets?);
            let root = editor.root();
            editor.set(root, slot, vector);
        }
        let behind = 8 + editor.header();
        Ok(editor.finish(behind, 0)?.buffer.into_vec())
    }

    /// The table of an entry in a buffer without the removed ones.
    fn node(&self, editor: &mut Editor<'_, '_>, index: usize) -> Result<Node> {
        let lists = self.lists()?;
        let found = lists.iter().rev().find(|(_, before)| *before <= index);
        let (slot, before) = found.copied().ok_or_else(|| refused("an entry of no list"))?;
        let gone = self.removed.range(before..index).count();
        editor.follow(&[usize::from(slot), index - before - gone])
    }

    fn patch_entries<'e>(&self, editor: &mut Editor<'e, '_>, places: &BTreeMap<usize, Place>) -> Result<()> {
        let v1 = self.file.layout_version == LayoutVersion::V1;
        for (index, key) in self.renamed.iter().filter(|(index, _)| !self.removed.contains(index)) {
            let node = self.node(editor, *index)?;
            let key = editor.build.string(key);
            editor.set(node, 0, key);
        }
        for (index, (layout, _)) in self.data.iter().filter(|(index, _)| !self.removed.contains(index)) {
            let Some(entry) = self.entries.get(*index) else { continue };
            let node = self.node(editor, *index)?;
            if let Some(layout) = layout.as_ref().filter(|l| entry.layout.as_ref() != Some(*l)) {
                // A layout of v1 is a table of its own, which may have fields that are not known.
                let (place, first) = match v1 {
                    true => (editor.child(node, 2)?.ok_or_else(|| refused("a tensor without a layout"))?, 0),
                    false => (node, 1),
                };
                let mut fields = layout_fields(&mut editor.build, layout, first);
                if layout.scalar_type.0 == 0 && editor.table(place)?.has(first) {
                    fields.push((first, Slot::from(0i8)));
                }
                fields.into_iter().for_each(|(slot, value)| editor.set(place, slot, value));
            }
            if let Some((segment, offset)) = places.get(index) {
                let tensors = !v1 && entry.layout.is_some();
                if entry.segment != *segment {
                    editor.set(node, if tensors { 4 } else { 1 }, *segment);
                }
                if tensors && entry.offset != *offset {
                    editor.set(node, 5, *offset);
                }
            }
        }
        Ok(())
    }

    fn add_entries<'e>(&self, editor: &mut Editor<'e, '_>, places: &[Place]) -> Result<()> {
        let (mut tensors, mut named) = (Vec::new(), Vec::new());
        for (entry, (segment, offset)) in self.added.iter().zip(places) {
            let layout = entry.layout.as_ref();
            let table = entry_table(
                &mut editor.build,
                self.file.layout_version,
                &entry.key,
                layout,
                *segment,
                *offset,
            );
            let in_tensors = self.file.layout_version != LayoutVersion::V1 && layout.is_some();
            if in_tensors { tensors.push(table) } else { named.push(table) }
        }
        let lists = [(Some(2), tensors), (self.file.layout_version.named_data_slot(), named)];
        for (slot, tables) in lists {
            let Some(slot) = slot.filter(|_| !tables.is_empty()) else { continue };
            push_all(editor, slot, tables.into_iter().map(Target::New).collect())?;
        }
        Ok(())
    }

    /// Puts tables and segments together and fills in the header.
    fn assemble(&mut self, mut tables: Vec<u8>, laid: Laid<'a>) -> Result<Output<'a>> {
        let (header, size) = (self.file.header, tables.len());
        let same_size = size == self.file.flatbuffer.len();
        let base = match usize::try_from(header.segment_base) {
            Ok(base) if same_size && (base >= size || base == 0 && laid.output.is_empty()) => base,
            _ => size.next_multiple_of(laid.base_align),
        };
        let tables_size = (size as u64).saturating_sub(header.flatbuffer_offset);
        let tables_size = if same_size { header.flatbuffer_size } else { tables_size };
        for (at, number) in [(24, tables_size), (32, base as u64), (40, laid.size)] {
            put(&mut tables, at, &number.to_le_bytes())?;
        }
        let mut output = Output::of(tables);
        output.pad_to(base);
        output.append(laid.output);
        Ok(output)
    }
}

/// The entries, of those that are alive, that have bytes in common with another.
fn shared(ranges: &[Range<usize>], alive: &[usize]) -> BTreeSet<usize> {
    let entry = |index: &usize| Some((*index, ranges.get(*index).filter(|range| !range.is_empty())?));
    let mut order: Vec<(usize, &Range<usize>)> = alive.iter().filter_map(entry).collect();
    order.sort_short_by_key(|(_, range)| range.start);
    let mut found = BTreeSet::new();
    let mut last: Option<(usize, usize)> = None;
    for (index, range) in order {
        if let Some((before, _)) = last.filter(|(_, end)| *end > range.start) {
            found.extend([before, index]);
        }
        if last.is_none_or(|(_, end)| end < range.end) {
            last = Some((index, range.end));
        }
    }
    found
}

/// A segment for new data; equal data get one.
fn new_segment<'a>(
    area: &mut Area<'a>,
    pool: &mut Pool<'a>,
    numbers: &mut Vec<u32>,
    data: &Output<'a>,
) -> Place {
    let (number, new) = pool.number(data);
    if new {
        numbers.push(area.add(data.clone()));
    }
    (numbers.get(number).copied().unwrap_or_default(), 0)
}

/// Adds elements to a list of the root table, which may be absent.
fn push_all(editor: &mut Editor<'_, '_>, slot: u16, targets: Vec<Target>) -> Result<()> {
    let root = editor.root();
    match editor.child(root, slot)? {
        Some(list) => targets.into_iter().for_each(|target| editor.push(list, target)),
        None => {
            let list = editor.build.references(targets);
            editor.set(root, slot, list);
        }
    }
    Ok(())
}

fn patch_segments(editor: &mut Editor<'_, '_>, slot: u16, laid: &Laid<'_>) -> Result<()> {
    for (index, new) in laid.old.iter().enumerate() {
        let node = editor.follow(&[usize::from(slot), index])?;
        let table: Table<'_> = editor.table(node)?;
        let old = (table.u64(0)?.unwrap_or(0), table.u64(1)?.unwrap_or(0));
        if old.0 != new.0 {
            editor.set(node, 0, new.0);
        }
        if old.1 != new.1 {
            editor.set(node, 1, new.1);
        }
    }
    if laid.new.is_empty() {
        return Ok(());
    }
    let tables = laid
        .new
        .iter()
        .map(|(offset, size)| Target::New(segment_table(&mut editor.build, *offset, *size)))
        .collect();
    push_all(editor, slot, tables)
}
