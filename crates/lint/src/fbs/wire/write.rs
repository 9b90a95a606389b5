//! The writer: a tree of values under a schema, as the bytes that a builder of flatc's makes of it.

use outlast_core::{Error, ErrorKind, Result, Span};
use outlast_flatbuffers::build::{Builder, Ref, Slot, Target};
use outlast_flatbuffers::schema::{Element, Field, ObjectId, Scalar, Schema, Type};

use super::value::{Record, Value, defaults_to};

/// Tables inside each other that are written: verifiers take no more.
const MAX_DEPTH: usize = 60;

/// Writes a buffer with this root table. The file identifier is that of the schema, where `identified` asks for it.
///
/// # Errors
///
/// When the values do not fit the schema, or the buffer would be too large.
pub fn write(schema: &Schema, root: ObjectId, record: &Record, identified: bool) -> Result<Vec<u8>> {
    let mut writer = Writer { schema, builder: Builder::new(), far: Vec::new() };
    let table = writer.table(root, record, 0)?;
    let identifier = schema.file_identifier.as_ref().filter(|_| identified);
    let identifier = identifier.and_then(|text| <&[u8; 4]>::try_from(text.as_bytes()).ok());
    let mut bytes = writer.builder.finish(table, identifier, 0)?;
    for far in &writer.far {
        far.place(&mut bytes)?;
    }
    Ok(bytes)
}

/// The same values with vectors of tables and structs in the order of their keys, as `CreateVectorOfSortedTables` leaves them.
#[must_use]
pub fn sorted(schema: &Schema, object: ObjectId, record: &Record) -> Record {
    let known = |slot: &u16| schema.object(object).field_by_id(*slot);
    let entries = record.iter().map(|(slot, value)| match known(slot) {
        Some(field) => (*slot, sorted_field(schema, field, value)),
        None => (*slot, value.clone()),
    });
    entries.collect()
}

fn sorted_field(schema: &Schema, field: &Field, value: &Value) -> Value {
    match (value, field.ty) {
        (Value::Nested(record), _) => match field.nested {
            Some(id) => Value::Nested(sorted(schema, id, record)),
            None => value.clone(),
        },
        (Value::Vector(items), Type::Vector(element) | Type::Vector64(element)) => {
            let mut items: Vec<Value> = items.iter().map(|v| sorted_element(schema, element, v)).collect();
            if let Some(key) = Key::of(schema, element) {
                items.sort_by(|a, b| key.order(a, b));
            }
            Value::Vector(items)
        }
        (_, ty) => sorted_element(schema, ty.element(), value),
    }
}

fn sorted_element(schema: &Schema, element: Element, value: &Value) -> Value {
    match (element, value) {
        (Element::Table(id), Value::Table(record)) => Value::Table(sorted(schema, id, record)),
        (Element::Union(id), Value::Union(tag, member)) => {
            let kind = schema.enumeration(id).value(*tag).and_then(|v| v.member);
            let member = kind.map_or_else(|| (**member).clone(), |k| sorted_element(schema, k, member));
            Value::Union(*tag, Box::new(member))
        }
        _ => value.clone(),
    }
}

/// The field by which vectors of a type are sorted.
pub(super) struct Key<'s> {
    pub(super) field: &'s Field,
    is_struct: bool,
}

impl<'s> Key<'s> {
    /// The key of a table or struct; `None` if it has none, or one of a type whose order is not modelled.
    pub(super) fn of(schema: &'s Schema, element: Element) -> Option<Key<'s>> {
        let (Element::Table(id) | Element::Struct(id)) = element else { return None };
        let object = schema.object(id);
        let field = object.fields.iter().find(|field| field.key && !field.deprecated)?;
        let plain =
            matches!(field.ty, Type::Single(Element::Scalar(_) | Element::Enum(..) | Element::String));
        plain.then_some(Key { field, is_struct: object.is_struct })
    }

    fn value<'v>(&self, item: &'v Value, absent: &'v Value) -> &'v Value {
        match item {
            Value::Table(record) => record.get(&self.field.id).unwrap_or(absent),
            Value::Struct(fields) if self.is_struct => {
                fields.get(usize::from(self.field.id)).unwrap_or(absent)
            }
            _ => absent,
        }
    }

    pub(super) fn order(&self, a: &Value, b: &Value) -> std::cmp::Ordering {
        let absent = super::effective(self.field);
        match (self.value(a, &absent), self.value(b, &absent)) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            (Value::Real(a), Value::Real(b)) => a.total_cmp(b),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            _ => std::cmp::Ordering::Equal,
        }
    }

