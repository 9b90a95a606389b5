//! Which objects are copied, and which bytes of the others are overwritten.

use std::collections::BTreeMap;

use outlast_core::{Marks, QuickMap, QuickSet, Result};

use super::align::{MAX_ALIGN, lowest_bit};
use super::{Change, Editor, Kind, Node, invalid, unknown};
use crate::build::{Object as Built, Ref, Slot, Target, VTable, put, vtable};
use crate::object::{Object, ObjectKind};
use crate::schema::{Element, ObjectId, Type};
use crate::view::{self, Vector};

/// Alignment that a table keeps when it is copied, at least.
const TABLE_ALIGN: usize = 16;
/// The same where it has fields that the schema does not know: structs may want more than numbers.
const UNKNOWN_ALIGN: usize = 64;

/// How nodes are written.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The copy of each node that is copied.
    pub(super) copies: QuickMap<Node, Ref>,
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
            Patch::Refer(_) | Patch::VTable(_) => 4,
        }
    }
}

/// How a node hangs on the root once the changes are made.
#[derive(Clone, Copy, Default, Debug)]
struct Link {
    /// Something else refers to it, or to an object on the way to it: a change in place would show there too.
    shared: bool,
    /// A reference on the way to it was given another value.
    detached: bool,
    /// It is detached, and a new reference leads to it, or to a detached object on the way to it.
    moved: bool,
}

impl Editor<'_, '_> {
    /// Which nodes are copied, and what is overwritten in those that are not.
    pub(super) fn plan(&mut self) -> Result<Plan> {
        self.check_changes()?;
        let back = self.build.leading_back();
        let links = self.links()?;
        let mut plan = Plan::default();
        // Children were entered after their parents.
        for at in (0..self.nodes.len()).rev() {
            let node = Node(at);
            let link = links.get(at).copied().unwrap_or_default();
            if link.detached && !link.moved {
                continue; // nothing leads there any more
            }
            let copied = |(place, child): (&usize, &Node)| Some((*place, *plan.copies.get(child)?));
            let children: BTreeMap<usize, Ref> =
                self.edits(node).children.iter().filter_map(copied).collect();
            if self.edits(node).is_unchanged() && children.is_empty() {
                continue;
            }
            if !link.shared && children.is_empty() && self.fits_in_place(node, &back)? {
                self.patch(node, &mut plan)?;
                continue;
            }
            if link.moved {
                let pos = self.edits(node).pos;
                let why =
                    format!("the object at 0x{pos:x} moves and grows, or is shared: make two edits of it");
                return Err(invalid(why, self.buf));
            }
            let copy = match self.edits(node).kind {
                Kind::Table(id) => self.copy_table(node, id, &children)?,
                Kind::Vector(element) => self.copy_vector(node, element, &children)?,
            };
            plan.copies.insert(node, copy);
        }
        Ok(plan)
    }

