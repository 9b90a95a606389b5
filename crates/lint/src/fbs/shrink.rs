//! Tables with one thing less, to make witnesses small.

use outlast_flatbuffers::schema::{Element, ObjectId, Schema};

use super::wire::{Record, Value};

/// Fields of tables above which nothing is made smaller one by one: each copy has all others.
const MOST: usize = 512;

/// Tables with one thing less.
pub(super) fn smaller(schema: &Schema, id: ObjectId, record: &Record) -> Vec<Record> {
    let mut all = Vec::new();
    if count(record) > MOST {
        return all;
    }
    for (slot, value) in record {
        let Some(field) = schema.object(id).field_by_id(*slot) else { continue };
        if !field.required {
            let mut less = record.clone();
            less.remove(slot);
            all.push(less);
        }
        let values = match (value, field.nested) {
            (Value::Nested(inner), Some(id)) => {
                smaller(schema, id, inner).into_iter().map(Value::Nested).collect()
            }
            _ => smaller_value(schema, field.ty.element(), value),
        };
        all.extend(values.into_iter().map(|value| {
            let mut less = record.clone();
            less.insert(*slot, value);
            less
        }));
    }
    all
}

fn smaller_value(schema: &Schema, element: Element, value: &Value) -> Vec<Value> {
    match (element, value) {
        (_, Value::Vector(items)) => {
            let shorter = (items.len() > 1).then(|| items.split_last().map(|(_, rest)| rest.to_vec()));
            let mut all: Vec<Value> = shorter.flatten().map(Value::Vector).into_iter().collect();
            for (at, item) in items.iter().enumerate() {
                for less in smaller_value(schema, element, item) {
                    let mut items = items.clone();
                    if let Some(item) = items.get_mut(at) {
                        *item = less;
                    }
                    all.push(Value::Vector(items));
                }
            }
            all
        }
        (Element::Table(id), Value::Table(record)) => {
            smaller(schema, id, record).into_iter().map(Value::Table).collect()
        }
        (Element::Union(id), Value::Union(tag, member)) => {
            let kind = schema.enumeration(id).value(*tag).and_then(|value| value.member);
            let less = kind.map(|kind| smaller_value(schema, kind, member)).unwrap_or_default();
            less.into_iter().map(|member| Value::Union(*tag, Box::new(member))).collect()
        }
        _ => Vec::new(),
    }
}

/// How many fields of tables are set.
pub(super) fn count(record: &Record) -> usize {
    record.values().map(|value| 1 + inside(value)).sum()
}

fn inside(value: &Value) -> usize {
    match value {
        Value::Table(record) | Value::Nested(record) => count(record),
        Value::Union(_, member) => inside(member),
        Value::Vector(items) => items.iter().map(inside).sum(),
        _ => 0,
    }
}
