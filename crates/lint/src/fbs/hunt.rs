//! The search for witnesses: small values near a change, written by one side and read by the other.

use outlast_flatbuffers::schema::{Element, EnumId, Field, ObjectId, Schema, Type};

use crate::{Direction, Outcome, Witness};

use super::aim::Aim;
use super::context::Context;
use super::matching::{Pair, Roots};
use super::order::disordered;
use super::sample;
use super::shrink::{count, smaller};
use super::ways::Ways;
use super::wire::{self, Reading, Record, Side, Step, Trail, Value, follow};

/// Levels of fields that are set inside a value that is tried.
const DEPTH: usize = 2;
/// Fields of a table that are tried beside another one, and values of each.
const NEIGHBOURS: usize = 16;
const NEIGHBOUR_VALUES: usize = 4;
/// Steps of shrinking.
const MAX_SHRINKS: usize = 200;

/// One direction of a comparison: who writes, who reads.
#[derive(Debug)]
pub(crate) struct Hunt<'c> {
    pub(super) direction: Direction,
    writer: &'c Schema,
    reader: &'c Schema,
    ways: Option<(Ways<'c>, ObjectId)>,
    pairs: &'c [Pair],
    /// Whether what differs in the name of its type only does not count.
    strict: std::cell::Cell<bool>,
}

/// What the other side makes of a file.
enum Found {
    Rejected(Trail, String),
    Different(wire::Difference),
}

/// A table that a file starts with, on both sides.
#[derive(Clone, Copy)]
struct Start {
    writer: ObjectId,
    reader: ObjectId,
    identified: bool,
}

