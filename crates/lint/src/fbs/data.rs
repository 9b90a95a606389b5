//! [`Question`]: whether files that exist hold a value that a change harms.

use std::collections::HashSet;

use outlast_core::{Bytes, Error, ErrorKind, Result};
use outlast_flatbuffers::json::read_integer;
use outlast_flatbuffers::schema::{Element, EnumId, Field, ObjectId, Scalar, Schema, Type};
use outlast_flatbuffers::view::{self, Str, Table, Vector};

use crate::Answer;

use super::sample::holders;
use super::wire::{Reading, read};

/// Buffers inside each other that are looked into.
const MAX_NESTED: usize = 16;
/// Structs inside each other that are looked into.
const MAX_INLINE: usize = 512;

/// What to look for in files of the old version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The field, or the enum wherever it is used, as the old version has it.
    pub of: Questioned,
    /// Its path in words: `Tensor.layout`.
    pub path: String,
    /// What a value must be to do harm.
    pub predicate: Predicate,
}

/// Whose values are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Questioned {
    /// A field of a table or struct, by its id.
    Field(ObjectId, u16),
    /// Every field of this enum.
    Enum(EnumId),
}

/// A property of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Predicate {
    /// The most significant bit of the integer is set: the other type takes it for another number.
    HighBit,
    /// The integer is larger than this.
    Above(i128),
    /// The integer is this one.
    Equals(i128),
    /// The integer is none of these.
    NotIn(Vec<i128>),
    /// The bytes are no UTF-8, or no NUL follows them: they are no string.
    NotText,
    /// The bytes are no buffer with this root table of the old version.
    NotBuffer(ObjectId),
    /// The first element does not stand at a multiple of this.
    Misaligned(u32),
    /// The field is there.
    Present,
}

impl Predicate {
    /// In words, as what stands behind the path of the field: `has its most significant bit set`.
    pub fn text(&self) -> String {
        match self {
            Predicate::HighBit => "has its most significant bit set".to_string(),
            Predicate::Above(limit) => format!("is larger than {limit}"),
            Predicate::Equals(number) => format!("is {number}"),
            Predicate::NotIn(_) => "is a number without a name".to_string(),
            Predicate::NotText => "is not UTF-8 followed by a NUL".to_string(),
            Predicate::NotBuffer(_) => "is not a buffer of the nested type".to_string(),
            Predicate::Misaligned(align) => format!("does not start at a multiple of {align}"),
            Predicate::Present => "is there".to_string(),
        }
    }

    fn of_integer(&self, number: i128, scalar: Scalar) -> bool {
        match self {
            Predicate::HighBit => match scalar.range() {
                Some((low, _)) if low < 0 => number < 0,
                Some((_, high)) => number > high / 2,
                None => false,
            },
            Predicate::Above(limit) => number > *limit,
            Predicate::Equals(wanted) => number == *wanted,
            Predicate::NotIn(names) => !names.contains(&number),
            Predicate::Present => true,
            Predicate::NotText | Predicate::NotBuffer(_) | Predicate::Misaligned(_) => false,
        }
    }
}

impl Question {
    /// Looks at a file of the old version. `schema` is the old version's, from which the question came.
    ///
    /// # Errors
    ///
    /// When the schema has no root, or the file is not one of its.
    pub fn answer(&self, schema: &Schema, bytes: &[u8]) -> Result<Answer> {
        let buf = Bytes::new(bytes, 0);
        let root = schema.root.ok_or_else(|| {
            Error::new(ErrorKind::Missing { what: "root_type of the schema".into() }, buf.span(0, 0))
        })?;
        self.search(schema, root, bytes, 0)
    }

