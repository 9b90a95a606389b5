//! The reader: what code that flatc generated, and its verifier, make of a buffer.
//!
//! The verifier is that of C++ (`flatbuffers/verifier.h`, 25.12.19): it checks identifiers where it is asked to, offsets, alignment of
//! what tables hold, bounds of vectors and strings against the buffer, required fields, and members of unions whose tags it knows. It
//! does not look at tags of the future, at deprecated fields, at the ends of tables, or at the alignment of vectors' elements.

use outlast_core::Budget;
use outlast_flatbuffers::schema::{Element, Field, ObjectId, Scalar, Schema, Type};

use super::value::{Record, Step, Trail, Value};

/// Tables inside each other that the verifier takes.
const MAX_DEPTH: usize = 64;
/// Structs inside each other that are read.
const MAX_INLINE: usize = 512;
/// Values that are read per byte, which bounds what shared objects cost.
const WORK_PER_BYTE: u64 = 64;

/// Why the verifier refuses a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The way to what it refuses.
    pub trail: Trail,
    /// What is wrong with it.
    pub why: String,
}

/// How to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The type of the root table.
    pub root: ObjectId,
    /// Whether the identifier of the file must be that of the schema.
    pub identified: bool,
}

/// Reads a buffer as a reader of this schema does.
///
/// # Errors
///
/// Where the verifier refuses it.
pub fn read(schema: &Schema, reading: Reading, bytes: &[u8]) -> Result<Record, Refusal> {
    let budget = Budget::for_bytes(bytes.len(), WORK_PER_BYTE, 4096);
    let mut reader = Reader { schema, bytes, budget, trail: Vec::new(), inline: 0, stops: None };
    if let Some(wanted) = schema.file_identifier.as_ref().filter(|_| reading.identified) {
        let found = bytes.get(4..8).unwrap_or_default();
        if found != wanted.as_bytes() {
            let found = String::from_utf8_lossy(found).into_owned();
            return Err(reader.refuse(format!("the identifier is {found:?}, not {wanted:?}")));
        }
    }
    let root = reader.offset(0)?;
    reader.table(reading.root, root, 0)
}

/// What is refused in a field of a table by a reader that goes on, and the way to that field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The way to the innermost field around what is refused: its value is not read.
    pub field: Trail,
    /// What is refused.
    pub refusal: Refusal,
}

/// Reads a buffer as a reader of this schema would that did not end at what it refuses: it leaves out the innermost field around it, and goes
/// on behind it. So one change does not hide another.
///
/// # Errors
///
/// Where the root table itself is refused.
pub fn read_on(schema: &Schema, reading: Reading, bytes: &[u8]) -> Result<(Record, Vec<Stop>), Refusal> {
    let budget = Budget::for_bytes(bytes.len(), WORK_PER_BYTE, 4096);
    let mut reader = Reader { schema, bytes, budget, trail: Vec::new(), inline: 0, stops: Some(Vec::new()) };
    let root = reader.offset(0)?;
    let record = reader.table(reading.root, root, 0)?;
    Ok((record, reader.stops.unwrap_or_default()))
}

struct Reader<'a, 's> {
    schema: &'s Schema,
    bytes: &'a [u8],
    budget: Budget,
    trail: Trail,
    /// Structs around the one that is read.
    inline: usize,
    /// What was refused, if it goes on behind it.
    stops: Option<Vec<Stop>>,
}

type Read<T> = Result<T, Refusal>;

impl Reader<'_, '_> {
    #[cold]
    fn refuse(&self, why: impl Into<String>) -> Refusal {
        Refusal { trail: self.trail.clone(), why: why.into() }
    }

    fn spend(&mut self, amount: usize) -> Read<()> {
        match self.budget.spend(amount) {
            true => Ok(()),
            false => Err(self.refuse("more is in it than its size justifies")),
        }
    }

    fn raw<const N: usize>(&self, at: usize) -> Read<[u8; N]> {
        let raw = at.checked_add(N).and_then(|end| self.bytes.get(at..end));
        raw.and_then(|raw| raw.try_into().ok())
            .ok_or_else(|| self.refuse("it reaches past the end of the buffer"))
    }

    fn aligned(&self, at: usize, align: usize) -> Read<()> {
        if at.is_multiple_of(align.max(1)) {
            return Ok(());
        }
        Err(self.refuse(format!("it is at {at}, which is not a multiple of {align}")))
    }

