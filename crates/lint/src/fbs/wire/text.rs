//! Values as short texts, for messages.

use std::fmt::Write;

use outlast_flatbuffers::schema::{Element, Enum, Field, ObjectId, Schema, Type};

use super::value::{Record, Value};

/// Elements that are shown of a vector.
const SHOWN: usize = 4;

/// A table as a short text: `{a: 5, b: "x"}`.
pub fn show(schema: &Schema, object: ObjectId, record: &Record) -> String {
    let mut out = String::from("{");
    let object = schema.object(object);
    for (at, (slot, value)) in record.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        match object.field_by_id(*slot) {
            Some(field) => {
                let _ = write!(out, "{}: {}", field.name, show_field(schema, field, value));
            }
            None => {
                let _ = write!(out, "slot {slot}: {}", bare(value));
            }
        }
    }
    out.push('}');
    out
}

fn show_field(schema: &Schema, field: &Field, value: &Value) -> String {
    match (value, field.nested) {
        (Value::Nested(record), Some(id)) => format!("buffer {}", show(schema, id, record)),
        _ => show_value(schema, field.ty, value),
    }
}

/// A value of a type as a short text.
pub fn show_value(schema: &Schema, ty: Type, value: &Value) -> String {
    match (ty, value) {
        (Type::Single(element), _) => show_element(schema, element, value),
        (_, Value::Vector(items)) => {
            let shown = items.iter().take(SHOWN).map(|item| show_element(schema, ty.element(), item));
            let mut shown: Vec<String> = shown.collect();
            if items.len() > SHOWN {
                shown.push("…".to_string());
            }
            format!("[{}]", shown.join(", "))
        }
        _ => bare(value),
    }
}

fn show_element(schema: &Schema, element: Element, value: &Value) -> String {
    match (element, value) {
        (Element::Enum(_, id) | Element::UnionTag(_, id), Value::Integer(number)) => {
            name(schema.enumeration(id), *number)
        }
        (Element::Struct(id), Value::Struct(fields)) => {
            let named = schema.object(id).fields.iter().zip(fields);
            let named = named.map(|(f, v)| format!("{}: {}", f.name, show_value(schema, f.ty, v)));
            format!("{{{}}}", named.collect::<Vec<_>>().join(", "))
        }
        (Element::Table(id), Value::Table(record)) => show(schema, id, record),
        (Element::Union(id), Value::Union(tag, value)) => {
            let union = schema.enumeration(id);
            let member = union.value(*tag).and_then(|v| v.member);
            let value = member.map_or_else(|| bare(value), |m| show_element(schema, m, value));
            format!("{} {value}", name(union, *tag))
        }
        _ => bare(value),
    }
}

fn name(names: &Enum, number: i128) -> String {
    match names.value(number) {
        Some(value) => value.name.clone(),
        None if names.is_union => format!("tag {number}"),
        None => format!("{number} (no name)"),
    }
}

/// A value of which the type is not known.
fn bare(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Real(real) => format!("{real:?}"),
        Value::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        Value::Vector(items) => format!("a vector of {}", items.len()),
        Value::Struct(_) => "a struct".to_string(),
        Value::Table(_) => "a table".to_string(),
        Value::Nested(_) => "a buffer".to_string(),
        Value::Union(tag, _) => format!("tag {tag}"),
        Value::Unknown => "a member of an unknown type".to_string(),
    }
}
