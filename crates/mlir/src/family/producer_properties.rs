//! What the producer wrote into properties, for comparison with what the reader decodes.

use crate::facts::MlirFacts;
use crate::schema::{OpSchema, PropertyField, PropertyKind, PropertyValue, decode};

use super::properties::Value;

/// What the producer wrote, by its schema; none if the blob is not of it.
pub(super) fn producer_values(
    facts: &MlirFacts,
    schema: &OpSchema,
    blob: &[u8],
) -> Option<Vec<(String, Value)>> {
    let values = decode(schema, facts.version, blob).ok()?;
    let sizes = |attr: u32| {
        let found = facts.attrs.get(usize::try_from(attr).ok()?)?;
        let sizes = found.sizes.as_ref()?.iter();
        Some(Value::Sizes(sizes.map(|size| u64::try_from(*size).unwrap_or(u64::MAX)).collect()))
    };
    let one = |field: &PropertyField, found: PropertyValue| match (&field.kind, found) {
        // In version 5, sizes of segments are an attribute.
        (PropertyKind::Segments(_), PropertyValue::Attr(attr)) => sizes(attr.0),
        (_, found) => value(found),
    };
    values.into_iter().map(|(field, found)| Some((field.name.clone(), one(field, found)?))).collect()
}

fn value(found: PropertyValue) -> Option<Value> {
    Some(match found {
        PropertyValue::Attr(attr) => Value::Attr(attr.0),
        PropertyValue::None
        | PropertyValue::Number(0)
        | PropertyValue::Bool(false)
        | PropertyValue::Signed(0) => Value::Default,
        PropertyValue::Number(number) => Value::Number(number),
        PropertyValue::Signed(number) => {
            Value::Number((number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned())
        }
        PropertyValue::Bool(_) => Value::Number(1),
        PropertyValue::Str(text) => Value::Number(u64::from(text.0)),
        PropertyValue::Segments(sizes) => {
            Value::Sizes(sizes.into_iter().map(|size| u64::try_from(size).unwrap_or(u64::MAX)).collect())
        }
        PropertyValue::List(values) if values.is_empty() => Value::Default,
        PropertyValue::List(values) => Value::List(values.into_iter().map(value).collect::<Option<_>>()?),
    })
}

/// The first name under which two readings differ.
pub(super) fn difference(meant: &[(String, Value)], read: &[(String, Value)]) -> Option<String> {
    let empty = |value: &Value| match value {
        Value::Default => true,
        Value::Sizes(sizes) => sizes.iter().all(|size| *size == 0),
        _ => false,
    };
    for (name, value) in meant {
        match read.iter().find(|(other, _)| other == name) {
            Some((_, found)) if found == value || empty(found) && empty(value) => {}
            None if empty(value) => {}
            _ => return Some(name.clone()),
        }
    }
    let more =
        |(name, value): &&(String, Value)| !empty(value) && meant.iter().all(|(other, _)| other != name);
    read.iter().find(more).map(|(name, _)| name.clone())
}