    /// Whether elements stand in order.
    pub(super) fn holds(&self, items: &[Value]) -> bool {
        items.windows(2).all(|pair| match pair {
            [a, b] => self.order(a, b).is_le(),
            _ => true,
        })
    }
}

fn unfit(what: &str) -> Error {
    let kind = ErrorKind::Invalid { what: "value for a schema", why: what.to_string() };
    Error::new(kind, Span::default())
}

/// A vector or string behind a 64-bit offset: it stands at the end of the buffer.
struct Far {
    /// What stands in the table until the place is known.
    token: [u8; 8],
    data: Vec<u8>,
    /// Bytes of the count at its start, and alignment of what follows.
    count: usize,
    align: usize,
}

impl Far {
    fn place(&self, bytes: &mut Vec<u8>) -> Result<()> {
        let mut found = bytes.windows(8).enumerate().filter(|(_, window)| *window == self.token);
        let (Some((at, _)), None) = (found.next(), found.next()) else {
            return Err(unfit("the place of a 64-bit offset is not clear"));
        };
        let start = (bytes.len() + self.count).next_multiple_of(self.align.max(8)) - self.count;
        bytes.resize(start, 0);
        bytes.extend(&self.data);
        let distance = u64::try_from(start - at).map_err(|_| unfit("too large"))?;
        if let Some(slot) = bytes.get_mut(at..at + 8) {
            slot.copy_from_slice(&distance.to_le_bytes());
        }
        Ok(())
    }
}

struct Writer<'s> {
    schema: &'s Schema,
    builder: Builder<'static>,
    far: Vec<Far>,
}