    /// Follows the offset at a place.
    fn offset(&self, at: usize) -> Read<usize> {
        self.aligned(at, 4)?;
        let offset = u32::from_le_bytes(self.raw(at)?);
        let target = usize::try_from(offset).ok().and_then(|offset| at.checked_add(offset));
        match target {
            Some(target) if offset != 0 && offset <= 0x7fff_ffff && target < self.bytes.len() => Ok(target),
            _ => Err(self.refuse(format!("the offset {offset} at {at} leads out of the buffer"))),
        }
    }

    /// Follows the 64-bit offset at a place.
    fn offset64(&self, at: usize) -> Read<usize> {
        self.aligned(at, 8)?;
        let offset = u64::from_le_bytes(self.raw(at)?);
        let target = usize::try_from(offset).ok().and_then(|offset| at.checked_add(offset));
        match target {
            Some(target) if offset != 0 && target < self.bytes.len() => Ok(target),
            _ => Err(self.refuse(format!("the 64-bit offset {offset} at {at} leads out of the buffer"))),
        }
    }

    fn table(&mut self, id: ObjectId, at: usize, depth: usize) -> Read<Record> {
        if depth >= MAX_DEPTH {
            return Err(self.refuse("tables are nested too deeply"));
        }
        self.aligned(at, 4)?;
        let back = i64::from(i32::from_le_bytes(self.raw(at)?));
        let vtable = i64::try_from(at).ok().and_then(|at| at.checked_sub(back));
        let vtable = vtable.and_then(|at| usize::try_from(at).ok());
        let vtable = vtable.ok_or_else(|| self.refuse("the vtable is outside the buffer"))?;
        self.aligned(vtable, 2)?;
        let size = usize::from(u16::from_le_bytes(self.raw(vtable)?));
        let end = vtable.checked_add(size).filter(|end| *end <= self.bytes.len());
        if size % 2 != 0 || end.is_none() {
            return Err(self.refuse("the vtable is not one"));
        }
        let schema = self.schema;
        let mut record = Record::new();
        self.spend(1 + schema.object(id).fields.len())?;
        for field in schema.object(id).fields.iter().filter(|field| !field.deprecated) {
            self.trail.push(Step::Slot(field.id));
            let here = self.trail.len();
            match (self.field(field, at, (vtable, size), depth), &mut self.stops) {
                (Ok(value), _) => record.extend(value.map(|value| (field.id, value))),
                (Err(refusal), None) => return Err(refusal),
                (Err(refusal), Some(stops)) => {
                    self.trail.truncate(here);
                    self.inline = 0;
                    stops.push(Stop { field: self.trail.clone(), refusal });
                }
            }
            self.trail.pop();
        }
        Ok(record)
    }

    /// The place of a slot; `None` if it is absent.
    fn slot(&self, id: u16, at: usize, (vtable, size): (usize, usize)) -> Read<Option<usize>> {
        let entry = 4 + 2 * usize::from(id);
        if entry >= size {
            return Ok(None);
        }
        let entry = usize::from(u16::from_le_bytes(self.raw(vtable + entry)?));
        Ok((entry != 0).then_some(at + entry))
    }

    fn field(
        &mut self,
        field: &Field,
        table: usize,
        vtable: (usize, usize),
        depth: usize,
    ) -> Read<Option<Value>> {
        let tag_at = match field.ty.element() {
            Element::Union(_) => self.slot(field.id.saturating_sub(1), table, vtable)?,
            _ => None,
        };
        let Some(at) = self.slot(field.id, table, vtable)? else {
            // A vector of unions without a vector of tags, or the other way round.
            if matches!(field.ty, Type::Vector(Element::Union(_))) && tag_at.is_some() {
                return Err(self.refuse("there are types of union members, but no members"));
            }
            if field.required {
                return Err(self.refuse(format!("the required field `{}` is absent", field.name)));
            }
            return Ok(None);
        };
        let follow = |reader: &Self| match field.offset64 {
            true => reader.offset64(at),
            false => reader.offset(at),
        };
        let value = match field.ty {
            Type::Single(Element::String) => self.string(follow(self)?)?,
            Type::Single(Element::Table(id)) => {
                let target = follow(self)?;
                Value::Table(self.table(id, target, depth + 1)?)
            }
            Type::Single(Element::Union(id)) => {
                let target = follow(self)?;
                let scalar = self.schema.enumeration(id).scalar;
                let tag = match tag_at {
                    Some(at) => self.integer(scalar, at)?,
                    None => 0,
                };
                return self.member(Element::Union(id), tag, target, depth).map(Some);
            }
            Type::Single(element) => {
                self.aligned(at, element.inline_align(self.schema))?;
                self.inline(element, at)?
            }
            Type::Vector(element) | Type::Vector64(element) => {
                let target = follow(self)?;
                let wide = matches!(field.ty, Type::Vector64(_));
                self.vector(field, element, target, wide, tag_at, depth)?
            }
            Type::Array(..) => return Err(self.refuse("tables hold no arrays")),
        };
        Ok(Some(value))
    }

