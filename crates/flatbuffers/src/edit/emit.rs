//! [`Editor::finish`]: the changes as bytes.

use std::collections::{HashMap, HashSet};

use outlast_core::{ErrorKind, Result};

use super::{Change, Edited, Editor, Kind, Node, check, invalid, unknown};
use crate::build::{Object as Built, Ref, Slot, Target, VTable, distance, vtable};
use crate::schema::{Element, ObjectId, Type};
use crate::view::{self, Vector};
use crate::walk::ObjectKind;

/// Largest alignment that is kept when a block is inserted before the body: that of a page.
const MAX_ALIGN: usize = 4096;

/// How nodes are written.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The copy of each node that is copied.
    pub(super) copies: HashMap<Node, Ref>,
    /// Bytes to overwrite, by their place in the original.
    pub(super) patches: Vec<(usize, Patch)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Patch {
    /// With these.
    Bytes(Vec<u8>),
    /// With a reference to a new object.
    Refer(Ref),
    /// A table's way to its vtable, with the way to this new one.
    VTable(Vec<u8>),
}

impl Patch {
    pub(super) fn len(&self) -> usize {
        match self {
            Patch::Bytes(raw) => raw.len(),
            _ => 4,
        }
    }
}

impl<'a> Editor<'a, '_> {
    /// Writes the changes. A block that has to be inserted goes to `insert_at`, after identifier and header; `reserve`
    /// bytes at its start stay free, for a header that grows. Nothing changed and nothing reserved gives the original.
    pub fn finish(mut self, insert_at: usize, reserve: usize) -> Result<Edited> {
        if self.is_unchanged() && reserve == 0 {
            let bytes = self.buf.data().to_vec();
            return Ok(Edited { bytes, shift: 0, freed: 0, zeroed: true });
        }
        let early = self.coverage.objects.iter().find(|o| o.kind != ObjectKind::Head && o.start < insert_at);
        if let Some(object) = early {
            return Err(invalid(format!("an object at 0x{:x} stands in the header", object.start), self.buf));
        }
        let plan = self.plan()?;
        let (vtables, suffix_roots) = self.suffix(&plan);
        let in_suffix = self.build.reachable(&suffix_roots);
        let prefix_roots: Vec<Ref> = plan.copies.get(&Node(0)).copied().into_iter().collect();
        let later: HashSet<Ref> = in_suffix.iter().copied().collect();
        let prefix: Vec<Ref> =
            self.build.reachable(&prefix_roots).into_iter().filter(|r| !later.contains(r)).collect();
        let align = self.align()?;
        let mut first = self.build.layout_of(prefix, insert_at + reserve)?;
        let shift = (first.end - insert_at).next_multiple_of(align);
        let shift = if prefix_roots.is_empty() && reserve == 0 { 0 } else { shift };
        let moved = |old: usize| if old >= insert_at { old + shift } else { old };

        let body_end = self.buf.len() + shift;
        let mut vtable_places = HashMap::new();
        let mut end = body_end;
        for raw in &vtables {
            vtable_places.insert(raw.clone(), end.next_multiple_of(4));
            end = end.next_multiple_of(4) + raw.len();
        }
        let second = self.build.layout_of(in_suffix, end)?;
        end = second.end;
        first.places.extend(second.places.iter().map(|(object, place)| (*object, *place)));

        let mut out = Vec::with_capacity(end);
        out.extend_from_slice(&self.buf.data()[..insert_at]);
        out.resize(insert_at + shift, 0);
        out.extend_from_slice(&self.buf.data()[insert_at..]);
        out.resize(end, 0);
        self.build.write(&first, &mut out, 0, &moved)?;
        self.build.write(&second, &mut out, 0, &moved)?;
        for (raw, at) in &vtable_places {
            out[*at..*at + raw.len()].copy_from_slice(raw);
        }
        for (old, patch) in &plan.patches {
            let at = moved(*old);
            let raw = match patch {
                Patch::Bytes(raw) => raw.clone(),
                Patch::Refer(object) => distance(at, first.places[object])?.to_le_bytes().to_vec(),
                Patch::VTable(raw) => {
                    let back =
                        i64::try_from(at).unwrap_or(0) - i64::try_from(vtable_places[raw]).unwrap_or(0);
                    let back =
                        i32::try_from(back).map_err(|_| invalid("more than 2 GiB".into(), self.buf))?;
                    back.to_le_bytes().to_vec()
                }
            };
            out[at..at + raw.len()].copy_from_slice(&raw);
        }
        if let Some(root) = plan.copies.get(&Node(0)) {
            out[..4].copy_from_slice(&distance(0, first.places[root])?.to_le_bytes());
        } else if shift > 0 {
            let root = moved(view::root(self.buf)?.pos());
            out[..4].copy_from_slice(&distance(0, root)?.to_le_bytes());
        }
        check::finished(&self, &plan, out, insert_at, shift)
    }

    /// Which nodes are copied, and what is overwritten in those that are not.
    fn plan(&mut self) -> Result<Plan> {
        let mut shared = vec![false; self.nodes.len()];
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            let above = node.parent.is_some_and(|p| shared[p.0]);
            shared[at] = above || self.incoming.get(&node.pos).copied().unwrap_or(0) != 1;
        }
        let mut plan = Plan::default();
        // Children were entered after their parents.
        for at in (0..self.nodes.len()).rev() {
            let node = Node(at);
            let children: Vec<(usize, Ref)> = self.nodes[at]
                .children
                .iter()
                .filter_map(|(place, child)| Some((*place, *plan.copies.get(child)?)))
                .collect();
            if self.nodes[at].is_unchanged() && children.is_empty() {
                continue;
            }
            if shared[at] || !children.is_empty() || !self.fits_in_place(node)? {
                let copy = match self.nodes[at].kind {
                    Kind::Table(id) => self.copy_table(node, id, &children)?,
                    Kind::Vector(element) => self.copy_vector(node, element, &children)?,
                };
                plan.copies.insert(node, copy);
            } else {
                self.patch(node, &mut plan)?;
            }
        }
        Ok(plan)
    }

    /// Whether the changes of a node itself can be made in place.
    fn fits_in_place(&self, node: Node) -> Result<bool> {
        let edits = &self.nodes[node.0];
        let fits = |slot: &Slot| match slot {
            Slot::Inline(..) => true,
            Slot::To(Target::Kept(_)) => false,
            Slot::To(Target::New(object)) => !self.build.refers_to_kept(*object),
        };
        if !edits.pushed.is_empty() || !edits.elements.values().all(fits) {
            return Ok(false);
        }
        let Kind::Table(id) = edits.kind else { return Ok(true) };
        let table = self.table(node)?;
        Ok(edits.fields.iter().all(|(slot, change)| match change {
            Change::Clear => true,
            Change::Set(value) => {
                table.has(*slot) && fits(value) && self.room(id, *slot) == Some(size(value))
            }
        }))
    }

    /// Bytes that a field takes in its table.
    fn room(&self, id: ObjectId, slot: u16) -> Option<usize> {
        let field = self.schema.object(id).field_by_id(slot)?;
        Some(match field.ty {
            Type::Single(element) => element.inline_size(self.schema),
            _ => 4,
        })
    }

    fn patch(&self, node: Node, plan: &mut Plan) -> Result<()> {
        let edits = &self.nodes[node.0];
        let value = |slot: &Slot| match slot {
            Slot::Inline(raw, _) => Patch::Bytes(raw.clone()),
            Slot::To(Target::New(object)) => Patch::Refer(*object),
            Slot::To(Target::Kept(_)) => Patch::Bytes(Vec::new()),
        };
        if let Kind::Vector(element) = edits.kind {
            let vector = Vector::at(self.buf, edits.pos, element.inline_size(self.schema))?;
            for (index, slot) in &edits.elements {
                plan.patches.push((vector.element_pos(*index)?, value(slot)));
            }
            return Ok(());
        }
        let table = self.table(node)?;
        let mut cleared = Vec::new();
        for (slot, change) in &edits.fields {
            match change {
                Change::Set(new) => {
                    if let Some(at) = table.slot(*slot, size(new))? {
                        plan.patches.push((at, value(new)));
                    }
                }
                Change::Clear if table.has(*slot) => cleared.push(*slot),
                Change::Clear => {}
            }
        }
        if !cleared.is_empty() {
            let entries: Vec<(u16, usize)> = (0..table.slots())
                .map(|id| (id, if cleared.contains(&id) { 0 } else { usize::from(table.entry(id)) }))
                .collect();
            plan.patches.push((table.pos(), Patch::VTable(vtable(&entries, table.size()))));
        }
        Ok(())
    }

    /// New vtables and new objects that are referred to in place: they go after the body.
    fn suffix(&self, plan: &Plan) -> (Vec<Vec<u8>>, Vec<Ref>) {
        let (mut vtables, mut roots) = (Vec::new(), Vec::new());
        for (_, patch) in &plan.patches {
            match patch {
                Patch::VTable(raw) if !vtables.contains(raw) => vtables.push(raw.clone()),
                Patch::Refer(object) => roots.push(*object),
                _ => {}
            }
        }
        (vtables, roots)
    }

    fn copy_table(&mut self, node: Node, id: ObjectId, children: &[(usize, Ref)]) -> Result<Ref> {
        let table = self.table(node)?;
        let pos = table.pos();
        let mut bytes = table.buffer().slice(pos, table.size(), "table")?.to_vec();
        let mut entries: Vec<(u16, usize)> =
            (0..table.slots()).map(|id| (id, usize::from(table.entry(id)))).collect();
        let mut references = Vec::new();
        let object = crate::walk::Object { start: pos, end: pos + table.size(), kind: ObjectKind::Table(id) };
        for (at, target) in unknown::references_of(self.buf, self.schema, &object)? {
            let copied = children.iter().find(|(place, _)| *place == at);
            references.push((at - pos, copied.map_or(Target::Kept(target), |(_, copy)| Target::New(*copy))));
        }
        for slot in self.walk.unknown_slots.iter().filter(|s| s.at >= pos && s.at < pos + table.size()) {
            if let Some(target) = unknown::reference(self.buf, &self.walk, &self.coverage, slot)? {
                references.push((slot.at - pos, Target::Kept(target)));
            }
        }
        let mut modulus = 16;
        let fields = self.nodes[node.0].fields.clone();
        let mut same_shape = true;
        for (slot, change) in fields {
            let offset =
                entries.iter().find(|(id, offset)| *id == slot && *offset != 0).map(|(_, offset)| *offset);
            if let Some(offset) = offset {
                references.retain(|(at, _)| *at != offset);
            }
            let value = match change {
                Change::Set(value) => value,
                Change::Clear => {
                    if let (Some(offset), Some(size)) = (offset, self.room(id, slot)) {
                        bytes[offset..offset + size].fill(0);
                        entries.iter_mut().filter(|(id, _)| *id == slot).for_each(|(_, offset)| *offset = 0);
                        same_shape = false;
                    }
                    continue;
                }
            };
            let align = match &value {
                Slot::Inline(_, align) => *align,
                Slot::To(_) => 4,
            };
            modulus = modulus.max(align);
            let offset = match offset {
                Some(offset) if self.room(id, slot) == Some(size(&value)) => offset,
                _ => {
                    // The copy stands at the same remainder as the original, which decides the alignment inside.
                    let mut at = bytes.len();
                    while (pos + at) % align != 0 {
                        at += 1;
                    }
                    bytes.resize(at + size(&value), 0);
                    entries.retain(|(id, _)| *id != slot);
                    entries.push((slot, at));
                    same_shape = false;
                    at
                }
            };
            match value {
                Slot::Inline(raw, _) => bytes[offset..offset + raw.len()].copy_from_slice(&raw),
                Slot::To(target) => references.push((offset, target)),
            }
        }
        if bytes.len() > usize::from(u16::MAX) {
            return Err(invalid(format!("a table of {} bytes; 65535 is the limit", bytes.len()), self.buf));
        }
        let vtable = match same_shape {
            true => VTable::Kept(table.vtable().0),
            false => VTable::New(vtable(&entries, bytes.len())),
        };
        Ok(self.build.add(Built::Table { bytes, references, vtable, modulus, remainder: pos % modulus }))
    }

    fn copy_vector(&mut self, node: Node, element: Element, children: &[(usize, Ref)]) -> Result<Ref> {
        let size = element.inline_size(self.schema);
        let vector = Vector::at(self.buf, self.nodes[node.0].pos, size)?;
        let mut data = vector.bytes().to_vec();
        let mut references: Vec<(usize, Target)> = Vec::new();
        if element.is_reference() {
            for index in 0..vector.len() {
                let at = vector.element_pos(index)?;
                if self.buf.u32(at, "element")? == 0 {
                    continue; // NONE in a vector of unions
                }
                let target = view::reference(self.buf, at, "element")?;
                let copied = children.iter().find(|(place, _)| *place == at);
                references
                    .push((4 * index, copied.map_or(Target::Kept(target), |(_, copy)| Target::New(*copy))));
            }
        }
        for (index, slot) in &self.nodes[node.0].elements {
            let at = vector.element_pos(*index)? - vector.pos();
            references.retain(|(place, _)| *place != at);
            match slot {
                Slot::Inline(raw, _) if raw.len() == size => data[at..at + size].copy_from_slice(raw),
                Slot::Inline(..) => return Err(invalid("an element of another size".into(), self.buf)),
                Slot::To(target) => references.push((at, *target)),
            }
        }
        for target in &self.nodes[node.0].pushed {
            references.push((data.len(), *target));
            data.extend([0; 4]);
        }
        let count = u32::try_from(data.len() / size.max(1)).unwrap_or(u32::MAX);
        let natural = element.inline_align(self.schema).max(4);
        let align = if element.is_reference() { 4 } else { natural.max(lowest_bit(vector.pos()).min(64)) };
        Ok(self.build.add(Built::Vector { count, data: data.into(), references, align }))
    }

    /// The alignment that the body must keep: that of the best aligned vector that is more than a few bytes long.
    fn align(&self) -> Result<usize> {
        let mut align = 16;
        for object in &self.coverage.objects {
            let ObjectKind::Vector(Type::Vector(element)) = object.kind else { continue };
            if !element.is_reference() && object.end - object.start > 20 {
                align = align.max(lowest_bit(object.start + 4).min(MAX_ALIGN));
            }
        }
        Ok(align)
    }
}

/// The largest power of two that divides a place.
pub(crate) fn lowest_bit(place: usize) -> usize {
    1 << place.trailing_zeros().min(30)
}

fn size(slot: &Slot) -> usize {
    match slot {
        Slot::Inline(raw, _) => raw.len(),
        Slot::To(_) => 4,
    }
}

/// Why an edit did not come out as asked: a fault of this library, never of the file.
pub(super) fn fault(why: String) -> outlast_core::Error {
    let kind = ErrorKind::Invalid { what: "edited buffer", why };
    outlast_core::Error::new(kind, outlast_core::Span::default())
        .with_help("this is a fault of outlast: please report it, with the file")
}
