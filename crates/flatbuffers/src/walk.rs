//! A whole buffer under a schema: [`walk()`] visits every object once, collects every fault, and records what each
//! object is, for the coverage map. It goes on past faults, uses no recursion, and its work is bounded by the size of
//! the buffer, whatever the bytes say.

use std::collections::VecDeque;

use outlast_core::{Budget, Bytes, Error, ErrorKind, Path, SortShort, Step};

use crate::object::{Object, ObjectKind};
use crate::schema::{self, Element, Field, ObjectId, Schema, Type};
use crate::seen::Seen;
use crate::view::{self, Str, Table, Vector};

/// Bounds on the work that a buffer may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Faults that are collected before the walk stops.
    pub errors: usize,
    /// Fields, elements and string words visited, per byte of the buffer. Genuine buffers stay below 1; only objects
    /// that overlap each other cost more.
    pub work_per_byte: usize,
}

impl std::default::Default for Limits {
    fn default() -> Limits {
        Limits { errors: 100, work_per_byte: 4 }
    }
}

/// A present field of which the schema knows nothing.
#[derive(Clone, Debug)]
pub struct UnknownSlot {
    /// The kind of table.
    pub object: ObjectId,
    /// The slot number.
    pub id: u16,
    /// Offset of the field in the buffer.
    pub at: usize,
    /// Bytes until the next field or the end of the table: the field is no larger.
    pub room: usize,
    /// Where in the structure. In a buffer with very many unknown fields, those that come late have their slot only.
    pub path: Path,
}

/// What a walk found.
#[derive(Clone, Debug, std::default::Default)]
pub struct Walk {
    /// Faults, in order of their places.
    pub errors: Vec<Error>,
    /// Every object reached, in the order of the visit; shared ones may be listed more than once.
    pub objects: Vec<Object>,
    /// Present fields that the schema does not know.
    pub unknown_slots: Vec<UnknownSlot>,
    /// Whether the whole buffer was visited: a limit stops the walk.
    pub complete: bool,
}

/// Visits the buffer under `schema` from its root table.
pub fn walk(buf: Bytes<'_>, schema: &Schema, limits: Limits) -> Walk {
    let Some(root) = schema.root else {
        let kind = ErrorKind::Missing { what: "root_type of the schema".into() };
        return Walk { errors: vec![Error::new(kind, buf.span(0, 0))], ..Walk::default() };
    };
    let mut walker = Walker {
        buf,
        schema,
        limits,
        budget: Budget::for_bytes(buf.len(), limits.work_per_byte as u64, 1024),
        path_steps: buf.len() / 8 + 1024,
        seen: Seen::for_buffer(buf.len()),
        last_vtable: usize::MAX,
        trail: Vec::new(),
        queue: VecDeque::new(),
        out: Walk { complete: true, ..Walk::default() },
    };
    walker.head(root);
    while let Some((pos, object, trail)) = walker.queue.pop_front() {
        if !walker.out.complete {
            break;
        }
        walker.table(pos, object, trail);
    }
    walker.out.errors.sort_short_by_key(|e| e.place().span.start_byte());
    walker.out
}

/// One step of the way to an object, with the number of the step before it.
#[derive(Clone, Copy)]
enum Trail {
    Field(u32, ObjectId, u16),
    Element(u32, u32),
}

const TOP: u32 = u32::MAX;

struct Walker<'a, 's> {
    buf: Bytes<'a>,
    schema: &'s Schema,
    limits: Limits,
    budget: Budget,
    /// Steps that the paths of unknown fields may still have.
    path_steps: usize,
    seen: Seen,
    /// The vtable visited last: tables of one kind stand together and share it.
    last_vtable: usize,
    trail: Vec<Trail>,
    queue: VecDeque<(usize, ObjectId, u32)>,
    out: Walk,
}

impl Walker<'_, '_> {
    fn head(&mut self, root: ObjectId) {
        let end = if self.schema.file_identifier.is_some() { 8 } else { 4 };
        match view::reference(self.buf, 0, "root table offset") {
            Ok(pos) => {
                self.out.objects.push(Object {
                    start: 0,
                    end: end.min(self.buf.len()),
                    kind: ObjectKind::Head,
                });
                self.queue.push_back((pos, root, TOP));
            }
            Err(error) => self.fault(error, TOP),
        }
    }

    /// Whether `amount` more work is allowed.
    fn spend(&mut self, amount: usize) -> bool {
        if self.budget.spend(amount) {
            return true;
        }
        if self.out.complete {
            self.out.complete = false;
            let limit = self.budget.limit();
            let kind = ErrorKind::Limit { what: "visits: objects of this buffer overlap", limit };
            self.out.errors.push(Error::new(kind, self.buf.span(0, self.buf.len())));
        }
        false
    }

    #[cold]
    fn fault(&mut self, error: Error, trail: u32) {
        let error = error.under(&self.path(trail));
        self.out.errors.push(error);
        if self.out.errors.len() >= self.limits.errors {
            self.out.complete = false;
        }
    }