impl<'c> Hunt<'c> {
    pub(crate) fn new(context: &'c Context<'_>, direction: Direction) -> Hunt<'c> {
        let (writer, reader) = match direction {
            Direction::NewReadsOld => (context.old, context.new),
            Direction::OldReadsNew => (context.new, context.old),
        };
        let roots = match context.matching.roots {
            Roots::Same(old, new) | Roots::Other(old, new) => Some(sides(direction, old, new)),
            Roots::Old(_) | Roots::New(_) | Roots::None => None,
        };
        let ways = roots.map(|(own, other)| (Ways::new(writer, own), other));
        let strict = std::cell::Cell::new(false);
        Hunt { direction, writer, reader, ways, pairs: &context.matching.objects, strict }
    }

    /// A witness of a change, the smallest that is found.
    pub(crate) fn find(&self, aim: Aim) -> Option<Witness> {
        match aim {
            Aim::Identifier => self.identifier(),
            Aim::Root => self.root(),
            Aim::Field { old, new, was, is } => {
                let (own, other) = sides(self.direction, old, new);
                let (slot, seen) = sides(self.direction, was, is);
                self.field(own, other, slot, seen, false)
            }
            Aim::Deprecated { old, new, slot } => {
                if self.direction == Direction::OldReadsNew {
                    return None;
                }
                self.field(old, new, Some(slot), Some(slot), true).map(|witness| {
                    let remark = "written by a writer from before the field was deprecated";
                    Witness { remark: Some(remark), ..witness }
                })
            }
            Aim::Struct { old, new } => {
                let (own, _) = sides(self.direction, old, new);
                self.anywhere(&|field| {
                    let element = field.ty.element();
                    let holds =
                        sample::holds_struct(self.writer, element, own) || self.leads_to(element, own);
                    if holds { sample::values(self.writer, field, DEPTH) } else { Vec::new() }
                })
            }
            Aim::Number { old, new, was, is } => {
                let (own, _) = sides(self.direction, old, new);
                let (number, _) = sides(self.direction, was, is);
                let number = number?;
                self.anywhere(&|field| self.with_number(field, own, number))
            }
            Aim::Numbers { old, new } => {
                let (own, _) = sides(self.direction, old, new);
                let numbers =
                    sample::elements(self.writer, Element::Enum(self.writer.enumeration(own).scalar, own), 0);
                self.anywhere(&|field| {
                    let numbers = numbers.iter().filter_map(|value| match value {
                        Value::Integer(number) => Some(*number),
                        _ => None,
                    });
                    numbers.flat_map(|number| self.with_number(field, own, number)).collect()
                })
            }
            Aim::Member { old, new, was, is } => {
                let (own, _) = sides(self.direction, old, new);
                let (tag, _) = sides(self.direction, was, is);
                let tag = tag?;
                let members = |field: &Field| {
                    if field.ty.element() != Element::Union(own) {
                        return Vec::new();
                    }
                    let members = sample::members(self.writer, own, tag, DEPTH).into_iter();
                    let vector = !matches!(field.ty, Type::Single(_));
                    members.map(|value| if vector { Value::Vector(vec![value]) } else { value }).collect()
                };
                self.strict.set(true);
                let found = self.anywhere(&members);
                self.strict.set(false);
                found.or_else(|| self.anywhere(&members))
            }
            Aim::Order { old, new } => {
                let (own, other) = sides(self.direction, old, new);
                self.anywhere(&|field| disordered(self.writer, self.reader, field, (own, other)))
            }
        }
    }

    /// Whether an element is this table, or a union that has it.
    fn leads_to(&self, element: Element, id: ObjectId) -> bool {
        match element {
            Element::Table(found) => found == id,
            Element::Union(union) => {
                let values = &self.writer.enumeration(union).values;
                values.iter().any(|value| value.member == Some(Element::Table(id)))
            }
            _ => false,
        }
    }

    fn with_number(&self, field: &Field, id: EnumId, number: i128) -> Vec<Value> {
        let mut values: Vec<Value> =
            sample::with_number(self.writer, field.ty, id, number).into_iter().collect();
        // Of two elements, the second stands elsewhere if their size changed.
        if let Some(Value::Vector(items)) = values.first().cloned() {
            values.push(Value::Vector(items.iter().chain(&items).cloned().collect()));
        }
        values
    }

    fn identifier(&self) -> Option<Witness> {
        let (ways, reader) = self.ways.as_ref()?;
        let start = Start { writer: ways.root, reader: *reader, identified: true };
        let record = sample::minimal_table(self.writer, ways.root, 0)?;
        let (bytes, found) = self.judge(start, &record)?;
        match &found {
            Found::Rejected(trail, _) if trail.is_empty() => Some(self.witness(start, &record, bytes, found)),
            _ => None,
        }
    }

    fn root(&self) -> Option<Witness> {
        let (ways, reader) = self.ways.as_ref()?;
        let start = Start { writer: ways.root, reader: *reader, identified: false };
        let least = sample::minimal_table(self.writer, ways.root, 0)?;
        let fields = self.writer.object(ways.root).fields.iter().filter(|f| settable(f, false));
        let more = fields.flat_map(|field| {
            let values = sample::values(self.writer, field, DEPTH).into_iter();
            values.map(|value| with(&least, field.id, value)).collect::<Vec<_>>()
        });
        std::iter::once(least.clone()).chain(more).find_map(|record| self.shrunk(start, record, &|_| true))
    }

    /// A field that is absent, or holds one of many values.
    fn field(
        &self,
        own: ObjectId,
        other: ObjectId,
        slot: Option<u16>,
        seen: Option<u16>,
        deprecated: bool,
    ) -> Option<Witness> {
        let object = self.writer.object(own);
        let field = slot.and_then(|slot| object.field_by_id(slot)).filter(|f| settable(f, deprecated));
        let values = field.map(|field| sample::values(self.writer, field, DEPTH)).unwrap_or_default();
        let slots = self.slots(own, other, [slot, seen]);
        let counts = |step: Option<&Step>| matches!(step, Some(Step::Slot(at)) if slots.contains(at));
        let least = sample::minimal_table(self.writer, own, 0)?;
        self.bases(own, &least).find_map(|base| {
            let mut absent = base.clone();
            if let Some(field) = field {
                absent.remove(&field.id);
            }
            let absent = field.is_none_or(|field| !field.required).then_some(absent);
            let set = field
                .into_iter()
                .flat_map(|field| values.iter().map(|value| with(&base, field.id, value.clone())));
            absent.into_iter().chain(set).find_map(|record| self.at(own, other, record, &counts))
        })
    }

    /// What stands beside a value that is tried: nothing; something in every other field, because a reader of a wider type reads
    /// what stands behind; or one other value, which moves it.
    fn bases(&self, own: ObjectId, least: &Record) -> impl Iterator<Item = Record> {
        let (writer, least) = (self.writer, least.clone());
        let (alone, beside) = (least.clone(), least.clone());
        let fields = writer.object(own).fields.iter().filter(|field| settable(field, false)).take(NEIGHBOURS);
        let pairs = fields.flat_map(move |field| {
            let beside = beside.clone();
            let values = sample::values(writer, field, 0).into_iter().take(NEIGHBOUR_VALUES);
            values.map(move |value| with(&beside, field.id, value))
        });
        let crowd = std::iter::once_with(move || {
            let mut crowd = least;
            for field in writer.object(own).fields.iter().filter(|field| settable(field, false)) {
                if !crowd.contains_key(&field.id)
                    && let Some(value) = sample::values(writer, field, 0).into_iter().next()
                {
                    crowd.insert(field.id, value);
                }
            }
            crowd
        });
        std::iter::once(alone).chain(crowd).chain(pairs)
    }

    /// The slots of a field on both sides, with those of the other half where one is a half of a union.
    fn slots(&self, own: ObjectId, other: ObjectId, slots: [Option<u16>; 2]) -> Vec<u16> {
        let mut all: Vec<u16> = slots.into_iter().flatten().collect();
        for slot in all.clone() {
            for object in [self.writer.object(own), self.reader.object(other)] {
                let Some(field) = object.field_by_id(slot) else { continue };
                all.extend(field.union_tag_of);
                if matches!(field.ty.element(), Element::Union(_)) {
                    all.extend(slot.checked_sub(1));
                }
            }
        }
        all
    }

    /// A value in any field of any table that a file may hold.
    fn anywhere(&self, values: &dyn Fn(&Field) -> Vec<Value>) -> Option<Witness> {
        for pair in self.tables() {
            let (own, other) = sides(self.direction, pair.old, pair.new);
            let Some(least) = sample::minimal_table(self.writer, own, 0) else { continue };
            for field in self.writer.object(own).fields.iter().filter(|f| settable(f, false)) {
                let slots = self.slots(own, other, [Some(field.id), None]);
                let counts = |step: Option<&Step>| matches!(step, Some(Step::Slot(at)) if slots.contains(at));
                let values = values(field);
                if values.is_empty() {
                    continue;
                }
                let found = self.bases(own, &least).find_map(|base| {
                    let tried = values.iter().map(|value| with(&base, field.id, value.clone()));
                    tried.into_iter().find_map(|record| self.at(own, other, record, &counts))
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Pairs of tables, those near the root first.
    fn tables(&self) -> Vec<&'c Pair> {
        let is_table = |pair: &&Pair| {
            let (own, other) = sides(self.direction, pair.old, pair.new);
            !self.writer.object(own).is_struct && !self.reader.object(other).is_struct
        };
        self.pairs.iter().filter(|pair| pair.live).filter(is_table).collect()
    }

    /// A table with these values, by the way from the root; or if that does not show it, as a root of its own.
    fn at(
        &self,
        own: ObjectId,
        other: ObjectId,
        record: Record,
        counts: &dyn Fn(Option<&Step>) -> bool,
    ) -> Option<Witness> {
        if let Some((ways, reader)) = &self.ways
            && ways.reaches(own)
            && let Some((whole, trail)) = ways.wrap(own, record.clone())
        {
            let start = Start { writer: ways.root, reader: *reader, identified: false };
            let here =
                |at: &[Step]| at.strip_prefix(trail.as_slice()).is_some_and(|rest| counts(rest.first()));
            let found = self.shrunk(start, whole.clone(), &here).or_else(|| {
                let whole = self.completed(start, &whole, &trail, counts)?;
                self.shrunk(start, whole, &here)
            });
            if found.is_some() {
                return found;
            }
        }
        let start = Start { writer: own, reader: other, identified: false };
        let here = |at: &[Step]| counts(at.first());
        self.shrunk(start, record.clone(), &here).or_else(|| {
            let record = self.completed(start, &record, &[], counts)?;
            self.shrunk(start, record, &here)
        })
    }

    /// The same tables with what the reader requires and the writer may leave out, but for the slots that are looked at in the table at
    /// the end of the trail: another change must not hide this one. `None` if there is nothing to add.
    fn completed(
        &self,
        start: Start,
        record: &Record,
        trail: &[Step],
        counts: &dyn Fn(Option<&Step>) -> bool,
    ) -> Option<Record> {
        let mut whole = record.clone();
        let mut added = false;
        let (mut own, mut other, mut rest) = (start.writer, start.reader, trail);
        let mut table = &mut whole;
        loop {
            let last = rest.is_empty();
            for wanted in
                self.reader.object(other).fields.iter().filter(|field| field.required && !field.deprecated)
            {
                let looked_at = last && counts(Some(&Step::Slot(wanted.id)));
                let field =
                    self.writer.object(own).field_by_id(wanted.id).filter(|field| settable(field, false));
                if let Some(field) = field.filter(|_| !looked_at && !table.contains_key(&wanted.id))
                    && let Some(value) = sample::values(self.writer, field, 0).into_iter().next()
                {
                    table.insert(field.id, value);
                    added = true;
                }
            }
            let Some((Step::Slot(slot), after)) = rest.split_first() else { break };
            rest = match after.split_first() {
                Some((Step::Index(_), after)) => after,
                _ => after,
            };
            let (f, g) =
                (self.writer.object(own).field_by_id(*slot)?, self.reader.object(other).field_by_id(*slot)?);
            let mut value = table.get_mut(slot)?;
            if let Value::Vector(items) = value {
                value = items.first_mut()?;
            }
            let tag = match value {
                Value::Union(tag, _) => Some(*tag),
                _ => None,
            };
            (own, other) = (leads(self.writer, f, tag)?, leads(self.reader, g, tag)?);
            table = match value {
                Value::Table(record) | Value::Nested(record) => record,
                Value::Union(_, member) => match member.as_mut() {
                    Value::Table(record) => record,
                    _ => return None,
                },
                _ => return None,
            };
        }
        added.then_some(whole)
    }

    /// The smallest witness below these values, if they are one.
    fn shrunk(&self, start: Start, record: Record, here: &dyn Fn(&[Step]) -> bool) -> Option<Witness> {
        let judge = |record: &Record| {
            let (bytes, found) = self.judge(start, record)?;
            let trail = match &found {
                Found::Rejected(trail, _) => trail,
                Found::Different(difference) => &difference.trail,
            };
            here(trail).then_some((bytes, found))
        };
        let by_name =
            |found: &Found| matches!(found, Found::Different(difference) if difference.in_name_only);
        let mut record = wire::sorted(self.writer, start.writer, &record);
        let mut best = judge(&record)?;
        if self.strict.get() && by_name(&best.1) {
            return None;
        }
        for _ in 0..MAX_SHRINKS {
            let smaller = smaller(self.writer, start.writer, &record);
            let mut next =
                smaller.into_iter().filter_map(|record| judge(&record).map(|found| (record, found)));
            let next = next.find(|(_, (_, found))| by_name(found) <= by_name(&best.1));
            match next {
                Some((less, found)) => (record, best) = (less, found),
                None => break,
            }
        }
        let (bytes, found) = best;
        Some(self.witness(start, &record, bytes, found))
    }

    /// The bytes, and what the other side makes of them if that is not what was written.
    fn judge(&self, start: Start, record: &Record) -> Option<(Vec<u8>, Found)> {
        let bytes = wire::write(self.writer, start.writer, record, true).ok()?;
        let reading = Reading { root: start.reader, identified: start.identified };
        match wire::read(self.reader, reading, &bytes) {
            Err(refusal) => Some((bytes, Found::Rejected(refusal.trail, refusal.why))),
            Ok(read) => {
                let writer = Side { schema: self.writer, root: start.writer };
                let reader = Side { schema: self.reader, root: start.reader };
                let newer = self.direction == Direction::OldReadsNew;
                let difference = wire::compare(writer, record, reader, &read, newer)?;
                Some((bytes, Found::Different(difference)))
            }
        }
    }

    fn witness(&self, start: Start, record: &Record, bytes: Vec<u8>, found: Found) -> Witness {
        let outcome = match found {
            Found::Rejected(trail, why) => {
                Outcome::Rejected { path: follow(self.reader, start.reader, &trail), why }
            }
            Found::Different(difference) => Outcome::Different {
                path: follow(self.writer, start.writer, &difference.trail),
                wrote: difference.wrote,
                read: difference.read,
            },
        };
        Witness {
            direction: self.direction,
            root: self.writer.object(start.writer).name.clone(),
            read_as: self.reader.object(start.reader).name.clone(),
            bytes,
            wrote: wire::show(self.writer, start.writer, record),
            set: count(record),
            outcome,
            remark: None,
        }
    }
}

/// The writer's and the reader's of two things.
fn sides<T>(direction: Direction, old: T, new: T) -> (T, T) {
    match direction {
        Direction::NewReadsOld => (old, new),
        Direction::OldReadsNew => (new, old),
    }
}

/// The table that a field leads to, by the tag if it is a union.
fn leads(schema: &Schema, field: &Field, tag: Option<i128>) -> Option<ObjectId> {
    let targets = super::ways::targets(schema, field);
    targets.into_iter().find(|(_, found)| *found == tag).map(|(id, _)| id)
}

fn settable(field: &Field, deprecated: bool) -> bool {
    field.union_tag_of.is_none() && (deprecated || !field.deprecated)
}

fn with(record: &Record, slot: u16, value: Value) -> Record {
    let mut record = record.clone();
    record.insert(slot, value);
    record
}
