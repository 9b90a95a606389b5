//! The search for witnesses: small values near a change, written by one side and read by the other.

use std::cell::Cell;

use outlast_core::Budget;
use outlast_flatbuffers::schema::{Element, EnumId, Field, ObjectId, Schema, Type};

use crate::candidate::Sought;
use crate::{Direction, Outcome, Witness};

use super::context::Context;
use super::matching::{Pair, Roots};
use super::order::disordered;
use super::root_paths::Ways;
use super::sample::{self, Samples};
use super::shrink::{count, smaller};
use super::wire::{self, Reading, Record, Refusal, Side, Step, Trail, Value, follow};
use super::witness_goal::Aim;

/// Levels of fields that are set inside a value that is tried.
const DEPTH: usize = 2;
/// Fields of a table that are tried beside another one, and values of each.
const NEIGHBOURS: usize = 16;
const NEIGHBOUR_VALUES: usize = 4;
/// Steps of shrinking.
const MAX_SHRINKS: usize = 200;
/// Fields looked at and words written in the searches of a comparison, in each direction.
const WORK: u64 = 3_000_000;
/// What a file costs apart from what is in it.
const FILE: usize = 16;
/// Fields that are set beside one that is tried: what stands behind it in a table is among them.
const CROWD: usize = 128;

/// One direction of a comparison: who writes, who reads.
#[derive(Debug)]
pub(crate) struct Hunt<'c> {
    pub(super) direction: Direction,
    writer: &'c Schema,
    reader: &'c Schema,
    ways: Option<(Ways<'c>, ObjectId)>,
    pairs: &'c [Pair],
    samples: Samples<'c>,
    /// Whether what differs in the name of its type only does not count.
    strict: Cell<bool>,
    /// Whether what the reader refuses or misreads elsewhere in a file does not count: the file holds the change, and others.
    beside: Cell<bool>,
    /// Work that is left.
    budget: Cell<Budget>,
    /// What a file costs apart from what is in it: names of values are searched.
    file: usize,
}

/// What the other side makes of a file.
enum Found {
    Rejected(Trail, String),
    Different(wire::Difference),
}