    #[cold]
    fn path(&self, at: u32) -> Path {
        self.path_of(at, usize::MAX).unwrap_or_default()
    }

    /// The path, as long as all such paths together are no longer than the buffer justifies; then the root.
    #[cold]
    fn short_path(&mut self, at: u32) -> Path {
        let path = self.path_of(at, self.path_steps);
        self.path_steps = path.as_ref().map_or(0, |p| self.path_steps - p.steps().len());
        path.unwrap_or_default()
    }

    /// The path, if it has no more steps than `most`.
    fn path_of(&self, mut at: u32, most: usize) -> Option<Path> {
        let mut steps = Vec::new();
        while let Some(step) = usize::try_from(at).ok().and_then(|i| self.trail.get(i)) {
            if steps.len() >= most {
                return None;
            }
            match *step {
                Trail::Field(before, object, id) => {
                    let name = self.schema.object(object).field_by_id(id).map_or("?", |f| f.name.as_str());
                    steps.push(Step::Field(name.to_string().into()));
                    at = before;
                }
                Trail::Element(before, index) => {
                    steps.push(Step::Index(index.into()));
                    at = before;
                }
            }
        }
        Some(steps.into_iter().rev().fold(Path::root(), Path::then))
    }

    fn step(&mut self, step: Trail) -> u32 {
        let at = u32::try_from(self.trail.len()).unwrap_or(TOP);
        self.trail.push(step);
        at
    }

    /// Records an object; false if it was there before.
    fn record_object(&mut self, start: usize, end: usize, kind: ObjectKind) -> bool {
        let new = self.seen.insert(start, kind);
        if new {
            self.out.objects.push(Object { start, end, kind });
        }
        new
    }

    fn table(&mut self, pos: usize, id: ObjectId, trail: u32) {
        let table = match Table::at(self.buf, pos) {
            Ok(table) => table,
            Err(error) => return self.fault(error, trail),
        };
        if !self.record_object(pos, pos + table.size(), ObjectKind::Table(id)) {
            return;
        }
        let (vtable, vtable_size) = table.vtable();
        if vtable != self.last_vtable {
            self.record_object(vtable, vtable + vtable_size, ObjectKind::VTable(id));
            self.last_vtable = vtable;
        }
        let schema = self.schema;
        let object = schema.object(id);
        if !self.spend(1 + object.fields.len() + usize::from(table.slots())) {
            return;
        }
        for field in &object.fields {
            if let Err(error) = self.field(&table, id, field, trail) {
                let at = self.step(Trail::Field(trail, id, field.id));
                self.fault(error, at);
            }
        }
        self.unknown(&table, id, trail);
    }

    fn unknown(&mut self, table: &Table<'_>, id: ObjectId, trail: u32) {
        let object = self.schema.object(id);
        let unknown = |slot: &u16| table.has(*slot) && object.field_by_id(*slot).is_none();
        let slots: Vec<u16> = (0..table.slots()).filter(unknown).collect();
        if slots.is_empty() || !self.spend(usize::from(table.slots())) {
            return;
        }
        let mut entries: Vec<usize> = (0..table.slots()).map(|slot| usize::from(table.entry(slot))).collect();
        entries.sort_unstable();
        for slot in slots {
            let at = match table.slot(slot, 1) {
                Ok(Some(at)) => at,
                Ok(None) => continue,
                Err(error) => {
                    self.fault(error, trail);
                    continue;
                }
            };
            let offset = at - table.pos();
            let next = entries.partition_point(|entry| *entry <= offset);
            let next = entries.get(next).copied().unwrap_or(table.size());
            let path = self.short_path(trail).field(format!("slot {slot}"));
            let room = next.min(table.size()).saturating_sub(offset);
            self.out.unknown_slots.push(UnknownSlot { object: id, id: slot, at, room, path });
        }
    }

    fn field(
        &mut self,
        table: &Table<'_>,
        object: ObjectId,
        field: &Field,
        trail: u32,
    ) -> outlast_core::Result<()> {
        let size = match field.ty {
            Type::Single(element) => element.inline_size(self.schema),
            Type::Vector(_) | Type::Vector64(_) | Type::Array(..) => 4,
        };
        let Some(at) = table.slot(field.id, size)? else {
            if field.required {
                let what = format!("required field `{}`", field.name);
                return Err(Error::new(ErrorKind::Missing { what }, table.whole_span()));
            }
            return Ok(());
        };
        let align = match field.ty {
            Type::Single(element) => element.inline_align(self.schema),
            _ => 4,
        };
        if at % align != 0 {
            let offset = self.buf.base().saturating_add(at as u64);
            let kind = ErrorKind::Misaligned { what: "field", offset, align: align as u64 };
            return Err(Error::new(kind, self.buf.span(at, size)));
        }
        let way = Trail::Field(trail, object, field.id);
        match field.ty {
            Type::Single(Element::String) => self.string(view::reference(self.buf, at, "string offset")?),
            Type::Single(Element::Table(target)) => {
                let pos = view::reference(self.buf, at, "table offset")?;
                let way = self.step(way);
                self.queue.push_back((pos, target, way));
                Ok(())
            }
            Type::Single(Element::Union(union)) => self.union(table, field, union, at, way),
            Type::Vector(element) => {
                let way = self.step(way);
                let pos = view::reference(self.buf, at, "vector offset")?;
                self.vector(table, field, pos, element, way)
            }
            Type::Vector64(_) => {
                let kind = ErrorKind::Invalid {
                    what: "vector64",
                    why: "vectors with 64-bit counts are not supported by this reader".into(),
                };
                Err(Error::new(kind, self.buf.span(at, 4)))
            }
            Type::Single(_) | Type::Array(..) => Ok(()),
        }
    }

