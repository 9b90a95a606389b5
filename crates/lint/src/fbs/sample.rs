//! Values to try: small ones first.
//!
//! A few bytes of a schema may ask for values without end: structs that hold two of another, tables that require two of another. What is made is
//! bounded, and [`Samples`] says whether something was left out for that.

use std::cell::Cell;

use outlast_core::Budget;
use outlast_flatbuffers::schema::{Default, Element, Enum, EnumId, Field, ObjectId, Scalar, Schema, Type};

use super::wire::{Record, Value, defaults_to};

/// Tables inside each other that required fields may ask for.
const MAX_REQUIRED: usize = 16;
/// Values of an enum, members of a union or fields of a table that are tried.
const MAX_TRIED: usize = 64;
/// Values of one field that are tried inside a table.
const MAX_INSIDE: usize = 12;
/// Values of a field that are tried.
const MAX_VALUES: usize = 8192;
/// Structs inside each other.
const MAX_INLINE: usize = 64;
/// Parts of the values of one list.
const PARTS: u64 = 1 << 18;
/// Parts of one value.
const PARTS_OF_ONE: u64 = 1 << 12;

/// Values of a schema.
#[derive(Debug)]
pub(crate) struct Samples<'s> {
    schema: &'s Schema,
    cut: Cell<bool>,
}

impl<'s> Samples<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Samples<'s> {
        Samples { schema, cut: Cell::new(false) }
    }

    /// Whether something that should have been tried was not made, for its size.
    pub(crate) fn were_cut(&self) -> bool {
        self.cut.get()
    }

    fn made<T>(&self, units: u64, make: impl FnOnce(&mut Maker<'s>) -> T) -> T {
        let mut maker = Maker {
            schema: self.schema,
            budget: Budget::new(units),
            structure: Budget::new(PARTS_OF_ONE),
            cut: false,
        };
        let made = make(&mut maker);
        self.cut.set(self.cut.get() || maker.cut);
        made
    }

    /// The table with its required fields and no others. `None` if that has no end.
    pub(crate) fn minimal_table(&self, id: ObjectId) -> Option<Record> {
        self.made(PARTS_OF_ONE, |maker| maker.minimal_table(id, 0))
    }

    /// Values of a field that are written as something, small ones first; inside tables `depth` more levels of fields are set, one at a time.
    pub(crate) fn values(&self, field: &Field, depth: usize) -> Vec<Value> {
        self.made(PARTS, |maker| maker.values(field, depth, MAX_VALUES))
    }

    /// The first of them.
    pub(crate) fn first_values(&self, field: &Field, most: usize) -> Vec<Value> {
        self.made(PARTS, |maker| maker.values(field, 0, most))
    }

    /// Values of one element.
    pub(crate) fn elements(&self, element: Element) -> Vec<Value> {
        self.made(PARTS, |maker| maker.elements(element, 0, MAX_VALUES))
    }

    /// Values of a union with this tag.
    pub(crate) fn members(&self, union: EnumId, tag: i128, depth: usize) -> Vec<Value> {
        self.made(PARTS, |maker| maker.members(union, tag, depth, MAX_VALUES))
    }

    /// A value of a field in which an enum has this number, whatever stands around it. `holders` are the structs that hold the enum.
    pub(crate) fn with_number(&self, ty: Type, id: EnumId, number: i128, holders: &[bool]) -> Option<Value> {
        self.made(PARTS_OF_ONE, |maker| maker.with_number(ty, id, number, holders))
    }
}

/// The table with its required fields and no others. `None` if that has no end.
pub(crate) fn minimal_table(schema: &Schema, id: ObjectId) -> Option<Record> {
    Samples::new(schema).minimal_table(id)
}

/// The smallest value that is there.
pub(crate) fn minimal(schema: &Schema, element: Element) -> Option<Value> {
    Samples::new(schema).made(PARTS_OF_ONE, |maker| maker.minimal(element, 0))
}

