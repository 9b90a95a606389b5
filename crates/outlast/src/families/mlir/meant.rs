//! What the producer wrote into properties, to lay beside what the reader takes them for.

use outlast_mlir::schema::{PropertyField, PropertyKind, PropertyValue, decode};

use super::operations::Operation;
use super::properties::Value;

impl Operation<'_, '_> {
    /// What the producer wrote.
    pub(super) fn meant(&self, blob: &[u8]) -> Option<Vec<(String, Value)>> {
        let schema = self.op.schema.as_ref()?;
        let version = self.case.facts.version;
        let values = decode(schema, version, blob).ok()?;
        let sizes = |attr: u32| {
            let found = self.case.facts.attrs.get(usize::try_from(attr).ok()?)?;
            let sizes = found.sizes.as_ref()?.iter();
            Some(Value::Sizes(sizes.map(|size| u64::try_from(*size).unwrap_or(u64::MAX)).collect()))
        };
        let value = |field: &PropertyField, value: PropertyValue| match (&field.kind, value) {
            // In version 5, sizes of segments are an attribute.
            (PropertyKind::Segments(_), PropertyValue::Attr(attr)) => sizes(attr.0),
            (_, value) => self.value(value),
        };
        values.into_iter().map(|(field, found)| Some((field.name.clone(), value(field, found)?))).collect()
    }

    fn value(&self, value: PropertyValue) -> Option<Value> {
        Some(match value {
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
            PropertyValue::List(values) => {
                Value::List(values.into_iter().map(|value| self.value(value)).collect::<Option<_>>()?)
            }
        })
    }
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
