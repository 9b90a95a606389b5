//! Vectors that a lookup by key fails on.

use outlast_flatbuffers::schema::{Element, Field, ObjectId, Schema, Type};

use super::sample;
use super::wire::Value;

/// Vectors in order of the writer's key, and out of order of the reader's.
pub(super) fn disordered(
    writer: &Schema,
    reader: &Schema,
    field: &Field,
    (own, other): (ObjectId, ObjectId),
) -> Vec<Value> {
    let (Type::Vector(element) | Type::Vector64(element)) = field.ty else { return Vec::new() };
    if !matches!(element, Element::Table(id) | Element::Struct(id) if id == own) {
        return Vec::new();
    }

    let Some(read) = key(reader, other) else { return Vec::new() };
    let sorted = key(writer, own);
    let values = |slot: u16, rising: bool| -> Option<[Value; 2]> {
        let field = writer.object(own).field_by_id(slot)?;
        let mut two = match field.ty {
            Type::Single(Element::String) => [Value::Text(b"a".to_vec()), Value::Text(b"b".to_vec())],
            Type::Single(Element::Scalar(s)) if s.is_float() => [Value::Real(1.0), Value::Real(2.0)],
            Type::Single(Element::Scalar(_)) => [Value::Integer(0), Value::Integer(1)],
            Type::Single(Element::Enum(_, id)) => {
                let values = &writer.enumeration(id).values;
                let (low, high) = (values.first()?.number, values.last()?.number);
                [Value::Integer(low), Value::Integer(high)]
            }
            _ => return None,
        };
        if !rising {
            two.reverse();
        }
        Some(two)
    };
    let Some(mut items) = two_of(writer, element) else { return Vec::new() };
    for (slot, rising) in [(sorted.map(|key| key.id), true), (Some(read.id), false)] {
        let Some((slot, [a, b])) = slot.and_then(|slot| Some((slot, values(slot, rising)?))) else {
            continue;
        };
        put(&mut items, slot, [a, b]);
    }
    vec![Value::Vector(items)]
}

fn key(schema: &Schema, id: ObjectId) -> Option<&Field> {
    schema.object(id).fields.iter().find(|field| field.key)
}

/// Sets a field in each of two elements.
fn put(items: &mut [Value], slot: u16, values: [Value; 2]) {
    for (item, value) in items.iter_mut().zip(values) {
        match item {
            Value::Table(record) => {
                record.insert(slot, value);
            }
            Value::Struct(fields) => {
                if let Some(field) = fields.get_mut(usize::from(slot)) {
                    *field = value;
                }
            }
            _ => {}
        }
    }
}

fn two_of(schema: &Schema, element: Element) -> Option<Vec<Value>> {
    let one = sample::minimal(schema, element)?;
    Some(vec![one.clone(), one])
}