/// Makes values, and counts their parts.
struct Maker<'s> {
    schema: &'s Schema,
    budget: Budget,
    /// Of the struct that is made.
    structure: Budget,
    cut: bool,
}

/// How many parts a value has.
fn parts(value: &Value) -> usize {
    let inner = match value {
        Value::Vector(items) | Value::Struct(items) => items.iter().map(parts).sum(),
        Value::Table(record) | Value::Nested(record) => parts_of(record),
        Value::Union(_, member) => parts(member),
        _ => 0,
    };
    inner + 1
}

fn parts_of(record: &Record) -> usize {
    record.values().map(parts).sum::<usize>() + 1
}

impl Maker<'_> {
    /// Whether there is room for so many parts.
    fn has_room(&mut self, parts: usize) -> bool {
        let has = self.budget.spend(parts);
        self.cut |= !has;
        has
    }

    fn minimal_table(&mut self, id: ObjectId, depth: usize) -> Option<Record> {
        if depth > MAX_REQUIRED || !self.has_room(1) {
            return None;
        }
        let mut record = Record::new();
        let schema = self.schema;
        let required = schema.object(id).fields.iter().filter(|field| field.required && !field.deprecated);
        for field in required.filter(|field| field.union_tag_of.is_none()) {
            record.insert(field.id, self.minimal_field(field, depth + 1)?);
        }
        Some(record)
    }

    fn minimal_field(&mut self, field: &Field, depth: usize) -> Option<Value> {
        match (field.nested, field.ty) {
            (Some(id), _) => self.minimal_table(id, depth).map(Value::Nested),
            (None, Type::Single(element)) => self.minimal(element, depth),
            (None, _) => Some(Value::Vector(Vec::new())),
        }
    }

    fn minimal(&mut self, element: Element, depth: usize) -> Option<Value> {
        Some(match element {
            Element::Scalar(s) if s.is_float() => Value::Real(0.0),
            Element::Scalar(_) | Element::UnionTag(..) => Value::Integer(0),
            Element::Enum(_, id) => Value::Integer(first_named(self.schema.enumeration(id))),
            Element::String => Value::Text(Vec::new()),
            Element::Struct(id) => self.structure(id, 0, &mut smallest)?,
            Element::Table(id) => Value::Table(self.minimal_table(id, depth)?),
            Element::Union(id) => {
                let schema = self.schema;
                let mut members =
                    schema.enumeration(id).values.iter().filter_map(|v| Some((v.number, v.member?)));
                let (tag, value) =
                    members.find_map(|(tag, member)| Some((tag, self.minimal(member, depth + 1)?)))?;
                Value::Union(tag, Box::new(value))
            }
        })
    }

    /// A struct whose leaves are what `leaf` says; arrays get one value after the other.
    fn structure(
        &mut self,
        id: ObjectId,
        depth: usize,
        leaf: &mut dyn FnMut(&Schema, Element) -> Option<Value>,
    ) -> Option<Value> {
        if depth > MAX_INLINE {
            self.cut = true;
            return None;
        }
        if depth == 0 {
            self.structure = Budget::new(PARTS_OF_ONE);
        }
        let schema = self.schema;
        let mut values = Vec::new();
        for field in &schema.object(id).fields {
            let mut one = |maker: &mut Self| {
                if !maker.structure.spend(1) || !maker.has_room(1) {
                    maker.cut = true;
                    return None;
                }
                match field.ty.element() {
                    Element::Struct(id) => maker.structure(id, depth + 1, leaf),
                    other => leaf(schema, other),
                }
            };
            values.push(match field.ty {
                Type::Array(_, count) => Value::Vector((0..count).map(|_| one(self)).collect::<Option<_>>()?),
                _ => one(self)?,
            });
        }
        Some(Value::Struct(values))
    }

    /// A struct in which no two leaves have the same bytes, as far as their types allow.
    fn patterned(&mut self, id: ObjectId, start: i128) -> Option<Value> {
        let mut next = start;
        self.structure(id, 0, &mut |schema, element| {
            next += 1;
            Some(match element {
                Element::Scalar(Scalar::F32) => Value::Real(f64::from(u8::try_from(next & 0x7f).ok()?) + 0.5),
                Element::Scalar(Scalar::F64) => {
                    Value::Real(f64::from(u8::try_from(next & 0x7f).ok()?) + 0.25)
                }
                Element::Scalar(Scalar::Bool) => Value::Integer(1),
                Element::Enum(_, id) => {
                    let values = &schema.enumeration(id).values;
                    let last = values.iter().rev().find(|value| value.number != 0).or(values.first());
                    Value::Integer(last.map_or(0, |value| value.number))
                }
                Element::Scalar(scalar) => {
                    // Every byte is set: 0x0101… times a small number.
                    let (_, high) = scalar.range()?;
                    let ones = (0..scalar.size()).fold(0_i128, |n, _| (n << 8) | 1);
                    Value::Integer((ones * (1 + next % 100)).min(high))
                }
                other => smallest(schema, other)?,
            })
        })
    }

    /// A struct whose integers are the least that their types hold.
    fn lowest(&mut self, id: ObjectId) -> Option<Value> {
        self.structure(id, 0, &mut |schema, element| match element {
            Element::Scalar(scalar) if !scalar.is_float() => {
                scalar.range().map(|(low, _)| Value::Integer(low))
            }
            other => smallest(schema, other),
        })
    }

    /// Values of one element, small ones first, but so many at most; inside tables `depth` more levels of fields are set, one at a time.
    fn elements(&mut self, element: Element, depth: usize, most: usize) -> Vec<Value> {
        match element {
            Element::Scalar(s) if s.is_float() => [1.5, -2.0, 0.0].map(Value::Real).to_vec(),
            Element::Scalar(s) => integers(s).into_iter().map(Value::Integer).collect(),
            Element::UnionTag(..) => Vec::new(),
            Element::Enum(_, id) => {
                numbers(self.schema.enumeration(id)).into_iter().map(Value::Integer).collect()
            }
            Element::String => ["a", "", "abcdefg"].map(|text| Value::Text(text.into())).to_vec(),
            Element::Struct(id) => {
                let rising: Vec<Value> =
                    [0, 16].into_iter().filter_map(|start| self.patterned(id, start)).collect();
                rising.into_iter().chain(self.lowest(id)).collect()
            }
            Element::Table(id) => self.tables(id, depth, most).into_iter().map(Value::Table).collect(),
            Element::Union(id) => {
                let schema = self.schema;
                let mut all = Vec::new();
                for value in schema.enumeration(id).values.iter().take(MAX_TRIED) {
                    if all.len() >= most {
                        break;
                    }
                    let left = most - all.len();
                    all.extend(self.members(id, value.number, depth, left));
                }
                all
            }
        }
    }

    fn members(&mut self, union: EnumId, tag: i128, depth: usize, most: usize) -> Vec<Value> {
        let member = self.schema.enumeration(union).value(tag).and_then(|value| value.member);
        let values = member.map(|member| self.elements(member, depth, most)).unwrap_or_default();
        values.into_iter().map(|value| Value::Union(tag, Box::new(value))).collect()
    }

    /// The smallest table, and those with one more field.
    fn tables(&mut self, id: ObjectId, depth: usize, most: usize) -> Vec<Record> {
        let Some(least) = self.minimal_table(id, 0) else { return Vec::new() };
        let mut all = vec![least.clone()];
        if depth == 0 {
            return all;
        }
        let size = parts_of(&least);
        let schema = self.schema;
        let fields =
            schema.object(id).fields.iter().filter(|field| !field.deprecated && field.union_tag_of.is_none());
        for field in fields.take(MAX_TRIED) {
            if all.len() >= most {
                break;
            }
            let values = self.values(field, depth - 1, MAX_INSIDE);
            for value in values {
                if !self.has_room(size) {
                    return all;
                }
                let mut record = least.clone();
                record.insert(field.id, value);
                all.push(record);
            }
        }
        all.truncate(most);
        all
    }

    fn values(&mut self, field: &Field, depth: usize, most: usize) -> Vec<Value> {
        // Those that are left out below are not counted.
        let wanted = most.saturating_add(1);
        let mut all = match (field.nested, field.ty) {
            (Some(id), _) => {
                let mut all = self.tables(id, depth, most);
                all.truncate(most);
                return all.into_iter().map(Value::Nested).collect();
            }
            (None, Type::Single(element)) => self.elements(element, depth, wanted),
            (None, Type::Vector(element) | Type::Vector64(element)) => self.vectors(element, depth, wanted),
            (None, Type::Array(..)) => Vec::new(),
        };
        if field.default != Default::Null {
            all.retain(|value| !defaults_to(field, value));
        }
        all.truncate(most);
        all
    }

    fn vectors(&mut self, element: Element, depth: usize, most: usize) -> Vec<Value> {
        let items = self.elements(element, depth, most);
        let mut all = vec![Value::Vector(Vec::new())];
        all.extend(items.iter().take(MAX_TRIED).map(|item| Value::Vector(vec![item.clone()])));
        let size = items.iter().take(5).map(parts).max().unwrap_or(0);
        for count in [2, 3, 5] {
            if all.len() >= most {
                break;
            }
            if let Some(first) = items.first() {
                if !self.has_room(2 * count * size) {
                    break;
                }
                let mut many: Vec<Value> = items.iter().cycle().take(count).cloned().collect();
                all.push(Value::Vector(many.clone()));
                many.fill(first.clone());
                all.push(Value::Vector(many));
            }
        }
        all
    }

    fn with_number(&mut self, ty: Type, id: EnumId, number: i128, holders: &[bool]) -> Option<Value> {
        let one = self.element_with_number(ty.element(), id, number, holders)?;
        Some(match ty {
            Type::Single(_) => one,
            Type::Vector(_) | Type::Vector64(_) => Value::Vector(vec![one]),
            Type::Array(element, count) => {
                let rest = self.minimal(element, 0)?;
                if !self.has_room(usize::from(count) * parts(&rest)) {
                    return None;
                }
                let mut items = vec![rest; usize::from(count)];
                *items.first_mut()? = one;
                Value::Vector(items)
            }
        })
    }

    fn element_with_number(
        &mut self,
        element: Element,
        id: EnumId,
        number: i128,
        holders: &[bool],
    ) -> Option<Value> {
        let schema = self.schema;
        let holds = |object: ObjectId| {
            let at = usize::try_from(object.0).ok();
            at.and_then(|at| holders.get(at)).copied().unwrap_or(false)
        };
        match element {
            Element::Enum(_, found) if found == id => Some(Value::Integer(number)),
            Element::Struct(object) if holds(object) => {
                let mut whole = self.minimal(element, 0)?;
                let fields = &schema.object(object).fields;
                let (at, value) = fields
                    .iter()
                    .enumerate()
                    .find_map(|(at, f)| Some((at, self.with_number(f.ty, id, number, holders)?)))?;
                if let Value::Struct(values) = &mut whole {
                    *values.get_mut(at)? = value;
                }
                Some(whole)
            }
            Element::Union(union) => schema.enumeration(union).values.iter().find_map(|v| match v.member? {
                member @ Element::Struct(_) => {
                    let value = self.element_with_number(member, id, number, holders)?;
                    Some(Value::Union(v.number, Box::new(value)))
                }
                _ => None,
            }),
            _ => None,
        }
    }
}

