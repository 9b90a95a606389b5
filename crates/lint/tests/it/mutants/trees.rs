//! Random values of a schema.

use outlast_flatbuffers::schema::{Element, Field, ObjectId, Scalar, Schema, Type};
use outlast_lint::fbs::wire::{Record, Value};

use super::Rng;

/// Values that one tree may still have.
struct Trees<'s, 'r> {
    schema: &'s Schema,
    rng: &'r mut Rng,
    left: usize,
    fill: usize,
    deprecated: bool,
}

/// A random table; the number of the try decides how full it is. With `deprecated`, the writer is one from before fields were
/// deprecated, now and then.
pub(super) fn table(
    schema: &Schema,
    id: ObjectId,
    rng: &mut Rng,
    attempt: usize,
    deprecated: bool,
) -> Option<Record> {
    let fill = [0, 10, 30, 60, 85, 100][attempt % 6];
    let deprecated = deprecated && rng.chance(20);
    Trees { schema, rng, left: 250, fill, deprecated }.table(id, 0)
}

impl Trees<'_, '_> {
    fn table(&mut self, id: ObjectId, depth: usize) -> Option<Record> {
        let mut record = Record::new();
        if depth > 12 {
            return None;
        }
        let schema = self.schema;
        for field in schema.object(id).fields.iter().filter(|field| field.union_tag_of.is_none()) {
            let wanted = field.required || (self.left > 0 && self.rng.chance(self.fill));
            if !wanted || (field.deprecated && !self.deprecated) {
                continue;
            }
            self.left = self.left.saturating_sub(1);
            match self.field(field, depth) {
                Some(value) => {
                    record.insert(field.id, value);
                }
                None if field.required && !field.deprecated => return None,
                None => {}
            }
        }
        Some(record)
    }

    fn field(&mut self, field: &Field, depth: usize) -> Option<Value> {
        if let Some(id) = field.nested {
            return self.table(id, depth + 1).map(Value::Nested);
        }
        match field.ty {
            Type::Single(element) => self.element(element, depth),
            Type::Vector(element) | Type::Vector64(element) => {
                let count = if self.left == 0 { 0 } else { self.rng.below(4) };
                Some(Value::Vector((0..count).filter_map(|_| self.element(element, depth)).collect()))
            }
            Type::Array(..) => None,
        }
    }

    fn element(&mut self, element: Element, depth: usize) -> Option<Value> {
        self.left = self.left.saturating_sub(1);
        Some(match element {
            Element::Scalar(Scalar::F32) => {
                Value::Real(f64::from(u8::try_from(self.rng.below(200)).ok()?) / 8.0 - 3.0)
            }
            Element::Scalar(Scalar::F64) => {
                Value::Real(f64::from(u8::try_from(self.rng.below(200)).ok()?) / 3.0)
            }
            Element::Scalar(scalar) => Value::Integer(self.integer(scalar)),
            Element::UnionTag(..) => return None,
            Element::Enum(_, id) => {
                let names = self.schema.enumeration(id);
                let one = self.rng.pick(&names.values)?.number;
                let two = self.rng.pick(&names.values)?.number;
                Value::Integer(if names.bit_flags { one | two } else { one })
            }
            Element::String => {
                let words: [&[u8]; 4] = [b"", b"a", b"word", "ünï".as_bytes()];
                Value::Text(self.rng.pick(&words)?.to_vec())
            }
            Element::Struct(id) => {
                let schema = self.schema;
                let mut values = Vec::new();
                for field in &schema.object(id).fields {
                    let element = field.ty.element();
                    values.push(match field.ty {
                        Type::Array(_, count) => Value::Vector(
                            (0..count).map(|_| self.element(element, depth)).collect::<Option<_>>()?,
                        ),
                        _ => self.element(element, depth)?,
                    });
                }
                Value::Struct(values)
            }
            Element::Table(id) => Value::Table(self.table(id, depth + 1)?),
            Element::Union(id) => {
                let members: Vec<(i128, Element)> = {
                    let values = self.schema.enumeration(id).values.iter();
                    values.filter_map(|value| Some((value.number, value.member?))).collect()
                };
                let (tag, member) = *self.rng.pick(&members)?;
                Value::Union(tag, Box::new(self.element(member, depth)?))
            }
        })
    }

    fn integer(&mut self, scalar: Scalar) -> i128 {
        let (low, high) = scalar.range().unwrap_or((0, 0));
        match self.rng.below(6) {
            0 => low,
            1 => high,
            2 => 0,
            3 => 1,
            _ => i128::try_from(self.rng.below(1 << 30)).unwrap() % (high - low + 1) + low.max(-100).max(low),
        }
        .clamp(low, high)
    }
}
