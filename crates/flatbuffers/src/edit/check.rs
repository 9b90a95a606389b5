//! The edited buffer is read again: it must be sound, say what was asked for, and be the original everywhere else.

use std::cell::RefCell;
use std::collections::BTreeMap;

use std::ops::Range;

use outlast_core::{Bytes, Error, ErrorKind, QuickMap, QuickSet, Result, Span};

use super::plan::{Patch, Plan};
use super::unknown::Unknowns;
use super::{Change, Edited, Editor, Kind, Node, invalid, unknown};
use crate::buffer::Buffer;
use crate::build::{Object as Built, Ref, Slot, Target, VTable};
use crate::coverage::Coverage;
use crate::object::{Object, ObjectKind, from_first};
use crate::schema::Element;
use crate::view::{self, Table, Vector};
use crate::walk::{Limits, Walk, walk};

/// Checks the result, and clears what nothing refers to any more.
///
/// Bulk data are not read: those of the body at `holes`, where they were, and those of new objects.
pub(super) fn finished<'a>(
    editor: &Editor<'_, '_>,
    plan: &Plan,
    holes: &[Range<usize>],
    mut buffer: Buffer<'a>,
    insert_at: usize,
    shift: usize,
) -> Result<Edited<'a>> {
    let copied_slots = RefCell::default();
    let (freed, result) = {
        let check = Check::new(editor, holes, &buffer, (insert_at, shift), &copied_slots);
        check.body(plan)?;
        check.node(Node(0), view::root(check.new)?.pos())?;
        let result = check.sound()?;
        (check.freed(&result.1)?, result)
    };
    for (range, _) in freed.iter().filter(|(_, clear)| *clear) {
        buffer.clear(range.clone());
    }
    let check = Check::new(editor, holes, &buffer, (insert_at, shift), &copied_slots);
    check.same_unknowns(&result.0, &result.1)?;
    let zeroed = freed.iter().all(|(_, clear)| *clear);
    Ok(Edited { buffer, shift, freed: freed.iter().map(|(range, _)| range.len()).sum(), zeroed })
}

/// The bytes of an element of a vector.
fn element_of<'a>(vector: &Vector<'a>, index: usize, size: usize) -> Option<&'a [u8]> {
    let start = index.checked_mul(size)?;
    vector.bytes().get(start..)?.get(..size)
}

struct Check<'e, 'a, 's> {
    editor: &'e Editor<'a, 's>,
    holes: &'e [Range<usize>],
    buffer: &'e Buffer<'e>,
    /// The bytes of the buffer.
    new: Bytes<'e>,
    insert_at: usize,
    shift: usize,
    /// Unknown fields of tables that were copied: the place now, and the place before.
    copied_slots: &'e RefCell<Vec<(usize, usize)>>,
}