/// The smallest value of what stands in place, and is no struct.
fn smallest(schema: &Schema, element: Element) -> Option<Value> {
    Some(match element {
        Element::Scalar(s) if s.is_float() => Value::Real(0.0),
        Element::Scalar(_) | Element::UnionTag(..) => Value::Integer(0),
        Element::Enum(_, id) => Value::Integer(first_named(schema.enumeration(id))),
        _ => return None,
    })
}

fn first_named(names: &Enum) -> i128 {
    names.value(0).or_else(|| names.values.first()).map_or(0, |value| value.number)
}

/// The structs that hold one of these in place, themselves or in others: by their ids.
pub(crate) fn holders(schema: &Schema, is_it: impl Fn(Element) -> bool) -> Vec<bool> {
    let index = |id: ObjectId| usize::try_from(id.0).unwrap_or(usize::MAX);
    let mut held_by: Vec<Vec<usize>> = vec![Vec::new(); schema.objects.len()];
    let mut holds = vec![false; schema.objects.len()];
    let mut open = Vec::new();
    for (at, object) in schema.objects.iter().enumerate().filter(|(_, object)| object.is_struct) {
        for field in &object.fields {
            let element = field.ty.element();
            if let Element::Struct(id) = element
                && let Some(list) = held_by.get_mut(index(id))
            {
                list.push(at);
            }
            if is_it(element)
                && let Some(known) = holds.get_mut(at)
                && !std::mem::replace(known, true)
            {
                open.push(at);
            }
        }
    }
    while let Some(at) = open.pop() {
        for user in held_by.get(at).into_iter().flatten() {
            if let Some(known) = holds.get_mut(*user)
                && !std::mem::replace(known, true)
            {
                open.push(*user);
            }
        }
    }
    holds
}

