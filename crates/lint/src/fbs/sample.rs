//! Values to try: small ones first.

use outlast_flatbuffers::schema::{Default, Element, Enum, EnumId, Field, ObjectId, Scalar, Schema, Type};

use super::wire::{Record, Value, defaults_to};

/// Tables inside each other that required fields may ask for.
const MAX_REQUIRED: usize = 16;
/// Values of an enum, members of a union or fields of a table that are tried.
const MAX_TRIED: usize = 64;

/// The table with its required fields and no others. `None` if that has no end.
pub(crate) fn minimal_table(schema: &Schema, id: ObjectId, depth: usize) -> Option<Record> {
    if depth > MAX_REQUIRED {
        return None;
    }
    let mut record = Record::new();
    let required = schema.object(id).fields.iter().filter(|field| field.required && !field.deprecated);
    for field in required.filter(|field| field.union_tag_of.is_none()) {
        record.insert(field.id, minimal_field(schema, field, depth + 1)?);
    }
    Some(record)
}

fn minimal_field(schema: &Schema, field: &Field, depth: usize) -> Option<Value> {
    match (field.nested, field.ty) {
        (Some(id), _) => minimal_table(schema, id, depth).map(Value::Nested),
        (None, Type::Single(element)) => minimal(schema, element, depth),
        (None, _) => Some(Value::Vector(Vec::new())),
    }
}

/// The smallest value that is there.
pub(crate) fn minimal(schema: &Schema, element: Element, depth: usize) -> Option<Value> {
    Some(match element {
        Element::Scalar(s) if s.is_float() => Value::Real(0.0),
        Element::Scalar(_) | Element::UnionTag(..) => Value::Integer(0),
        Element::Enum(_, id) => Value::Integer(first_named(schema.enumeration(id))),
        Element::String => Value::Text(Vec::new()),
        Element::Struct(id) => structure(schema, id, &mut |element| minimal(schema, element, depth))?,
        Element::Table(id) => Value::Table(minimal_table(schema, id, depth)?),
        Element::Union(id) => {
            let members = schema.enumeration(id).values.iter().filter_map(|v| Some((v.number, v.member?)));
            let mut made =
                members.filter_map(|(tag, member)| Some((tag, minimal(schema, member, depth + 1)?)));
            let (tag, value) = made.next()?;
            Value::Union(tag, Box::new(value))
        }
    })
}

fn first_named(names: &Enum) -> i128 {
    names.value(0).or_else(|| names.values.first()).map_or(0, |value| value.number)
}

/// A struct whose leaves are what `leaf` says; arrays get one value after the other.
fn structure(schema: &Schema, id: ObjectId, leaf: &mut dyn FnMut(Element) -> Option<Value>) -> Option<Value> {
    let mut values = Vec::new();
    for field in &schema.object(id).fields {
        let one = |leaf: &mut dyn FnMut(Element) -> Option<Value>| match field.ty.element() {
            Element::Struct(id) => structure(schema, id, leaf),
            other => leaf(other),
        };
        values.push(match field.ty {
            Type::Array(_, count) => Value::Vector((0..count).map(|_| one(leaf)).collect::<Option<_>>()?),
            _ => one(leaf)?,
        });
    }
    Some(Value::Struct(values))
}

/// A struct in which no two leaves have the same bytes, as far as their types allow.
fn patterned(schema: &Schema, id: ObjectId, start: i128) -> Option<Value> {
    let mut next = start;
    structure(schema, id, &mut |element| {
        next += 1;
        Some(match element {
            Element::Scalar(Scalar::F32) => Value::Real(f64::from(u8::try_from(next & 0x7f).ok()?) + 0.5),
            Element::Scalar(Scalar::F64) => Value::Real(f64::from(u8::try_from(next & 0x7f).ok()?) + 0.25),
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
            other => minimal(schema, other, 0)?,
        })
    })
}