impl Found {
    fn trail(&self) -> &[Step] {
        match self {
            Found::Rejected(trail, _) => trail,
            Found::Different(difference) => &difference.trail,
        }
    }
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
            Direction::NewReadsOld => (context.old.schema(), context.new.schema()),
            Direction::OldReadsNew => (context.new.schema(), context.old.schema()),
        };
        let roots = match context.matching.roots {
            Roots::Same(old, new) | Roots::Other(old, new) => Some(sides(direction, old, new)),
            Roots::Old(_) | Roots::New(_) | Roots::None => None,
        };
        let ways = roots.map(|(own, other)| (Ways::new(writer, own), other));
        let enums = writer.enums.iter().chain(&reader.enums);
        let file = FILE.saturating_add(enums.map(|names| names.values.len()).max().unwrap_or(0) / 4);
        Hunt {
            file,
            direction,
            writer,
            reader,
            ways,
            pairs: &context.matching.objects,
            samples: Samples::new(writer),
            strict: Cell::new(false),
            beside: Cell::new(false),
            budget: Cell::new(Budget::new(WORK)),
        }
    }

    /// A witness of a change, the smallest that is found: a file in which nothing else is refused or misread, if there is one; otherwise one that
    /// holds the change beside others.
    pub(crate) fn find(&self, aim: Aim) -> Sought {
        if self.budget.get().is_spent() {
            return Sought::GivenUp;
        }
        let found = self.search(aim).or_else(|| {
            self.beside.set(true);
            let found = self.search(aim);
            self.beside.set(false);
            found
        });
        match found {
            Some(witness) => Sought::Found(Box::new(witness)),
            None if self.budget.get().is_spent() || self.samples.were_cut() => Sought::GivenUp,
            None => Sought::Nothing,
        }
    }

    fn search(&self, aim: Aim) -> Option<Witness> {
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
                let holders = sample::holders(self.writer, |element| element == Element::Struct(own));
                self.anywhere(&|field| {
                    let element = field.ty.element();
                    let holds = sample::holds_struct(self.writer, element, own, &holders)
                        || self.leads_to(element, own);
                    if holds { self.samples.values(field, DEPTH) } else { Vec::new() }
                })
            }
            Aim::Number { old, new, was, is } => {
                let (own, _) = sides(self.direction, old, new);
                let (number, _) = sides(self.direction, was, is);
                let number = number?;
                let holders = self.holders_of(own);
                self.anywhere(&|field| self.with_number(field, own, number, &holders))
            }
            Aim::Numbers { old, new } => {
                let (own, _) = sides(self.direction, old, new);
                let of = Element::Enum(self.writer.enumeration(own).scalar, own);
                let (numbers, holders) = (self.samples.elements(of), self.holders_of(own));
                self.anywhere(&|field| {
                    let numbers = numbers.iter().filter_map(|value| match value {
                        Value::Integer(number) => Some(*number),
                        _ => None,
                    });
                    numbers.flat_map(|number| self.with_number(field, own, number, &holders)).collect()
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
                    let members = self.samples.members(own, tag, DEPTH).into_iter();
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

    /// The structs that hold an enum.
    fn holders_of(&self, id: EnumId) -> Vec<bool> {
        sample::holders(self.writer, |element| matches!(element, Element::Enum(_, found) if found == id))
    }

    fn with_number(&self, field: &Field, id: EnumId, number: i128, holders: &[bool]) -> Vec<Value> {
        let mut values: Vec<Value> =
            self.samples.with_number(field.ty, id, number, holders).into_iter().collect();
        // Of two elements, the second stands elsewhere if their size changed.
        if let Some(Value::Vector(items)) = values.first().cloned() {
            values.push(Value::Vector(items.iter().chain(&items).cloned().collect()));
        }
        values
    }

    fn identifier(&self) -> Option<Witness> {
        let (ways, reader) = self.ways.as_ref()?;
        let start = Start { writer: ways.root, reader: *reader, identified: true };
        let record = self.samples.minimal_table(ways.root)?;
        let (bytes, found) = self.judge(start, &record)?;
        let found = found.into_iter().find(|found| found.trail().is_empty())?;
        Some(self.witness(start, &record, bytes, found))
    }

    fn root(&self) -> Option<Witness> {
        let (ways, reader) = self.ways.as_ref()?;
        let start = Start { writer: ways.root, reader: *reader, identified: false };
        let least = self.samples.minimal_table(ways.root)?;
        let fields = self.writer.object(ways.root).fields.iter().filter(|f| settable(f, false));
        let more = fields.flat_map(|field| {
            let values = self.samples.values(field, DEPTH).into_iter();
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
        let values = field.map(|field| self.samples.values(field, DEPTH)).unwrap_or_default();
        let slots = self.slots(own, other, [slot, seen]);
        let counts = |step: Option<&Step>| matches!(step, Some(Step::Slot(at)) if slots.contains(at));
        let least = self.samples.minimal_table(own)?;
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
        let (writer, samples, least) = (self.writer, &self.samples, least.clone());
        let (alone, beside) = (least.clone(), least.clone());
        let fields = writer.object(own).fields.iter().filter(|field| settable(field, false)).take(NEIGHBOURS);
        let pairs = fields.flat_map(move |field| {
            let beside = beside.clone();
            let values = samples.first_values(field, NEIGHBOUR_VALUES).into_iter();
            values.map(move |value| with(&beside, field.id, value))
        });
        let crowd = std::iter::once_with(move || {
            let mut crowd = least;
            let fields = writer.object(own).fields.iter().filter(|field| settable(field, false));
            for field in fields.take(CROWD) {
                if !crowd.contains_key(&field.id)
                    && let Some(value) = samples.first_values(field, 1).into_iter().next()
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
            let mut least = None;
            for field in self.writer.object(own).fields.iter().filter(|f| settable(f, false)) {
                if !self.spend(1) {
                    return None;
                }
                let values = values(field);
                if values.is_empty() {
                    continue;
                }
                if least.is_none() {
                    least = Some(self.samples.minimal_table(own));
                }
                let Some(least) = least.as_ref().and_then(Option::as_ref) else { break };
                let slots = self.slots(own, other, [Some(field.id), None]);
                let counts = |step: Option<&Step>| matches!(step, Some(Step::Slot(at)) if slots.contains(at));
                let found = self.bases(own, least).find_map(|base| {
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

    /// Takes work from what is left.
    fn spend(&self, units: usize) -> bool {
        let mut budget = self.budget.get();
        let is_there = budget.spend(units);
        self.budget.set(budget);
        is_there
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
        // Copies of what is set, and looks at what the reader asks for.
        if !self.spend(record.len().saturating_add(self.reader.object(other).fields.len())) {
            return None;
        }
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
                    && let Some(value) = self.samples.first_values(field, 1).into_iter().next()
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
            let found = found.into_iter().find(|found| here(found.trail()))?;
            Some((bytes, found))
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

    /// The bytes, and what the other side makes of them that is not what was written: the first such thing; all of them where changes may stand
    /// beside each other.
    fn judge(&self, start: Start, record: &Record) -> Option<(Vec<u8>, Vec<Found>)> {
        let bytes = wire::write(self.writer, start.writer, record, true).ok()?;
        let fields = |schema: &Schema, id| schema.object(id).fields.len();
        let fields = fields(self.writer, start.writer).saturating_add(fields(self.reader, start.reader));
        if !self.spend((bytes.len() / 8).saturating_add(fields).saturating_add(self.file)) {
            return None;
        }
        let reading = Reading { root: start.reader, identified: start.identified };
        let refused = |refusal: Refusal| Found::Rejected(refusal.trail, refusal.why);
        let sides = (
            Side { schema: self.writer, root: start.writer },
            Side { schema: self.reader, root: start.reader },
        );
        let newer = self.direction == Direction::OldReadsNew;
        let found: Vec<Found> = if self.beside.get() && !start.identified {
            match wire::read_on(self.reader, reading, &bytes) {
                Err(refusal) => vec![refused(refusal)],
                Ok((read, stops)) => {
                    let differences = wire::differences(sides.0, record, sides.1, &read, newer);
                    // What is not read is not there to be compared.
                    let read = differences
                        .into_iter()
                        .filter(|of| !stops.iter().any(|stop| of.trail.starts_with(&stop.field)))
                        .map(Found::Different)
                        .collect::<Vec<_>>();
                    stops.into_iter().map(|stop| refused(stop.refusal)).chain(read).collect()
                }
            }
        } else {
            match wire::read(self.reader, reading, &bytes) {
                Err(refusal) => vec![refused(refusal)],
                Ok(read) => {
                    let difference = wire::compare(sides.0, record, sides.1, &read, newer);
                    difference.map(Found::Different).into_iter().collect()
                }
            }
        };
        (!found.is_empty()).then_some((bytes, found))
    }

    fn witness(&self, start: Start, record: &Record, bytes: Vec<u8>, found: Found) -> Witness {
        let rejected = |trail: &[Step], why: String| Outcome::Rejected {
            path: follow(self.reader, start.reader, trail),
            why,
        };
        let reading = Reading { root: start.reader, identified: start.identified };
        let first = match (wire::read(self.reader, reading, &bytes), &found) {
            (Err(refusal), Found::Rejected(trail, why)) if (&refusal.trail, &refusal.why) == (trail, why) => {
                None
            }
            (Err(refusal), _) => Some(rejected(&refusal.trail, refusal.why)),
            (Ok(_), _) => None,
        };
        let outcome = match found {
            Found::Rejected(trail, why) => rejected(&trail, why),
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
            first,
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
    let targets = super::root_paths::targets(schema, field);
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