/// Whether values of an element hold a struct in place: `holders` are the structs that do.
pub(crate) fn holds_struct(schema: &Schema, element: Element, id: ObjectId, holders: &[bool]) -> bool {
    let holds = |found: ObjectId| {
        let at = usize::try_from(found.0).ok();
        found == id || at.and_then(|at| holders.get(at)).copied().unwrap_or(false)
    };
    match element {
        Element::Struct(found) => holds(found),
        Element::Union(union) => {
            let values = &schema.enumeration(union).values;
            values.iter().any(|value| matches!(value.member, Some(Element::Struct(found)) if holds(found)))
        }
        _ => false,
    }
}

fn integers(scalar: Scalar) -> Vec<i128> {
    let Some((low, high)) = scalar.range() else { return Vec::new() };
    let ones = (0..scalar.size()).fold(0_i128, |n, _| (n << 8) | 1);
    let mut all = vec![1, 0, high, low, ones.min(high), (ones * 5).min(high), 2, 3];
    all.retain(|n| (low..=high).contains(n));
    let mut seen = std::collections::HashSet::new();
    all.retain(|n| seen.insert(*n));
    all
}

/// The numbers that have names, those of flags also together.
fn numbers(names: &Enum) -> Vec<i128> {
    let mut numbers: Vec<i128> = names.values.iter().map(|value| value.number).take(MAX_TRIED).collect();
    if names.bit_flags {
        numbers.push(names.values.iter().fold(0, |all, value| all | value.number));
    }
    numbers
}

/// Tables in which as much as possible is set, for readers that are not ours: the fields with their first values, their second, and so
/// on, and each field alone with each of a few.
pub fn specimens(schema: &Schema, root: ObjectId) -> Vec<Record> {
    let samples = Samples::new(schema);
    let Some(least) = samples.minimal_table(root) else { return Vec::new() };
    let fields = schema.object(root).fields.iter();
    let fields: Vec<(u16, Vec<Value>)> = fields
        .filter(|field| !field.deprecated && field.union_tag_of.is_none())
        .map(|field| (field.id, samples.values(field, 2)))
        .collect();
    let mut all = vec![least.clone()];
    for turn in 0..4 {
        let mut record = least.clone();
        record.extend(fields.iter().filter_map(|(id, values)| Some((*id, values.get(turn)?.clone()))));
        all.push(record);
    }
    for (id, values) in fields {
        for value in values.into_iter().take(24) {
            let mut record = least.clone();
            record.insert(id, value);
            all.push(record);
        }
    }
    all.iter().map(|record| super::wire::sorted(schema, root, record)).collect()
}