    fn integer(&self, scalar: Scalar, at: usize) -> Read<i128> {
        self.aligned(at, scalar.size())?;
        self.unaligned(scalar, at)
    }

    /// A scalar or struct in place; whoever calls has checked the alignment, where the verifier does.
    fn inline(&mut self, element: Element, at: usize) -> Read<Value> {
        match element {
            Element::Struct(id) => {
                let schema = self.schema;
                let object = schema.object(id);
                let size = usize::try_from(object.byte_size).unwrap_or(usize::MAX);
                if at.checked_add(size).is_none_or(|end| end > self.bytes.len()) {
                    return Err(self.refuse("it reaches past the end of the buffer"));
                }
                self.spend(size / 8 + 1)?;
                if self.inline >= MAX_INLINE {
                    return Ok(Value::Unknown);
                }
                self.inline += 1;
                let mut values = Vec::new();
                for (index, field) in object.fields.iter().enumerate() {
                    self.trail.push(Step::Field(index));
                    let at = at + usize::try_from(field.offset).unwrap_or(usize::MAX);
                    values.push(match field.ty {
                        Type::Array(element, count) => {
                            let size = element.inline_size(schema);
                            let items = (0..usize::from(count)).map(|n| self.inline(element, at + n * size));
                            Value::Vector(items.collect::<Read<_>>()?)
                        }
                        ty => self.inline(ty.element(), at)?,
                    });
                    self.trail.pop();
                }
                self.inline -= 1;
                Ok(Value::Struct(values))
            }
            Element::Scalar(Scalar::F32) => Ok(Value::Real(f32::from_le_bytes(self.raw(at)?).into())),
            Element::Scalar(Scalar::F64) => Ok(Value::Real(f64::from_le_bytes(self.raw(at)?))),
            Element::Scalar(s) | Element::Enum(s, _) | Element::UnionTag(s, _) => {
                self.unaligned(s, at).map(Value::Integer)
            }
            Element::String | Element::Table(_) | Element::Union(_) => Ok(Value::Unknown),
        }
    }

    fn unaligned(&self, scalar: Scalar, at: usize) -> Read<i128> {
        let raw = at.checked_add(scalar.size()).and_then(|end| self.bytes.get(at..end));
        let raw = raw.ok_or_else(|| self.refuse("it reaches past the end of the buffer"))?;
        Ok(integer_of(scalar, raw))
    }

    fn string(&mut self, at: usize) -> Read<Value> {
        self.aligned(at, 4)?;
        let len = usize::try_from(u32::from_le_bytes(self.raw(at)?)).unwrap_or(usize::MAX);
        let end = at.checked_add(4).and_then(|start| start.checked_add(len));
        let text = end.and_then(|end| self.bytes.get(at + 4..end));
        let text =
            text.ok_or_else(|| self.refuse(format!("a string of {len} bytes does not fit the buffer")))?;
        if self.bytes.get(at + 4 + len) != Some(&0) {
            return Err(self.refuse("no NUL follows the string"));
        }
        self.spend(len / 8 + 1)?;
        Ok(Value::Text(text.to_vec()))
    }

    fn member(&mut self, union: Element, tag: i128, at: usize, depth: usize) -> Read<Value> {
        let Element::Union(id) = union else { return Ok(Value::Unknown) };
        let member = match self.schema.enumeration(id).value(tag).and_then(|v| v.member) {
            Some(Element::Table(id)) => Value::Table(self.table(id, at, depth + 1)?),
            Some(Element::String) => self.string(at)?,
            Some(element @ Element::Struct(_)) => {
                self.aligned(at, element.inline_align(self.schema))?;
                self.inline(element, at)?
            }
            _ if tag == 0 => return Ok(Value::Null),
            _ => Value::Unknown,
        };
        Ok(Value::Union(tag, Box::new(member)))
    }

