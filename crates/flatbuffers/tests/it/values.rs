//! JSON values under a schema: random ones, and how our builder writes them.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use outlast_flatbuffers::build::{Builder, Ref, Slot, Target};
use outlast_flatbuffers::schema::{Element, Enum, Field, Object, ObjectId, Scalar, Schema, Type};
use serde_json::{Map, Value, json};

use crate::buffers::json_of_scalar;
use crate::generator::Rng;

/// The tag field of a union field.
pub(crate) fn tag_of<'s>(object: &'s Object, field: &Field) -> Option<&'s Field> {
    let tag = field.id.checked_sub(1).and_then(|id| object.field_by_id(id))?;
    (tag.union_tag_of == Some(field.id)).then_some(tag)
}

/// Builds values of one schema.
pub(crate) struct Writer<'s, 'b, 'a> {
    pub(crate) schema: &'s Schema,
    pub(crate) build: &'b mut Builder<'a>,
}

impl Writer<'_, '_, '_> {
    pub(crate) fn table(&mut self, id: ObjectId, value: &Value) -> Ref {
        let schema = self.schema;
        let object = schema.object(id);
        let mut slots = Vec::new();
        for field in &object.fields {
            let Some(member) = value.get(&field.name) else { continue };
            let tags = tag_of(object, field).and_then(|tag| value.get(&tag.name));
            slots.push((field.id, self.value(field, member, tags)));
        }
        self.build.table(slots)
    }

    /// The value of a field; `tags` are those of a union or of a vector of them.
    pub(crate) fn value(&mut self, field: &Field, value: &Value, tags: Option<&Value>) -> Slot {
        let Type::Vector(element) = field.ty else { return self.element(field.ty.element(), value, tags) };
        let items = value.as_array().unwrap();
        if element.is_reference() {
            let mut targets = Vec::new();
            for (index, item) in items.iter().enumerate() {
                let Slot::To(target) = self.element(element, item, tags.map(|t| &t[index])) else {
                    panic!("a reference")
                };
                targets.push(target);
            }
            return self.build.references(targets).into();
        }
        let mut data = Vec::new();
        items.iter().for_each(|item| data.extend(self.inline(element, item)));
        let (size, align) = (element.inline_size(self.schema), element.inline_align(self.schema));
        let align = align.max(field.force_align.unwrap_or(1) as usize);
        self.build.vector(data, size, align).into()
    }

    pub(crate) fn element(&mut self, element: Element, value: &Value, tag: Option<&Value>) -> Slot {
        let schema = self.schema;
        match element {
            Element::String => self.build.string(value.as_str().unwrap()).into(),
            Element::Table(id) => self.table(id, value).into(),
            Element::Union(id) => {
                let number = number(tag.unwrap(), Some(schema.enumeration(id)));
                let member = schema.enumeration(id).value(number).unwrap().member.unwrap();
                self.element(member, value, None)
            }
            _ => Slot::Inline(self.inline(element, value), element.inline_align(schema)),
        }
    }

    fn inline(&self, element: Element, value: &Value) -> Vec<u8> {
        let schema = self.schema;
        match element {
            Element::Scalar(scalar) => scalar_bytes(scalar, value, None),
            Element::Enum(scalar, id) | Element::UnionTag(scalar, id) => {
                scalar_bytes(scalar, value, Some(schema.enumeration(id)))
            }
            Element::Struct(id) => {
                let object = schema.object(id);
                let mut raw = vec![0; object.byte_size as usize];
                for field in &object.fields {
                    let member = &value[&field.name];
                    let bytes: Vec<u8> = match field.ty {
                        Type::Array(element, _) => {
                            member.as_array().unwrap().iter().flat_map(|v| self.inline(element, v)).collect()
                        }
                        ty => self.inline(ty.element(), member),
                    };
                    raw[field.offset as usize..][..bytes.len()].copy_from_slice(&bytes);
                }
                raw
            }
            _ => panic!("stored in place"),
        }
    }
}

fn number(value: &Value, names: Option<&Enum>) -> i128 {
    match value {
        Value::Bool(yes) => (*yes).into(),
        Value::String(text) => {
            let find = |word: &str| names.unwrap().values.iter().find(|v| v.name == word).unwrap().number;
            text.split(' ').map(find).sum()
        }
        other => other.as_i64().map(i128::from).or_else(|| other.as_u64().map(i128::from)).unwrap(),
    }
}