    fn search(&self, schema: &Schema, root: ObjectId, bytes: &[u8], depth: usize) -> Result<Answer> {
        let buf = Bytes::new(bytes, 0);
        let mut holders = holders(schema, |element| match self.of {
            Questioned::Enum(id) => matches!(element, Element::Enum(_, found) if found == id),
            Questioned::Field(id, _) => element == Element::Struct(id),
        });
        if let Questioned::Field(id, _) = self.of
            && let Some(itself) = usize::try_from(id.0).ok().and_then(|at| holders.get_mut(at))
        {
            *itself = true;
        }
        let mut search = Search {
            question: self,
            holders,
            inline: 0,
            schema,
            buf,
            depth,
            seen: HashSet::new(),
            vectors: HashSet::new(),
            count: 0,
            first: None,
        };
        let mut stack = vec![(view::root(buf)?.pos(), root)];
        while let Some((at, id)) = stack.pop() {
            if search.seen.insert((at, id)) {
                search.table(at, id, &mut stack)?;
            }
        }
        Ok(match search.first {
            None => Answer::Never,
            Some(first) => Answer::Seen { count: search.count, first: u64::try_from(first).ok() },
        })
    }
}

struct Search<'a> {
    question: &'a Question,
    schema: &'a Schema,
    buf: Bytes<'a>,
    /// The structs in which something is looked at, by their ids.
    holders: Vec<bool>,
    /// Structs that the one that is looked at stands in.
    inline: usize,
    /// Buffers that this one is nested in.
    depth: usize,
    seen: HashSet<(usize, ObjectId)>,
    /// Vectors that were looked at, with what they were taken for and where their tags are: shared ones are looked at once.
    vectors: HashSet<(usize, Element, bool, usize)>,
    count: u64,
    first: Option<usize>,
}

type Stack = Vec<(usize, ObjectId)>;

impl<'a> Search<'a> {
    fn hit(&mut self, at: usize) {
        self.count = self.count.saturating_add(1);
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
    }

    fn is_field(&self, object: ObjectId, field: &Field) -> bool {
        self.question.of == Questioned::Field(object, field.id)
    }

