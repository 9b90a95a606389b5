//! [`Value`]: what a field holds, apart from bytes.

use std::collections::BTreeMap;

use outlast_flatbuffers::schema::{Default, Element, Field, ObjectId, Schema, Type};

/// A value of some type of a schema.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// No string, vector, table or struct; no value of an optional scalar.
    Null,
    /// An integer, a boolean (0 or 1), or the number of an enum.
    Integer(i128),
    /// A floating-point number.
    Real(f64),
    /// A string: its bytes without the NUL.
    Text(Vec<u8>),
    /// Elements of a vector or array.
    Vector(Vec<Value>),
    /// A struct: its fields in order.
    Struct(Vec<Value>),
    /// A table.
    Table(Record),
    /// A union: tag and member.
    Union(i128, Box<Value>),
    /// A vector of bytes that is a buffer itself: its root table.
    Nested(Record),
    /// The member of a union whose tag the reader does not know.
    Unknown,
}

/// The fields of a table that are set, by slot. A union is set in its own slot; the slot of its tag then stays free.
pub type Record = BTreeMap<u16, Value>;

/// One step of the way to a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A slot of a table.
    Slot(u16),
    /// An element of a vector or array.
    Index(usize),
    /// A field of a struct.
    Field(usize),
}

/// The way to a value from the root table.
pub type Trail = Vec<Step>;

/// What an absent field means.
pub fn effective(field: &Field) -> Value {
    match field.default {
        Default::Integer(number) => Value::Integer(number),
        Default::Real(real) => Value::Real(real),
        Default::Null | Default::Reference => Value::Null,
        Default::Empty => match field.ty {
            Type::Single(_) => Value::Text(Vec::new()),
            _ => Value::Vector(Vec::new()),
        },
        Default::Text => Value::Text(field.default_text.as_deref().unwrap_or_default().as_bytes().to_vec()),
    }
}

/// Whether a writer leaves a field out that has this value: it is the default.
pub fn defaults_to(field: &Field, value: &Value) -> bool {
    match (field.default, value) {
        (Default::Integer(default), Value::Integer(number)) => default == *number,
        // Writers compare numbers: -0.0 is 0.0, and NaN is left out where it is the default.
        (Default::Real(default), Value::Real(real)) => {
            default == *real || (default.is_nan() && real.is_nan())
        }
        _ => false,
    }
}

/// The name of a step in a schema, and the type behind it, for a way that starts at a table. The names of fields join with
/// dots; elements stand in brackets.
pub(crate) fn follow(schema: &Schema, root: ObjectId, trail: &[Step]) -> String {
    let mut out = schema.object(root).short_name().to_string();
    let mut at = Some(Element::Table(root));
    for step in trail {
        match step {
            Step::Index(index) => out.push_str(&format!("[{index}]")),
            Step::Slot(_) | Step::Field(_) => {
                let field = match (step, at) {
                    (Step::Slot(slot), Some(Element::Table(id))) => schema.object(id).field_by_id(*slot),
                    (Step::Field(index), Some(Element::Struct(id))) => schema.object(id).fields.get(*index),
                    _ => None,
                };
                match (field, step) {
                    (Some(field), _) => out.push_str(&format!(".{}", field.name)),
                    (None, Step::Slot(slot)) => out.push_str(&format!(".(slot {slot})")),
                    (None, _) => out.push_str(".(field)"),
                }
                at = match field {
                    Some(Field { nested: Some(id), .. }) => Some(Element::Table(*id)),
                    // What a union holds is not known from its type: what follows is named by slots.
                    Some(field) => Some(field.ty.element()),
                    None => None,
                };
            }
        }
    }
    out
}