fn scalar_bytes(scalar: Scalar, value: &Value, names: Option<&Enum>) -> Vec<u8> {
    if scalar.is_float() {
        let real = value.as_f64().unwrap();
        return match scalar {
            Scalar::F32 => (real as f32).to_le_bytes().to_vec(),
            _ => real.to_le_bytes().to_vec(),
        };
    }
    number(value, names).to_le_bytes()[..scalar.size()].to_vec()
}

/// Random values.
pub(crate) struct Random<'s, 'r> {
    pub(crate) schema: &'s Schema,
    pub(crate) rng: &'r mut Rng,
}

impl Random<'_, '_> {
    /// A table; `None` where it cannot be: tables that require each other.
    pub(crate) fn table(&mut self, id: ObjectId, depth: usize) -> Option<Value> {
        if depth > 8 {
            return None;
        }
        let schema = self.schema;
        let object = schema.object(id);
        let mut shown = Map::new();
        for field in object.fields.iter().filter(|f| f.union_tag_of.is_none()) {
            if !field.required && (depth > 3 || !self.rng.chance(60)) {
                if let Some(value) = crate::buffers::absent_key(schema, field) {
                    shown.insert(field.name.clone(), value);
                }
                continue;
            }
            match self.field(field, depth) {
                Some((value, tags)) => {
                    if let Some(tag) = tag_of(object, field) {
                        shown.insert(tag.name.clone(), tags.unwrap());
                    }
                    shown.insert(field.name.clone(), value);
                }
                None if field.required => return None,
                None => {
                    if let Some(value) = crate::buffers::absent_key(schema, field) {
                        shown.insert(field.name.clone(), value);
                    }
                }
            }
        }
        Some(Value::Object(shown))
    }

    /// The value of a field, and the tags of unions.
    pub(crate) fn field(&mut self, field: &Field, depth: usize) -> Option<(Value, Option<Value>)> {
        match field.ty {
            Type::Single(element) => self.element(element, depth),
            Type::Vector(element) => {
                let items: Option<Vec<_>> =
                    (0..self.rng.below(4)).map(|_| self.element(element, depth)).collect();
                let (values, tags): (Vec<_>, Vec<_>) = items?.into_iter().unzip();
                let tags = tags.into_iter().flatten().collect();
                let union = matches!(element, Element::Union(_));
                Some((Value::Array(values), union.then_some(Value::Array(tags))))
            }
            _ => None,
        }
    }

    pub(crate) fn element(&mut self, element: Element, depth: usize) -> Option<(Value, Option<Value>)> {
        let schema = self.schema;
        Some(match element {
            Element::Scalar(scalar) => (self.scalar(scalar, None), None),
            Element::Enum(scalar, id) | Element::UnionTag(scalar, id) => {
                (self.scalar(scalar, Some(schema.enumeration(id))), None)
            }
            Element::String => {
                let n = self.rng.below(12);
                let text: String = (0..n).map(|_| *self.rng.pick(&['x', 'é', '"', ' ', '☃'])).collect();
                (json!(text), None)
            }
            Element::Struct(id) => {
                let mut shown = Map::new();
                for field in &schema.object(id).fields {
                    let value = match field.ty {
                        Type::Array(element, n) => {
                            let items: Option<Vec<Value>> =
                                (0..n).map(|_| Some(self.element(element, depth)?.0)).collect();
                            Value::Array(items?)
                        }
                        ty => self.element(ty.element(), depth)?.0,
                    };
                    shown.insert(field.name.clone(), value);
                }
                (Value::Object(shown), None)
            }
            Element::Table(id) => (self.table(id, depth + 1)?, None),
            Element::Union(id) => {
                let value = self.rng.pick(&schema.enumeration(id).values);
                // The builder does not write structs as members.
                let member = value.member.filter(|member| member.is_reference())?;
                (self.element(member, depth)?.0, Some(json!(value.name)))
            }
        })
    }

    fn scalar(&mut self, scalar: Scalar, names: Option<&Enum>) -> Value {
        if scalar.is_float() {
            return json!(self.rng.below(4000) as f64 / 4.0 - 500.0);
        }
        let (low, high) = scalar.range().unwrap();
        let number = match names {
            Some(names) => self.rng.pick(&names.values).number,
            None => low + i128::from(self.rng.next() >> self.rng.below(64)).rem_euclid(high - low + 1),
        };
        json_of_scalar(scalar, names, number)
    }
}

/// A target for a slot that is a reference.
pub(crate) fn target(slot: Slot) -> Target {
    match slot {
        Slot::To(target) => target,
        Slot::Inline(..) => panic!("a reference"),
    }
}