    fn table(&mut self, at: usize, id: ObjectId, stack: &mut Stack) -> Result<()> {
        let table = Table::at(self.buf, at)?;
        let schema = self.schema;
        for field in &schema.object(id).fields {
            let size = match field.ty {
                Type::Single(element) => element.inline_size(schema),
                _ => 4,
            };
            let Some(at) = table.slot(field.id, size)? else { continue };
            let asked = self.is_field(id, field);
            if asked && self.question.predicate == Predicate::Present {
                self.hit(at);
                continue;
            }
            match field.ty {
                Type::Vector(element) if !field.offset64 => {
                    let start = view::reference(self.buf, at, "vector offset")?;
                    let vector = Vector::at(self.buf, start, element.inline_size(schema))?;
                    self.vector(&table, field, element, &vector, asked, stack)?;
                }
                // 64-bit offsets lead to plain elements, which no question is about but by the field.
                Type::Vector(_) | Type::Vector64(_) | Type::Array(..) => {}
                Type::Single(element) => {
                    let tag = match element {
                        Element::Union(union) => self.tag(&table, field, schema.enumeration(union).scalar)?,
                        _ => 0,
                    };
                    if !(field.offset64 && element == Element::String) {
                        self.element(element, at, tag, asked, stack)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn tag(&self, table: &Table<'_>, field: &Field, scalar: Scalar) -> Result<i128> {
        match table.slot(field.id.saturating_sub(1), scalar.size())? {
            Some(at) => read_integer(&self.buf, scalar, at),
            None => Ok(0),
        }
    }

    fn vector(
        &mut self,
        table: &Table<'_>,
        field: &Field,
        element: Element,
        vector: &Vector<'a>,
        asked: bool,
        stack: &mut Stack,
    ) -> Result<()> {
        let tags_at = table.slot(field.id.saturating_sub(1), 4).ok().flatten().unwrap_or(0);
        let tags_at = if matches!(element, Element::Union(_)) { tags_at } else { 0 };
        if !self.vectors.insert((vector.pos(), element, asked, tags_at)) {
            return Ok(());
        }
        if asked {
            let bad = match &self.question.predicate {
                Predicate::NotText => {
                    std::str::from_utf8(vector.bytes()).is_err()
                        || self.buf.u8(vector.pos() + vector.byte_len(), "NUL").ok() != Some(0)
                }
                Predicate::NotBuffer(root) => {
                    let reading = Reading { root: *root, identified: false };
                    read(self.schema, reading, vector.bytes()).is_err()
                }
                Predicate::Misaligned(align) => {
                    !vector.is_empty() && usize::try_from(*align).is_ok_and(|n| vector.pos() % n.max(1) != 0)
                }
                _ => false,
            };
            if bad {
                self.hit(vector.pos());
            }
        }
        if let Some(id) = field.nested {
            // A buffer of its own: its places are relative to it.
            if !vector.is_empty() {
                let inner = match self.depth < MAX_NESTED {
                    true => self.question.search(self.schema, id, vector.bytes(), self.depth + 1).ok(),
                    false => None,
                };
                if let Some(Answer::Seen { count, first }) = inner {
                    let first = first.and_then(|first| usize::try_from(first).ok()).unwrap_or_default();
                    self.hit(vector.pos().saturating_add(first));
                    self.count = self.count.saturating_add(count.saturating_sub(1));
                }
            }
            return Ok(());
        }
        if !element.is_reference() && !asked && !self.concerns(element) {
            return Ok(());
        }
        let tags = match element {
            Element::Union(union) => {
                let scalar = self.schema.enumeration(union).scalar;
                table.vector(field.id.saturating_sub(1), scalar.size())?.map(|tags| (scalar, tags))
            }
            _ => None,
        };
        for index in 0..vector.len() {
            let at = vector.element_pos(index)?;
            let tag = match &tags {
                Some((scalar, tags)) => read_integer(&self.buf, *scalar, tags.element_pos(index)?)?,
                None => 0,
            };
            self.element(element, at, tag, asked, stack)?;
        }
        Ok(())
    }

    /// Whether values of this type in place can answer the question.
    fn concerns(&self, element: Element) -> bool {
        match (element, self.question.of) {
            (Element::Enum(_, id), Questioned::Enum(wanted)) => id == wanted,
            (Element::Struct(id), _) => {
                let at = usize::try_from(id.0).ok();
                at.and_then(|at| self.holders.get(at)).copied().unwrap_or(false)
            }
            _ => false,
        }
    }

    fn element(
        &mut self,
        element: Element,
        at: usize,
        tag: i128,
        asked: bool,
        stack: &mut Stack,
    ) -> Result<()> {
        match element {
            Element::Scalar(scalar) | Element::Enum(scalar, _) | Element::UnionTag(scalar, _) => {
                let asked = asked || self.concerns(element);
                if asked && !scalar.is_float() {
                    let number = read_integer(&self.buf, scalar, at)?;
                    if self.question.predicate.of_integer(number, scalar) {
                        self.hit(at);
                    }
                }
            }
            Element::String => {
                if asked && self.question.predicate == Predicate::NotText {
                    let text = Str::at(self.buf, view::reference(self.buf, at, "string offset")?)?;
                    if text.text().is_err() {
                        self.hit(text.pos());
                    }
                }
            }
            Element::Table(id) => stack.push((view::reference(self.buf, at, "table offset")?, id)),
            Element::Union(union) => {
                let target = view::reference(self.buf, at, "union offset")?;
                match self.schema.enumeration(union).value(tag).and_then(|value| value.member) {
                    Some(Element::Table(id)) => stack.push((target, id)),
                    Some(Element::Struct(id)) => self.structure(id, target)?,
                    _ => {}
                }
            }
            Element::Struct(id) => self.structure(id, at)?,
        }
        Ok(())
    }

    fn structure(&mut self, id: ObjectId, at: usize) -> Result<()> {
        if !self.concerns(Element::Struct(id)) || self.inline >= MAX_INLINE {
            return Ok(());
        }
        self.inline += 1;
        let read = self.structure_fields(id, at);
        self.inline -= 1;
        read
    }

    fn structure_fields(&mut self, id: ObjectId, at: usize) -> Result<()> {
        let schema = self.schema;
        for field in &schema.object(id).fields {
            let asked = self.is_field(id, field);
            let at = at.saturating_add(usize::try_from(field.offset).unwrap_or(usize::MAX));
            let (element, count) = match field.ty {
                Type::Array(element, count) => (element, usize::from(count)),
                ty => (ty.element(), 1),
            };
            for n in 0..count {
                let at = at.saturating_add(n * element.inline_size(schema));
                self.element(element, at, 0, asked, &mut Vec::new())?;
            }
        }
        Ok(())
    }
}