impl<'e, 'a, 's> Check<'e, 'a, 's> {
    /// A check of what was made by inserting so many bytes at a place.
    fn new(
        editor: &'e Editor<'a, 's>,
        holes: &'e [Range<usize>],
        buffer: &'e Buffer<'e>,
        (insert_at, shift): (usize, usize),
        copied_slots: &'e RefCell<Vec<(usize, usize)>>,
    ) -> Check<'e, 'a, 's> {
        Check { editor, holes, buffer, new: Bytes::new(&buffer.bytes, 0), insert_at, shift, copied_slots }
    }

    fn moved(&self, old: usize) -> usize {
        if old >= self.insert_at { old + self.shift } else { old }
    }

    /// Everything but the patched places and the root offset is as it was.
    fn body(&self, plan: &Plan) -> Result<()> {
        let (old, new) = (self.editor.buf.data(), self.new.data());
        let mut patches: Vec<(usize, usize)> =
            plan.patches.iter().map(|(at, patch): &(usize, Patch)| (*at, patch.len())).collect();
        patches.push((0, 4));
        patches.extend(self.holes.iter().map(|hole| (hole.start, hole.len())));
        patches.sort_unstable();
        let mut at = 0;
        for (place, len) in patches.into_iter().chain([(old.len(), 0)]) {
            for (start, end) in [(at, place.min(self.insert_at)), (at.max(self.insert_at), place)] {
                if start < end && old.get(start..end) != new.get(self.moved(start)..self.moved(end - 1) + 1) {
                    return Err(fault(format!("bytes 0x{start:x}..0x{end:x} changed")));
                }
            }
            at = at.max(place + len);
        }
        Ok(())
    }

    /// A node of the original and its changes, against the object at `pos` of the result.
    fn node(&self, node: Node, pos: usize) -> Result<()> {
        let mut todo = vec![(node, pos)];
        while let Some((node, pos)) = todo.pop() {
            match self.editor.edits(node).kind {
                Kind::Table(_) => self.table(node, pos, &mut todo)?,
                Kind::Vector(element) => self.vector(node, pos, element, &mut todo)?,
            }
        }
        Ok(())
    }

    fn table(&self, node: Node, pos: usize, todo: &mut Vec<(Node, usize)>) -> Result<()> {
        let editor = self.editor;
        let edits = editor.edits(node);
        let Kind::Table(id) = edits.kind else { return Ok(()) };
        let (old, new) = (editor.table(node)?, Table::at(self.new, pos)?);
        let whole = Object { start: old.pos(), end: old.pos() + old.size(), kind: ObjectKind::Table(id) };
        let known: BTreeMap<usize, usize> =
            unknown::references_of(editor.buf, editor.schema, &whole)?.into_iter().collect();
        for slot in 0..old.slots().max(new.slots()) {
            let differs =
                |what: &str| fault(format!("slot {slot} of the table at 0x{:x}: {what}", old.pos()));
            match edits.fields.get(&slot) {
                Some(Change::Set(value)) => {
                    let at = new.slot(slot, 1)?.ok_or_else(|| differs("absent"))?;
                    self.value(value, at)?;
                    continue;
                }
                Some(Change::Clear) if new.has(slot) => return Err(differs("still present")),
                Some(Change::Clear) => continue,
                None => {}
            }
            let (Some(from), Some(to)) = (old.slot(slot, 1)?, new.slot(slot, 1)?) else {
                if old.has(slot) != new.has(slot) {
                    return Err(differs("present on one side only"));
                }
                continue;
            };
            if let Some(target) = known.get(&from) {
                self.reference(node, from, *target, to, todo)?;
                continue;
            }
            let unknown = editor.unknown_slot(id, from);
            if unknown.is_some() && self.moved(from) != to {
                self.copied_slots.borrow_mut().push((to, from));
            }
            let field = editor.schema.object(id).field_by_id(slot);
            let size = match (field, unknown) {
                (Some(field), _) => field.ty.element().inline_size(editor.schema),
                (None, Some(unknown)) => unknown.room,
                (None, None) => 1,
            };
            if let Some(unknown) = unknown.filter(|_| self.moved(from) != to)
                && let Some(target) = editor.unknowns().reference(editor.buf, unknown)?
            {
                self.reference(node, from, target, to, todo)?;
            } else if editor.buf.slice(from, size, "field")? != self.new.slice(to, size, "field")? {
                return Err(differs("another value"));
            }
        }
        Ok(())
    }

    fn vector(&self, node: Node, pos: usize, element: Element, todo: &mut Vec<(Node, usize)>) -> Result<()> {
        let edits = self.editor.edits(node);
        let size = element.inline_size(self.editor.schema);
        let old = Vector::at(self.editor.buf, edits.pos, size)?;
        let new = Vector::at(self.new, pos, size)?;
        if new.len() != old.len() + edits.pushed.len() {
            return Err(fault(format!("the vector at 0x{:x} has {} elements", edits.pos, new.len())));
        }
        let bulk = self.holes.binary_search_by_key(&old.pos(), |hole| hole.start).is_ok();
        if bulk && new.pos() == self.moved(old.pos()) {
            return Ok(());
        }
        for index in 0..new.len() {
            let to = new.element_pos(index)?;
            if let Some(pushed) = index.checked_sub(old.len()).and_then(|i| edits.pushed.get(i)) {
                self.target(*pushed, to)?;
            } else if let Some(slot) = edits.elements.get(&index) {
                self.value(slot, to)?;
            } else if element.is_reference() && self.editor.buf.u32(old.element_pos(index)?, "element")? != 0
            {
                let from = old.element_pos(index)?;
                self.reference(node, from, view::reference(self.editor.buf, from, "element")?, to, todo)?;
            } else if element_of(&old, index, size)
                .is_none_or(|was| element_of(&new, index, size) != Some(was))
            {
                return Err(fault(format!("element {index} of the vector at 0x{:x} changed", edits.pos)));
            }
        }
        Ok(())
    }

    /// A reference that was not set: to the same object, or to what became of it.
    fn reference(
        &self,
        node: Node,
        from: usize,
        target: usize,
        to: usize,
        todo: &mut Vec<(Node, usize)>,
    ) -> Result<()> {
        let found = view::reference(self.new, to, "reference")?;
        match self.editor.edits(node).children.get(&from) {
            Some(child) => todo.push((*child, found)),
            None if found == self.moved(target) => {}
            None => return Err(fault(format!("the reference at 0x{from:x} leads elsewhere"))),
        }
        Ok(())
    }

    fn value(&self, value: &Slot, at: usize) -> Result<()> {
        match value {
            Slot::Inline(raw, _) if self.new.slice(at, raw.len(), "field")? == raw => Ok(()),
            Slot::Inline(..) => Err(fault(format!("the value at 0x{at:x} is not the one that was set"))),
            Slot::To(target) => self.target(*target, at),
        }
    }

    /// The reference at `at` leads to this target, and a new object is as it was built.
    fn target(&self, target: Target, at: usize) -> Result<()> {
        let mut todo = vec![(target, at)];
        let mut seen: QuickSet<(Ref, usize)> = QuickSet::default();
        while let Some((target, at)) = todo.pop() {
            let found = view::reference(self.new, at, "reference")?;
            let object = match target {
                Target::Kept(old) if found == self.moved(old) => continue,
                Target::Kept(old) => return Err(fault(format!("0x{at:x} does not lead to 0x{old:x}"))),
                Target::New(object) => object,
            };
            if !seen.insert((object, found)) {
                continue;
            }
            let (expected, references, first) = match self.editor.build.object(object) {
                Built::Table { bytes, references, vtable, .. } => {
                    let table = Table::at(self.new, found)?;
                    let (place, size) = table.vtable();
                    let same = match vtable {
                        VTable::New(raw) => self.new.slice(place, size, "vtable")? == raw,
                        VTable::Kept(old) => place == self.moved(*old),
                    };
                    if !same {
                        return Err(fault(format!("the table at 0x{found:x} has another vtable")));
                    }
                    (bytes.get(4..).unwrap_or_default(), references, found)
                }
                Built::Vector { count, data, references, .. } => {
                    if self.new.u32(found, "count")? != *count {
                        return Err(fault(format!("the vector at 0x{found:x} has another count")));
                    }
                    (&**data, references, found + 4)
                }
                Built::Struct { data, .. } => {
                    if self.new.slice(found, data.len(), "struct")? != data.as_slice() {
                        return Err(fault(format!("the struct at 0x{found:x} has other bytes")));
                    }
                    continue;
                }
                Built::Bulk { data, .. } => {
                    let count = usize::try_from(self.new.u32(found, "count")?).unwrap_or(usize::MAX);
                    if count != data.len() || (count > 0 && !self.buffer.has_bulk_at(found + 4)) {
                        return Err(fault(format!("the vector at 0x{found:x} has other bytes")));
                    }
                    continue;
                }
            };
            let start = found + 4;
            let actual = self.new.slice(start, expected.len(), "new object")?;
            let mut places: Vec<usize> = references.iter().map(|(offset, _)| first + offset).collect();
            places.sort_unstable();
            let mut from = 0;
            for place in places.into_iter().map(|p| p - start).chain([expected.len()]) {
                let part = from..place;
                if expected.get(part.clone()).is_none_or(|bytes| actual.get(part) != Some(bytes)) {
                    return Err(fault(format!("the new object at 0x{found:x} differs")));
                }
                from = (place + 4).min(expected.len());
            }
            todo.extend(references.iter().map(|(offset, target)| (*target, first + offset)));
        }
        Ok(())
    }

    /// The result under the schema: no faults, and no overlaps.
    fn sound(&self) -> Result<(Walk, Coverage)> {
        let editor = self.editor;
        let walked = walk(self.new, editor.schema, Limits::default());
        if let Some(error) = walked.errors.first() {
            return Err(invalid(format!("the result would not be sound: {error}"), editor.buf));
        }
        let objects = editor.coverage.objects.iter();
        let header: Vec<Object> = objects.filter(|o| o.kind == ObjectKind::Head).copied().collect();
        let now = Coverage::new(self.new, &walked, &header, 16);
        if let Some(overlap) = now.overlaps.first() {
            let (first, second) = (overlap.first.start, overlap.second.start);
            return Err(fault(format!("objects at 0x{first:x} and 0x{second:x} overlap")));
        }
        Ok((walked, now))
    }

    /// Which bytes of the body have lost their owner. Each with whether it may be cleared: nothing unknown could refer
    /// to what stood there.
    fn freed(&self, now: &Coverage) -> Result<Vec<(Range<usize>, bool)>> {
        let objects = &self.editor.coverage.objects;
        let mut freed: Vec<(Range<usize>, usize)> = Vec::new();
        for object in objects.iter().filter(|o| o.start < o.end) {
            let (start, end) = (self.moved(object.start), self.moved(object.end - 1) + 1);
            for gap in from_first(&now.gaps, |gap| gap.end <= start).iter().take_while(|gap| gap.start < end)
            {
                freed.push((gap.start.max(start)..gap.end.min(end), object.start));
            }
        }
        let starts: QuickSet<usize> = freed.iter().map(|(_, object)| *object).collect();
        let wanted = self.wanted(&starts)?;
        Ok(freed.into_iter().map(|(range, object)| (range, !wanted.contains(&object))).collect())
    }

    /// The next edit must take every unknown field for what this one took it for. Where an object loses its owner, or
    /// a table moves, a number may come to lead where only a reference would.
    fn same_unknowns(&self, now: &Walk, coverage: &Coverage) -> Result<()> {
        let editor = self.editor;
        if now.unknown_slots.is_empty() {
            return Ok(());
        }
        let after = Unknowns::new(self.new, editor.schema, now, coverage, &now.objects);
        let copied: QuickMap<usize, usize> = self.copied_slots.borrow().iter().copied().collect();
        for slot in &now.unknown_slots {
            let unmoved = slot.at.checked_sub(self.shift).filter(|at| *at >= self.insert_at);
            let Some(was) = copied.get(&slot.at).copied().or(unmoved) else { continue };
            let Some(old) = editor.unknown_slot(slot.object, was) else { continue };
            if !editor.unknowns().still(was, &after, slot.at) {
                let why = "this edit would change what it seems to be";
                return Err(unknown::unclear(editor.buf, old, why));
            }
        }
        Ok(())
    }

    /// Which of these objects something unknown may refer to, with what they refer to themselves.
    fn wanted(&self, among: &QuickSet<usize>) -> Result<QuickSet<usize>> {
        let editor = self.editor;
        let objects = &editor.met;
        let leads = unknown::leads(editor.buf, &editor.walk, &editor.coverage);
        let members = unknown::unknown_members(editor.buf, editor.schema, objects);
        let mut todo: Vec<usize> = leads.chain(members).filter(|at| among.contains(at)).collect();
        let mut wanted = QuickSet::default();
        while let Some(at) = todo.pop() {
            if !among.contains(&at) || !wanted.insert(at) {
                continue;
            }
            for object in
                from_first(objects, |object| object.start < at).iter().take_while(|object| object.start == at)
            {
                if let ObjectKind::Table(_) = object.kind {
                    todo.push(Table::at(editor.buf, at)?.vtable().0);
                }
                let references = unknown::references_of(editor.buf, editor.schema, object)?;
                todo.extend(references.into_iter().map(|(_, target)| target));
            }
        }
        Ok(wanted)
    }
}

/// Why an edit did not come out as asked: a fault of this library, never of the file.
fn fault(why: String) -> Error {
    Error::new(ErrorKind::Invalid { what: "edited buffer", why }, Span::default())
        .with_help("this is a fault of outlast: please report it, with the file")
}