    fn string(&mut self, pos: usize) -> outlast_core::Result<()> {
        if self.seen.contains(pos, ObjectKind::String) {
            return Ok(());
        }
        let string = Str::at(self.buf, pos)?;
        if self.spend(1 + string.bytes().len() / 8) {
            self.record_object(pos, string.pos() + string.bytes().len() + 1, ObjectKind::String);
            string.text()?;
        }
        Ok(())
    }

    fn union(
        &mut self,
        table: &Table<'_>,
        field: &Field,
        union: schema::EnumId,
        at: usize,
        way: Trail,
    ) -> outlast_core::Result<()> {
        let tag = match field.id.checked_sub(1) {
            Some(tag_id) => table.u8(tag_id)?.unwrap_or(0),
            None => 0,
        };
        let pos = view::reference(self.buf, at, "union offset")?;
        self.member(union, tag, pos, at, way)
    }

    fn member(
        &mut self,
        union: schema::EnumId,
        tag: u8,
        pos: usize,
        at: usize,
        way: Trail,
    ) -> outlast_core::Result<()> {
        let union = self.schema.enumeration(union);
        match union.value(i128::from(tag)).and_then(|v| v.member) {
            Some(Element::Table(target)) => {
                let way = self.step(way);
                self.queue.push_back((pos, target, way));
                Ok(())
            }
            Some(Element::String) => self.string(pos),
            Some(Element::Struct(id)) => {
                let size = self.schema.object(id).byte_size as usize;
                self.buf.slice(pos, size, "struct in a union")?;
                self.record_object(pos, pos + size, ObjectKind::Vector(Type::Single(Element::Struct(id))));
                Ok(())
            }
            _ if tag == 0 => {
                let kind = ErrorKind::Invalid {
                    what: "union",
                    why: "there is a value, but its type is NONE".into(),
                };
                Err(Error::new(kind, self.buf.span(at, 4)))
            }
            // A member of the future: the value cannot be followed; the gap it leaves shows in the coverage.
            _ => Ok(()),
        }
    }

    fn vector(
        &mut self,
        table: &Table<'_>,
        field: &Field,
        pos: usize,
        element: Element,
        way: u32,
    ) -> outlast_core::Result<()> {
        let size = element.inline_size(self.schema);
        let vector = Vector::at(self.buf, pos, size)?;
        if !self.record_object(
            pos,
            vector.pos() + vector.byte_len(),
            ObjectKind::Vector(Type::Vector(element)),
        ) {
            return Ok(());
        }
        let align = element.inline_align(self.schema);
        // flatc up to 24 wrote empty vectors of 8-byte elements without aligning the place of the first element.
        if !vector.is_empty() && vector.pos() % align.max(1) != 0 {
            let offset = self.buf.base().saturating_add(vector.pos() as u64);
            let kind =
                ErrorKind::Misaligned { what: "first element of a vector", offset, align: align as u64 };
            return Err(Error::new(kind, vector.span()));
        }
        if !element.is_reference() {
            return Ok(());
        }
        if !self.spend(vector.len()) {
            return Ok(());
        }
        let tags = match (element, field.id.checked_sub(1)) {
            (Element::Union(_), Some(tag_id)) => table.vector(tag_id, 1)?,
            _ => None,
        };
        for index in 0..vector.len() {
            if !self.out.complete {
                break;
            }
            let at = vector.element_pos(index)?;
            let step = Trail::Element(way, u32::try_from(index).unwrap_or(u32::MAX));
            let done = match (element, view::reference(self.buf, at, "element offset")) {
                (_, Err(error)) => Err(error),
                (Element::Table(target), Ok(pos)) => {
                    let step = self.step(step);
                    self.queue.push_back((pos, target, step));
                    Ok(())
                }
                (Element::Union(union), Ok(pos)) => {
                    let tag = tags.and_then(|t| t.u8(index).ok()).unwrap_or(0);
                    if tag == 0 { Ok(()) } else { self.member(union, tag, pos, at, step) }
                }
                (_, Ok(pos)) => self.string(pos),
            };
            if let Err(error) = done {
                let step = self.step(step);
                self.fault(error, step);
            }
        }
        Ok(())
    }
}