impl Writer<'_> {
    fn table(&mut self, id: ObjectId, record: &Record, depth: usize) -> Result<Ref> {
        if depth > MAX_DEPTH {
            return Err(unfit("tables are nested too deeply"));
        }
        let schema = self.schema;
        let object = schema.object(id);
        let mut slots: Vec<(u16, Slot)> = Vec::new();
        for (slot, value) in record {
            let field = object.field_by_id(*slot).ok_or_else(|| unfit("there is no such slot"))?;
            if *value == Value::Null || defaults_to(field, value) {
                continue;
            }
            if let Some(tags) = self.tags(field, value)? {
                slots.push((field.id.saturating_sub(1), tags));
            }
            let written = self.field(field, value, depth)?;
            slots.push((*slot, written));
        }
        Ok(self.builder.table(slots))
    }

    /// What the hidden field of a union holds.
    fn tags(&mut self, field: &Field, value: &Value) -> Result<Option<Slot>> {
        let Element::Union(id) = field.ty.element() else { return Ok(None) };
        let scalar = self.schema.enumeration(id).scalar;
        let tag = |value: &Value| match value {
            Value::Union(tag, _) => scalar_bytes(scalar, &Value::Integer(*tag)),
            _ => Err(unfit("a union holds a tag and a member")),
        };
        let slot = match value {
            Value::Vector(items) => {
                let mut raw = Vec::new();
                for item in items {
                    raw.extend(tag(item)?);
                }
                self.builder.vector(raw, scalar.size(), scalar.size()).into()
            }
            value => Slot::Inline(tag(value)?, scalar.size()),
        };
        Ok(Some(slot))
    }

    fn field(&mut self, field: &Field, value: &Value, depth: usize) -> Result<Slot> {
        let align = field.force_align.and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
        if let Value::Nested(record) = value {
            let id = field.nested.ok_or_else(|| unfit("the field holds no nested buffer"))?;
            let inner = write(self.schema, id, record, false)?;
            let items: Vec<Value> = inner.iter().map(|byte| Value::Integer((*byte).into())).collect();
            return self.vector(field, Element::Scalar(Scalar::U8), &items, align.max(32), depth);
        }
        match (field.ty, value) {
            (Type::Single(Element::String), Value::Text(text)) if field.offset64 => {
                let mut data = text.clone();
                data.push(0);
                self.far(u64::try_from(text.len()).unwrap_or(0), 4, data, 4)
            }
            (Type::Single(element), value) => self.element(element, value, depth),
            (Type::Vector(element) | Type::Vector64(element), Value::Vector(items)) => {
                self.vector(field, element, items, align, depth)
            }
            _ => Err(unfit("a vector holds elements")),
        }
    }

    fn far(&mut self, len: u64, count: usize, data: Vec<u8>, align: usize) -> Result<Slot> {
        let number = u16::try_from(self.far.len()).map_err(|_| unfit("too many 64-bit offsets"))?;
        let [low, high] = number.to_le_bytes();
        let token = [0xf6, 0x34, 0x0f, 0xf5, low, high, 0xe7, 0x64];
        let mut raw = len.to_le_bytes().get(..count).unwrap_or_default().to_vec();
        raw.extend(data);
        self.far.push(Far { token, data: raw, count, align });
        Ok(Slot::Inline(token.to_vec(), 8))
    }

    fn vector(
        &mut self,
        field: &Field,
        element: Element,
        items: &[Value],
        align: usize,
        depth: usize,
    ) -> Result<Slot> {
        if element.is_reference() {
            let mut targets = Vec::new();
            for item in items {
                match self.element(element, item, depth)? {
                    Slot::To(target) => targets.push(target),
                    Slot::Inline(..) => return Err(unfit("elements of the vector are references")),
                }
            }
            return Ok(self.builder.references(targets).into());
        }
        let mut raw = Vec::new();
        for item in items {
            self.inline(element, item, &mut raw)?;
        }
        let size = element.inline_size(self.schema);
        let align = align.max(element.inline_align(self.schema));
        if field.offset64 {
            let count = if matches!(field.ty, Type::Vector64(_)) { 8 } else { 4 };
            return self.far(u64::try_from(items.len()).unwrap_or(0), count, raw, align);
        }
        Ok(self.builder.vector(raw, size, align).into())
    }

    fn element(&mut self, element: Element, value: &Value, depth: usize) -> Result<Slot> {
        let to = |object: Ref| Slot::To(Target::New(object));
        match (element, value) {
            (Element::String, Value::Text(text)) => Ok(to(self.builder.bytes_of_string(text))),
            (Element::Table(id), Value::Table(record)) => Ok(to(self.table(id, record, depth + 1)?)),
            (Element::Union(id), Value::Union(tag, member)) => {
                let kind = self.schema.enumeration(id).value(*tag).and_then(|v| v.member);
                match kind {
                    Some(Element::Struct(object)) => {
                        let mut raw = Vec::new();
                        self.inline(Element::Struct(object), member, &mut raw)?;
                        let align = Element::Struct(object).inline_align(self.schema);
                        Ok(to(self.builder.structure(raw, align)))
                    }
                    Some(kind) => self.element(kind, member, depth),
                    None => Err(unfit("the union has no such member")),
                }
            }
            (Element::Scalar(_) | Element::Enum(..) | Element::UnionTag(..) | Element::Struct(_), _) => {
                let mut raw = Vec::new();
                self.inline(element, value, &mut raw)?;
                Ok(Slot::Inline(raw, element.inline_align(self.schema)))
            }
            _ => Err(unfit("the kind of the value is not that of its field")),
        }
    }

    /// A scalar or struct as bytes.
    fn inline(&self, element: Element, value: &Value, out: &mut Vec<u8>) -> Result<()> {
        match (element, value) {
            (Element::Scalar(s) | Element::Enum(s, _) | Element::UnionTag(s, _), value) => {
                out.extend(scalar_bytes(s, value)?);
                Ok(())
            }
            (Element::Struct(id), Value::Struct(values)) => {
                let object = self.schema.object(id);
                let start = out.len();
                let size = usize::try_from(object.byte_size).map_err(|_| unfit("too large"))?;
                for (field, value) in object.fields.iter().zip(values) {
                    let offset = usize::try_from(field.offset).map_err(|_| unfit("too large"))?;
                    out.resize(start + offset, 0);
                    match (field.ty, value) {
                        (Type::Single(element), value) => self.inline(element, value, out)?,
                        (Type::Array(element, _), Value::Vector(items)) => {
                            for item in items {
                                self.inline(element, item, out)?;
                            }
                        }
                        _ => return Err(unfit("a struct holds scalars, structs and arrays")),
                    }
                }
                out.resize(start + size, 0);
                Ok(())
            }
            _ => Err(unfit("a struct or scalar is expected")),
        }
    }
}

/// The little-endian bytes of a scalar.
fn scalar_bytes(scalar: Scalar, value: &Value) -> Result<Vec<u8>> {
    #[expect(clippy::cast_possible_truncation, reason = "a float field holds what is nearest")]
    match (scalar, value) {
        (Scalar::F32, Value::Real(real)) => return Ok((*real as f32).to_le_bytes().to_vec()),
        (Scalar::F64, Value::Real(real)) => return Ok(real.to_le_bytes().to_vec()),
        _ => {}
    }
    let Value::Integer(number) = value else { return Err(unfit("an integer is expected")) };
    match scalar.range() {
        Some((low, high)) if (low..=high).contains(number) => {
            Ok(number.to_le_bytes().get(..scalar.size()).unwrap_or_default().to_vec())
        }
        _ => Err(unfit("an integer is out of range")),
    }
}