/// A struct whose integers are the least that their types hold.
fn lowest(schema: &Schema, id: ObjectId) -> Option<Value> {
    structure(schema, id, &mut |element| match element {
        Element::Scalar(scalar) if !scalar.is_float() => scalar.range().map(|(low, _)| Value::Integer(low)),
        other => minimal(schema, other, 0),
    })
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

/// Values of one element, small ones first; inside tables `depth` more levels of fields are set, one at a time.
pub(crate) fn elements(schema: &Schema, element: Element, depth: usize) -> Vec<Value> {
    match element {
        Element::Scalar(s) if s.is_float() => [1.5, -2.0, 0.0].map(Value::Real).to_vec(),
        Element::Scalar(s) => integers(s).into_iter().map(Value::Integer).collect(),
        Element::UnionTag(..) => Vec::new(),
        Element::Enum(_, id) => numbers(schema.enumeration(id)).into_iter().map(Value::Integer).collect(),
        Element::String => ["a", "", "abcdefg"].map(|text| Value::Text(text.into())).to_vec(),
        Element::Struct(id) => {
            let rising = [0, 16].into_iter().filter_map(|start| patterned(schema, id, start));
            rising.chain(lowest(schema, id)).collect()
        }
        Element::Table(id) => tables(schema, id, depth).into_iter().map(Value::Table).collect(),
        Element::Union(id) => {
            let tags = schema.enumeration(id).values.iter().map(|value| value.number).take(MAX_TRIED);
            tags.flat_map(|tag| members(schema, id, tag, depth)).collect()
        }
    }
}

/// Values of a union with this tag.
pub(crate) fn members(schema: &Schema, union: EnumId, tag: i128, depth: usize) -> Vec<Value> {
    let member = schema.enumeration(union).value(tag).and_then(|value| value.member);
    let values = member.map(|member| elements(schema, member, depth)).unwrap_or_default();
    values.into_iter().map(|value| Value::Union(tag, Box::new(value))).collect()
}

/// The numbers that have names, those of flags also together.
fn numbers(names: &Enum) -> Vec<i128> {
    let mut numbers: Vec<i128> = names.values.iter().map(|value| value.number).take(MAX_TRIED).collect();
    if names.bit_flags {
        numbers.push(names.values.iter().fold(0, |all, value| all | value.number));
    }
    numbers
}

/// The smallest table, and those with one more field.
fn tables(schema: &Schema, id: ObjectId, depth: usize) -> Vec<Record> {
    let Some(least) = minimal_table(schema, id, 0) else { return Vec::new() };
    let mut all = vec![least.clone()];
    if depth == 0 {
        return all;
    }
    let fields =
        schema.object(id).fields.iter().filter(|field| !field.deprecated && field.union_tag_of.is_none());
    for field in fields.take(MAX_TRIED) {
        for value in values(schema, field, depth - 1).into_iter().take(12) {
            let mut record = least.clone();
            record.insert(field.id, value);
            all.push(record);
        }
    }
    all
}

/// Values of a field that are written as something, small ones first.
pub(crate) fn values(schema: &Schema, field: &Field, depth: usize) -> Vec<Value> {
    if let Some(id) = field.nested {
        return tables(schema, id, depth).into_iter().map(Value::Nested).collect();
    }
    let mut all = match field.ty {
        Type::Single(element) => elements(schema, element, depth),
        Type::Vector(element) | Type::Vector64(element) => vectors(schema, element, depth),
        Type::Array(..) => Vec::new(),
    };
    if field.default != Default::Null {
        all.retain(|value| !defaults_to(field, value));
    }
    all
}

fn vectors(schema: &Schema, element: Element, depth: usize) -> Vec<Value> {
    let items = elements(schema, element, depth);
    let mut all = vec![Value::Vector(Vec::new())];
    all.extend(items.iter().take(MAX_TRIED).map(|item| Value::Vector(vec![item.clone()])));
    for count in [2, 3, 5] {
        if let (Some(first), true) = (items.first(), !items.is_empty()) {
            let mut many: Vec<Value> = items.iter().cycle().take(count).cloned().collect();
            all.push(Value::Vector(many.clone()));
            many.fill(first.clone());
            all.push(Value::Vector(many));
        }
    }
    all
}

/// A value of a field in which an enum has this number, whatever stands around it.
pub(crate) fn with_number(schema: &Schema, ty: Type, id: EnumId, number: i128) -> Option<Value> {
    let one = element_with_number(schema, ty.element(), id, number)?;
    Some(match ty {
        Type::Single(_) => one,
        Type::Vector(_) | Type::Vector64(_) => Value::Vector(vec![one]),
        Type::Array(element, count) => {
            let rest = minimal(schema, element, 0)?;
            let mut items = vec![rest; usize::from(count)];
            *items.first_mut()? = one;
            Value::Vector(items)
        }
    })
}

fn element_with_number(schema: &Schema, element: Element, id: EnumId, number: i128) -> Option<Value> {
    match element {
        Element::Enum(_, found) if found == id => Some(Value::Integer(number)),
        Element::Struct(object) => {
            let fields = &schema.object(object).fields;
            let (at, value) = fields
                .iter()
                .enumerate()
                .find_map(|(at, f)| Some((at, with_number(schema, f.ty, id, number)?)))?;
            let mut whole = minimal(schema, element, 0)?;
            if let Value::Struct(values) = &mut whole {
                *values.get_mut(at)? = value;
            }
            Some(whole)
        }
        Element::Union(union) => schema.enumeration(union).values.iter().find_map(|v| match v.member? {
            member @ Element::Struct(_) => {
                let value = element_with_number(schema, member, id, number)?;
                Some(Value::Union(v.number, Box::new(value)))
            }
            _ => None,
        }),
        _ => None,
    }
}

/// Whether values of an element hold a struct in place.
pub(crate) fn holds_struct(schema: &Schema, element: Element, id: ObjectId) -> bool {
    match element {
        Element::Struct(found) if found == id => true,
        Element::Struct(found) => {
            schema.object(found).fields.iter().any(|field| holds_struct(schema, field.ty.element(), id))
        }
        Element::Union(union) => schema
            .enumeration(union)
            .values
            .iter()
            .filter_map(|value| value.member)
            .any(|member| matches!(member, Element::Struct(_)) && holds_struct(schema, member, id)),
        _ => false,
    }
}

/// Tables in which as much as possible is set, for readers that are not ours: the fields with their first values, their second, and so
/// on, and each field alone with each of a few.
pub fn specimens(schema: &Schema, root: ObjectId) -> Vec<Record> {
    let Some(least) = minimal_table(schema, root, 0) else { return Vec::new() };
    let fields = schema.object(root).fields.iter();
    let fields: Vec<(u16, Vec<Value>)> = fields
        .filter(|field| !field.deprecated && field.union_tag_of.is_none())
        .map(|field| (field.id, values(schema, field, 2)))
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
