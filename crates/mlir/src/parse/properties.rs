//! Properties of operations: encoded by the schema of a release since version 5, attributes of the dictionary otherwise.

use std::rc::Rc;

use outlast_core::{Result, to_index};

use super::Parser;
use super::cursor::Cursor;
use super::dialect::foreign;
use super::intern::Kind;
use crate::defs::version;
use crate::ids::{AttrId, OpNameId, PropertiesId, TypeId};
use crate::schema::{Known, OpSchema, PropertyField, PropertyForm, PropertyKind};
use crate::tables::{dictionary_items, string_value};
use crate::wire::{sparse_sizes, svarint, varint};

type Items = Vec<(Vec<u8>, AttrId)>;

/// What stands in `<…>`.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// Nothing does.
    Nothing,
    /// Names and attributes.
    Items(Items),
    /// Another attribute: the operation is unknown to whoever printed it.
    Attr(AttrId),
    /// Properties of no bytes, of an operation that was known, but to whoever printed it only.
    Empty,
}

impl Parser<'_> {
    /// `<{…}>`, `<attribute>`, or nothing.
    pub(super) fn given_properties(&mut self) -> Result<Given> {
        if !self.cursor.eat("<") {
            return Ok(Given::Nothing);
        }
        let given = if self.cursor.sees("{") {
            Given::Items(self.dictionary()?)
        } else if self.cursor.eat("#outlast.opaque<") {
            let here = self.cursor;
            self.cursor.at -= 1;
            let (_, bytes) = self.opaque_parts()?;
            if !bytes.is_empty() {
                return Err(foreign(&here));
            }
            Given::Empty
        } else {
            Given::Attr(self.attr()?)
        };
        self.cursor.expect(">")?;
        Ok(given)
    }

    /// The name of an operation, and whether the release knows it.
    pub(super) fn op_name(&mut self, name: &[u8]) -> OpNameId {
        let known = match (self.version >= version::NATIVE_PROPERTIES_ENCODING, self.release) {
            (false, _) => None,
            (true, None) => Some(Known::Absent),
            (true, Some(release)) => {
                Some(std::str::from_utf8(name).map_or(Known::Absent, |name| release.op(name)))
            }
        };
        let registered = known.as_ref().map(|known| *known != Known::Absent);
        let id = self.interner.op_name(name, || registered);
        if self.schemas.len() <= id.index() {
            self.schemas.push(known.filter(|_| self.release.is_some()).map(Rc::new));
        }
        id
    }

    /// The dictionary and the properties of an operation.
    pub(super) fn attributes(
        &mut self,
        name: OpNameId,
        given: Given,
        mut attrs: Items,
        here: &Cursor<'_>,
    ) -> Result<(Option<AttrId>, Option<PropertiesId>)> {
        let known = self.schemas.get(name.index()).cloned().flatten();
        let properties = match (given, known.as_deref()) {
            (Given::Items(items), Some(Known::Absent)) => {
                let attr = self.interner.dictionary(&mut { items });
                Some(self.unregistered(attr))
            }
            (Given::Attr(attr), Some(Known::Absent)) => Some(self.unregistered(attr)),
            (Given::Empty, _) if self.version >= version::NATIVE_PROPERTIES_ENCODING => {
                if let Some(op) = self.interner.tables.op_names.get_mut(name.index()) {
                    op.registered = Some(true);
                }
                Some(self.interner.properties(Vec::new()))
            }
            (given, Some(Known::Properties(schema))) => {
                let items = self.items(given, here)?.unwrap_or_default();
                let bytes = self.encode(schema, items, &mut attrs, here)?;
                Some(self.interner.properties(bytes))
            }
            (Given::Attr(attr), _) if dictionary_items(&self.interner.tables, attr).is_none() => {
                if self.version < version::NATIVE_PROPERTIES_ENCODING {
                    return Err(here
                        .error("the properties are not a dictionary, and before version 5 they have to be attributes")
                        .with_help("write version 5 or later"));
                }
                Some(self.unregistered(attr))
            }
            (given, _) => {
                for (name, value) in self.items(given, here)?.unwrap_or_default() {
                    if attrs.iter().any(|(other, _)| *other == name) {
                        return Err(twice(here, &name));
                    }
                    attrs.push((name, value));
                }
                None
            }
        };
        let attrs = if attrs.is_empty() { None } else { Some(self.interner.dictionary(&mut attrs)) };
        Ok((attrs, properties))
    }

    /// Properties of an operation that its producer does not know: an attribute.
    fn unregistered(&mut self, attr: AttrId) -> PropertiesId {
        let mut bytes = Vec::new();
        varint(&mut bytes, u64::from(attr.0));
        self.interner.properties(bytes)
    }

    /// Names and attributes.
    fn items(&self, given: Given, here: &Cursor<'_>) -> Result<Option<Items>> {
        match given {
            Given::Items(items) => Ok(Some(items)),
            Given::Nothing | Given::Empty => Ok(None),
            Given::Attr(attr) => {
                match dictionary_items(&self.interner.tables, attr) {
                    Some(items) => Ok(Some(items)),
                    None => Err(here
                        .error("the properties of an operation that the release knows are not a dictionary")),
                }
            }
        }
    }

    /// Properties by a schema. Attributes of the dictionary that are properties go there, as upstream has it.
    fn encode(
        &mut self,
        schema: &OpSchema,
        mut items: Items,
        attrs: &mut Items,
        here: &Cursor<'_>,
    ) -> Result<Vec<u8>> {
        let around = |field: &PropertyField| field.name.split('.').next().unwrap_or_default().to_owned();
        let known: std::collections::HashSet<String> = schema.fields.iter().map(around).collect();
        let is_known = |name: &[u8]| std::str::from_utf8(name).is_ok_and(|name| known.contains(name));
        let mut rest = Vec::new();
        for (name, value) in attrs.drain(..) {
            if !is_known(&name) {
                rest.push((name, value));
            } else if items.iter().any(|(other, _)| *other == name) {
                return Err(twice(here, &name));
            } else {
                items.push((name, value));
            }
        }
        *attrs = rest;
        if let Some((name, _)) = items.iter().find(|(name, _)| !is_known(name)) {
            return Err(here
                .error(format!(
                    "`{}` is not a property that the operation has in the release",
                    name.escape_ascii()
                ))
                .with_help("choose the release that the text is of, or write version 4"));
        }
        let mut out = Vec::new();
        for field in schema.in_order(self.version) {
            let value = self.value_of(field, &items);
            self.field(&mut out, &field.kind, &field.form, value).map_err(|why| {
                here.error(format!("property `{}`: {why}", field.name))
                    .with_help("choose the release that the text is of, or write version 4")
            })?;
        }
        Ok(out)
    }

    /// The attribute of a field: `a`, or `a.b` for one in a dictionary.
    fn value_of(&self, field: &PropertyField, items: &Items) -> Option<AttrId> {
        let mut names = field.name.split('.');
        let first = names.next()?;
        let find = |items: &Items, name: &str| {
            items.iter().find(|(other, _)| other == name.as_bytes()).map(|(_, value)| *value)
        };
        let mut value = find(items, first)?;
        for name in names {
            value = find(&dictionary_items(&self.interner.tables, value)?, name)?;
        }
        Some(value)
    }

    fn field(
        &mut self,
        out: &mut Vec<u8>,
        kind: &PropertyKind,
        form: &PropertyForm,
        value: Option<AttrId>,
    ) -> Result<(), String> {
        match kind {
            PropertyKind::Attr => {
                let value = value.ok_or("it is missing, and the operation needs it")?;
                varint(out, u64::from(value.0));
            }
            PropertyKind::OptAttr => varint(out, value.map_or(0, |value| u64::from(value.0) << 1 | 1)),
            PropertyKind::Segments(count) => self.segments(out, *count, value)?,
            PropertyKind::VarInt => {
                let (word, _) = self.word(form, value)?;
                varint(out, word);
            }
            PropertyKind::SVarInt => {
                let (word, width) = self.word(form, value)?;
                let unused = 64_u32.saturating_sub(width).min(63);
                svarint(out, (word << unused).cast_signed() >> unused);
            }
            PropertyKind::Bool => {
                let unit =
                    value.and_then(|value| self.builtin_attr(value)).is_some_and(|(code, _)| code == 7);
                let bit = unit || value.is_some() && self.word(form, value)?.0 != 0;
                out.push(u8::from(bit));
            }
            PropertyKind::Str => {
                let text = match value {
                    None => Some(Vec::new()),
                    Some(value) => self.text_of(value),
                };
                let text = text.ok_or("expected a string")?;
                varint(out, u64::from(self.interner.string(&text).0));
            }
            PropertyKind::Optional(inner) => {
                let (value, form) = match (value, form) {
                    (Some(value), PropertyForm::OneOrNone(form)) => (self.one_or_none(value)?, &**form),
                    (value, form) => (value, form),
                };
                out.push(u8::from(value.is_some()));
                if value.is_some() {
                    self.field(out, inner, form, value)?;
                }
            }
            PropertyKind::List(inner) => self.many(out, inner, form, value)?,
        }
        Ok(())
    }

    /// The string of an attribute.
    fn text_of(&self, attr: AttrId) -> Option<Vec<u8>> {
        let entry = self.interner.tables.attrs.get(attr.0)?;
        string_value(&self.interner.tables, &entry).map(<[u8]>::to_vec)
    }

    /// A number, and its width in bits; 0 if there is none.
    fn word(&self, form: &PropertyForm, value: Option<AttrId>) -> Result<(u64, u32), String> {
        let Some(value) = value else { return Ok((0, 64)) };
        if let PropertyForm::Flags(flags) = form
            && let Some(text) = self.interner.tables.attrs.get(value.0).and_then(|entry| entry.text())
        {
            let bits = flags.bits(text).ok_or("expected flags that the release knows")?;
            return Ok((bits, 64));
        }
        let words = self.integer_value(value).ok_or("expected an integer")?;
        let width = if let PropertyForm::Number(width) = form { *width } else { 64 };
        Ok((words.first().copied().unwrap_or(0), width))
    }

    /// The only member of an array, or none.
    fn one_or_none(&self, value: AttrId) -> Result<Option<AttrId>, String> {
        match self.array_of(value).as_deref() {
            Some([]) => Ok(None),
            Some([one]) => Ok(Some(*one)),
            _ => Err("expected an array of one attribute or none".to_owned()),
        }
    }

    fn array_of(&self, attr: AttrId) -> Option<Vec<AttrId>> {
        let (0, mut reader) = self.builtin_attr(attr)? else { return None };
        let count = reader.count("attributes").ok()?;
        (0..count).map(|_| reader.index(usize::MAX, "attribute").ok().map(AttrId)).collect()
    }

    /// Numbers of a dense array with so many bits each, with their signs.
    fn dense_of(&self, attr: AttrId) -> Option<(u32, Vec<i64>)> {
        let (17, mut reader) = self.builtin_attr(attr)? else { return None };
        let ty = TypeId(reader.index(usize::MAX, "type").ok()?);
        let Kind::Integer { width: width @ (8 | 16 | 32 | 64), .. } = self.interner.kind(ty) else {
            return None;
        };
        reader.varint("count").ok()?;
        let len = reader.varint("size").ok()?;
        let raw = reader.bytes(len, "elements").ok()?;
        let number = |part: &[u8]| {
            let word = part.iter().rev().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
            (word << (64 - width)).cast_signed() >> (64 - width)
        };
        Some((width, raw.chunks(to_index(width / 8)).map(number).collect()))
    }

    fn many(
        &mut self,
        out: &mut Vec<u8>,
        inner: &PropertyKind,
        form: &PropertyForm,
        value: Option<AttrId>,
    ) -> Result<(), String> {
        let Some(value) = value else {
            varint(out, 0);
            return Ok(());
        };
        if let Some((width, numbers)) = self.dense_of(value) {
            varint(out, u64::try_from(numbers.len()).unwrap_or(u64::MAX));
            for number in numbers {
                match inner {
                    PropertyKind::SVarInt => svarint(out, number),
                    _ => varint(out, number.cast_unsigned() & u64::MAX >> (64 - width)),
                }
            }
            return Ok(());
        }
        let members = self.array_of(value).ok_or("expected an array")?;
        varint(out, u64::try_from(members.len()).unwrap_or(u64::MAX));
        members.into_iter().try_for_each(|member| self.field(out, inner, form, Some(member)))
    }

    /// Sizes of segments: in version 5 an attribute, later a sparse array.
    fn segments(&mut self, out: &mut Vec<u8>, count: u32, value: Option<AttrId>) -> Result<(), String> {
        let sizes = match value {
            None => vec![0; to_index(count)],
            Some(value) => match self.dense_of(value) {
                Some((32, sizes)) if sizes.len() == to_index(count) => sizes,
                _ => return Err(format!("expected a dense array of {count} numbers of 32 bits")),
            },
        };
        if self.version >= version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE {
            sparse_sizes(out, &sizes);
            return Ok(());
        }
        let attr = match value {
            Some(value) => value,
            None => {
                let ty = self.interner.signless(32);
                self.numbers(ty, u64::from(count), &vec![0; to_index(count) * 4])
            }
        };
        varint(out, u64::from(attr.0));
        Ok(())
    }
}

fn twice(here: &Cursor<'_>, name: &[u8]) -> outlast_core::Error {
    here.error(format!("`{}` is there as a property and as an attribute", name.escape_ascii()))
}