    fn vector(
        &mut self,
        field: &Field,
        element: Element,
        at: usize,
        wide: bool,
        tag_at: Option<usize>,
        depth: usize,
    ) -> Read<Value> {
        let (start, len) = self.count(at, wide)?;
        let size = element.inline_size(self.schema);
        let bytes = len.checked_mul(size).and_then(|size| start.checked_add(size));
        if bytes.is_none_or(|end| end > self.bytes.len()) {
            return Err(
                self.refuse(format!("a vector of {len} elements of {size} bytes does not fit the buffer"))
            );
        }
        self.spend(len)?;
        if let Some(id) = field.nested {
            return self.nested(id, start, len);
        }
        let tags = match element {
            Element::Union(_) => Some(self.tags(element, tag_at, len)?),
            _ => None,
        };
        let mut items = Vec::new();
        for index in 0..len {
            self.trail.push(Step::Index(index));
            let at = start + index * size;
            items.push(match element {
                Element::String => {
                    let target = self.offset(at)?;
                    self.string(target)?
                }
                Element::Table(id) => {
                    let target = self.offset(at)?;
                    Value::Table(self.table(id, target, depth + 1)?)
                }
                Element::Union(_) => {
                    let target = self.offset(at)?;
                    let tag = tags.as_ref().and_then(|tags| tags.get(index)).copied().unwrap_or(0);
                    self.member(element, tag, target, depth)?
                }
                _ => self.inline(element, at)?,
            });
            self.trail.pop();
        }
        Ok(Value::Vector(items))
    }

    /// The first element's place and the number of elements.
    fn count(&self, at: usize, wide: bool) -> Read<(usize, usize)> {
        let (size, len) = match wide {
            true => {
                self.aligned(at, 8)?;
                (8, u64::from_le_bytes(self.raw(at)?))
            }
            false => {
                self.aligned(at, 4)?;
                (4, u64::from(u32::from_le_bytes(self.raw(at)?)))
            }
        };
        Ok((at + size, usize::try_from(len).unwrap_or(usize::MAX)))
    }

    fn tags(&self, element: Element, at: Option<usize>, len: usize) -> Read<Vec<i128>> {
        let Element::Union(id) = element else { return Ok(Vec::new()) };
        let scalar = self.schema.enumeration(id).scalar;
        let Some(at) = at else {
            return Err(self.refuse("there are members of a union, but no types of them"));
        };
        let (start, count) = self.count(self.offset(at)?, false)?;
        let fits = count.checked_mul(scalar.size()).and_then(|size| start.checked_add(size));
        if fits.is_none_or(|end| end > self.bytes.len()) {
            return Err(self.refuse("the types of union members do not fit the buffer"));
        }
        if count != len {
            return Err(self.refuse(format!("{len} members of a union have {count} types")));
        }
        (0..count).map(|n| self.unaligned(scalar, start + n * scalar.size())).collect()
    }

    fn nested(&mut self, id: ObjectId, start: usize, len: usize) -> Read<Value> {
        let bytes = self.bytes.get(start..start.saturating_add(len)).unwrap_or_default();
        let stops = self.stops.as_ref().map(|_| Vec::new());
        let mut inner =
            Reader { schema: self.schema, bytes, budget: self.budget, trail: Vec::new(), inline: 0, stops };
        let read = inner.offset(0).and_then(|root| inner.table(id, root, 0));
        self.budget = inner.budget;
        let outer = self.trail.clone();
        let joined = |trail: Trail| outer.iter().copied().chain(trail).collect::<Trail>();
        let refused = |refusal: Refusal| Refusal {
            trail: joined(refusal.trail),
            why: format!("in the nested buffer: {}", refusal.why),
        };
        if let Some(stops) = &mut self.stops {
            let found = inner.stops.into_iter().flatten();
            stops
                .extend(found.map(|stop| Stop { field: joined(stop.field), refusal: refused(stop.refusal) }));
        }
        read.map(Value::Nested).map_err(refused)
    }
}

/// An integer from its little-endian bytes; a boolean is 1 for everything but 0, as readers take it.
fn integer_of(scalar: Scalar, raw: &[u8]) -> i128 {
    let number = raw.iter().rev().fold(0_i128, |number, byte| (number << 8) | i128::from(*byte));
    match scalar.range() {
        _ if scalar == Scalar::Bool => i128::from(number != 0),
        Some((low, high)) if low < 0 && number > high => number - 2 * (high + 1),
        _ => number,
    }
}