    fn links(&self) -> Result<Vec<Link>> {
        let mut kept: QuickSet<usize> = self.build.kept_places().collect();
        for node in &self.nodes {
            let set = node.fields.values().filter_map(|change| match change {
                Change::Set(slot) => Some(slot),
                Change::Clear => None,
            });
            let targets = set.chain(node.elements.values()).filter_map(|slot| match slot {
                Slot::To(target) => Some(target),
                Slot::Inline(..) => None,
            });
            kept.extend(targets.chain(&node.pushed).filter_map(|target| match target {
                Target::Kept(at) => Some(*at),
                Target::New(_) => None,
            }));
        }
        let mut links: Vec<Link> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            // Parents were entered before their children.
            let above = node.parent.and_then(|(parent, _)| links.get(parent.0).copied()).unwrap_or_default();
            let cut = match node.parent {
                Some((parent, at)) => self.is_overridden(parent, at)?,
                None => false,
            };
            let detached = above.detached || cut;
            let again = kept.contains(&node.pos);
            let referrers = self.incoming.get(&node.pos).copied().unwrap_or(0);
            links.push(Link {
                shared: above.shared || referrers != 1 || (again && !detached),
                detached,
                moved: above.moved || (again && detached),
            });
        }
        Ok(links)
    }

    /// Whether the reference at `at`, in this node, gets another value.
    pub(super) fn is_overridden(&self, node: Node, at: usize) -> Result<bool> {
        let edits = self.edits(node);
        if let Kind::Vector(_) = edits.kind {
            let index = at.checked_sub(edits.pos.saturating_add(4)).map(|offset| offset / 4);
            return Ok(index.is_some_and(|index| edits.elements.contains_key(&index)));
        }
        let table = self.table(node)?;
        for slot in edits.fields.keys() {
            if table.slot(*slot, 4).ok().flatten() == Some(at) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the changes of a node itself can be made in place.
    fn fits_in_place(&self, node: Node, back: &Marks) -> Result<bool> {
        let edits = self.edits(node);
        let fits = |slot: &Slot| match slot {
            Slot::Inline(..) => true,
            Slot::To(Target::Kept(_)) => false,
            Slot::To(Target::New(object)) => !back.contains(object.number()),
        };
        if !edits.pushed.is_empty() || !edits.elements.values().all(fits) {
            return Ok(false);
        }
        let Kind::Table(_) = edits.kind else { return Ok(true) };
        let table = self.table(node)?;
        Ok(edits.fields.iter().all(|(slot, change)| match change {
            Change::Clear => true,
            Change::Set(value) => table.has(*slot) && fits(value),
        }))
    }

    /// Bytes that a present field takes in its table: what the schema says, or what there is until the next one.
    fn room(&self, id: ObjectId, slot: u16, at: usize) -> usize {
        match self.schema.object(id).field_by_id(slot).map(|field| field.ty) {
            Some(Type::Single(element)) => element.inline_size(self.schema),
            Some(_) => 4,
            None => self.unknown_slot(id, at).map_or(0, |unknown| unknown.room),
        }
    }

    fn patch(&self, node: Node, plan: &mut Plan) -> Result<()> {
        let edits = self.edits(node);
        let value = |slot: &Slot| match slot {
            Slot::Inline(raw, _) => Some(Patch::Bytes(raw.clone())),
            Slot::To(Target::New(object)) => Some(Patch::Refer(*object)),
            Slot::To(Target::Kept(_)) => None, // leads back: never in place
        };
        let Kind::Table(id) = edits.kind else {
            let Kind::Vector(element) = edits.kind else { return Ok(()) };
            let vector = Vector::at(self.buf, edits.pos, element.inline_size(self.schema))?;
            for (index, slot) in &edits.elements {
                let place = vector.element_pos(*index)?;
                plan.patches.extend(value(slot).map(|patch| (place, patch)));
            }
            return Ok(());
        };
        let table = self.table(node)?;
        let mut cleared = QuickSet::default();
        for (slot, change) in &edits.fields {
            let Some(at) = table.slot(*slot, 1)? else { continue };
            match change {
                Change::Set(new) => plan.patches.extend(value(new).map(|patch| (at, patch))),
                Change::Clear => {
                    plan.patches.push((at, Patch::Bytes(vec![0; self.room(id, *slot, at)])));
                    cleared.insert(*slot);
                }
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
    pub(super) fn suffix(plan: &Plan) -> (Vec<&Vec<u8>>, Vec<Ref>) {
        let (mut vtables, mut roots, mut met) = (Vec::new(), Vec::new(), QuickSet::default());
        for (_, patch) in &plan.patches {
            match patch {
                Patch::VTable(raw) if met.insert(raw) => vtables.push(raw),
                Patch::Refer(object) => roots.push(*object),
                Patch::VTable(_) | Patch::Bytes(_) => {}
            }
        }
        (vtables, roots)
    }

    fn copy_table(&mut self, node: Node, id: ObjectId, children: &BTreeMap<usize, Ref>) -> Result<Ref> {
        let table = self.table(node)?;
        let (pos, size) = (table.pos(), table.size());
        let mut bytes = table.buffer().slice(pos, size, "table")?.to_vec();
        let mut entries: BTreeMap<u16, usize> =
            (0..table.slots()).map(|id| (id, usize::from(table.entry(id)))).collect();
        let mut references: BTreeMap<usize, Target> = BTreeMap::new();
        let object = Object { start: pos, end: pos + size, kind: ObjectKind::Table(id) };
        for (at, target) in unknown::references_of(self.buf, self.schema, &object)? {
            let copied = children.get(&at);
            references.insert(at - pos, copied.map_or(Target::Kept(target), |copy| Target::New(*copy)));
        }
        let fields = self.edits(node).fields.clone();
        let mut modulus = TABLE_ALIGN.max(self.table_align(id));
        for slot in self.unknown_slots_in(id, pos, pos + size) {
            modulus = modulus.max(UNKNOWN_ALIGN);
            if !fields.contains_key(&slot.id)
                && let Some(target) = self.unknowns().reference(self.buf, slot)?
            {
                references.insert(slot.at - pos, Target::Kept(target));
            }
        }
        let mut same_shape = true;
        for (slot, change) in fields {
            let offset = entries.get(&slot).copied().filter(|offset| *offset != 0);
            if let Some(offset) = offset {
                references.remove(&offset);
            }
            let value = match change {
                Change::Set(value) => value,
                Change::Clear => {
                    if let Some(offset) = offset {
                        let room = self.room(id, slot, pos + offset);
                        bytes.get_mut(offset..(offset + room).min(size)).unwrap_or_default().fill(0);
                        entries.insert(slot, 0);
                        same_shape = false;
                    }
                    continue;
                }
            };
            let natural = self.schema.object(id).field_by_id(slot).map_or(1, |field| match field.ty {
                Type::Single(element) => element.inline_align(self.schema),
                _ => 4,
            });
            let align = natural.max(value.align());
            modulus = modulus.max(align);
            let offset = offset.unwrap_or_else(|| {
                // The copy stands at the same remainder as the original, which decides the alignment inside.
                let at = (pos + bytes.len()).next_multiple_of(align) - pos;
                bytes.resize(at + value.size(), 0);
                entries.insert(slot, at);
                same_shape = false;
                at
            });
            match value {
                Slot::Inline(raw, _) => put(&mut bytes, offset, &raw)?,
                Slot::To(target) => drop(references.insert(offset, target)),
            }
        }
        if bytes.len() > usize::from(u16::MAX) {
            let why = format!("a table of {} bytes; 65535 is the limit", bytes.len());
            return Err(invalid(why, self.buf));
        }
        let vtable = match same_shape {
            true => VTable::Kept(table.vtable().0),
            false => VTable::New(vtable(&entries.into_iter().collect::<Vec<_>>(), bytes.len())),
        };
        let references = references.into_iter().collect();
        Ok(self.build.add(Built::Table { bytes, references, vtable, modulus, remainder: pos % modulus }))
    }

    fn copy_vector(&mut self, node: Node, element: Element, children: &BTreeMap<usize, Ref>) -> Result<Ref> {
        let size = element.inline_size(self.schema);
        let edits = self.edits(node);
        let vector = Vector::at(self.buf, edits.pos, size)?;
        let mut data = vector.bytes().to_vec();
        let mut references: Vec<(usize, Target)> = Vec::new();
        if element.is_reference() {
            for index in (0..vector.len()).filter(|index| !edits.elements.contains_key(index)) {
                let at = vector.element_pos(index)?;
                if self.buf.u32(at, "element")? == 0 {
                    continue; // NONE in a vector of unions
                }
                let target = match children.get(&at) {
                    Some(copy) => Target::New(*copy),
                    None => Target::Kept(view::reference(self.buf, at, "element")?),
                };
                references.push((4 * index, target));
            }
        }
        for (index, slot) in &edits.elements {
            let at = vector.element_pos(*index)? - vector.pos();
            match slot {
                Slot::Inline(raw, _) => put(&mut data, at, raw)?,
                Slot::To(target) => references.push((at, *target)),
            }
        }
        for target in &edits.pushed {
            references.push((data.len(), *target));
            data.extend([0; 4]);
        }
        let count = u32::try_from(data.len() / size.max(1)).unwrap_or(u32::MAX);
        let natural = element.inline_align(self.schema).max(4);
        let align = match element.is_reference() {
            true => 4,
            false => natural.max(self.vector_align(vector.pos(), vector.byte_len())),
        };
        Ok(self.build.add(Built::Vector { count, data: data.into(), references, align }))
    }

    /// The best alignment that a field of this kind of table asks for.
    fn table_align(&self, id: ObjectId) -> usize {
        let fields = self.schema.object(id).fields.iter();
        let aligns = fields.map(|field| match field.ty {
            Type::Single(element) => element.inline_align(self.schema),
            _ => 4,
        });
        aligns.max().unwrap_or(4)
    }

    /// The alignment that a vector of scalars keeps, whose elements stand at `first`: all that it has, as somebody may
    /// rely on it. In one of a few bytes only what the schema asks for anywhere is no accident.
    pub(super) fn vector_align(&self, first: usize, len: usize) -> usize {
        let most = if len > 16 { MAX_ALIGN } else { self.forced_align };
        lowest_bit(first).min(most)
    }
}
