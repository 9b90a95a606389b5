//! Attributes of the builtin dialect as text.

use outlast_core::Result;

use super::dense::Shaped;
use super::number::{INDEX, Number};
use super::text::{ELIDABLE, Item, LOCATION, Texts, UNIT, UNKNOWN};
use super::{affine, escape, float};
use crate::ids::{ResourceId, StringId};
use crate::wire::Reader;

fn index(reader: &mut Reader<'_>, what: &'static str) -> Result<u32> {
    reader.index(usize::MAX, what)
}

impl Texts<'_> {
    fn say(&mut self, text: &[u8]) {
        self.arena.extend_from_slice(text);
    }

    /// Appends an attribute; says what is special about it. None if the code is unknown.
    pub(super) fn builtin_attr(&mut self, this: u32, reader: &mut Reader<'_>) -> Result<Option<u8>> {
        let code = reader.varint("code")?;
        match code {
            0 => self.array(reader)?,
            1 => self.dictionary(reader)?,
            2 | 3 => {
                let limit = self.tables.strings.len();
                let text = self.tables.string(StringId(reader.index(limit, "string")?));
                escape::quoted(&mut self.arena, text);
                if code == 3 {
                    self.suffix_of(reader)?;
                }
            }
            4 | 5 => self.symbol(code, reader)?,
            6 => {
                let ty = index(reader, "type")?;
                self.ty(ty);
            }
            7 => {
                self.say(b"unit");
                return Ok(Some(UNIT));
            }
            8 | 9 => return self.number(code, reader).map(Some),
            10..=15 | 22 => return self.location_body(code, reader).map(Some),
            16 => self.resource(reader)?,
            17 => self.dense_array(reader)?,
            18 => {
                self.say(b"dense<");
                let ty = index(reader, "type")?;
                self.dense_body(ty, reader, true)?;
                self.say(b">");
                self.suffix(ty);
            }
            19 => {
                self.say(b"dense<");
                let ty = index(reader, "type")?;
                self.dense_strings(ty, reader)?;
                self.say(b">");
                self.suffix(ty);
            }
            20 => self.sparse(reader)?,
            21 => {
                let number = self.distinct_number((Item::Attr(this), None));
                let inner = index(reader, "attribute")?;
                self.say(b"distinct[");
                escape::number(&mut self.arena, number);
                self.say(b"]<");
                if self.need(Item::Attr(inner)).is_none_or(|memo| !memo.is(UNIT)) {
                    self.attr(inner);
                }
                self.say(b">");
            }
            23 => affine::map(&mut self.arena, reader)?,
            24 => affine::set(&mut self.arena, reader)?,
            25 => self.strided(reader)?,
            _ => return Ok(None),
        }
        Ok(Some(0))
    }

    fn suffix_of(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        self.suffix(ty);
        Ok(())
    }

    fn array(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.say(b"[");
        for at in 0..reader.count("number of attributes")? {
            if at != 0 {
                self.say(b", ");
            }
            let attr = index(reader, "attribute")?;
            self.attr_eliding(attr, true);
        }
        self.say(b"]");
        Ok(())
    }

    fn dictionary(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.say(b"{");
        for at in 0..reader.count("number of attributes")? {
            if at != 0 {
                self.say(b", ");
            }
            let name = index(reader, "name of an attribute")?;
            let name = self.string(name)?;
            let attr = index(reader, "attribute")?;
            self.named(name, attr);
        }
        self.say(b"}");
        Ok(())
    }

    /// Appends `name = attribute`, or only the name of one that has no value.
    pub(super) fn named(&mut self, name: &[u8], attr: u32) {
        escape::keyword(&mut self.arena, name);
        let start = self.arena.len();
        self.say(b" = ");
        let memo = self.need(Item::Attr(attr));
        if memo.is_some_and(|memo| memo.is(UNIT)) {
            return self.arena.truncate(start);
        }
        if memo.is_some() {
            self.attr(attr);
        }
    }

    fn symbol(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let root = index(reader, "name of a symbol")?;
        let text = self.string(root)?;
        escape::symbol(&mut self.arena, text);
        if code == 5 {
            for _ in 0..reader.count("number of references")? {
                self.say(b"::");
                let nested = index(reader, "reference")?;
                let text = self.string(nested)?;
                escape::symbol(&mut self.arena, text);
            }
        }
        Ok(())
    }

    /// What a number of a type is.
    pub(super) fn number_type(&self, ty: u32) -> Option<Number> {
        let Some((code, mut reader)) = self.builtin_entry(Item::Type(ty)) else {
            return float::by_name(self.tables.types.get(ty)?.text()?).map(Number::Float);
        };
        match code {
            0 => {
                let word = reader.varint("width").ok()?;
                let width = u32::try_from(word >> 2).ok()?;
                Some(Number::Integer { width, unsigned: word & 3 == 2, signed: word & 3 == 1 })
            }
            1 => Some(INDEX),
            code => float::by_code(code).map(Number::Float),
        }
    }

    fn number(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<u8> {
        let at = reader.offset();
        let ty = index(reader, "type")?;
        let number = self.number_type(ty).filter(|number| matches!(number, Number::Float(_)) == (code == 9));
        let Some(number) = number else {
            return Err(reader.invalid(at, "type", "it is none of a number"));
        };
        let words = number.read(reader)?;
        if let Number::Integer { width: 1, unsigned: false, signed: false } = number {
            self.say(if words.iter().any(|word| *word != 0) { b"true" } else { b"false" });
            return Ok(0);
        }
        let hexadecimal = number.print(&mut self.arena, &words);
        self.suffix(ty);
        Ok(match number {
            Number::Integer { width: 64, unsigned: false, signed: false } if !self.is_index(ty) => ELIDABLE,
            Number::Float(format) if format.name == b"f64" && !hexadecimal => ELIDABLE,
            _ => 0,
        })
    }

    fn is_index(&self, ty: u32) -> bool {
        self.builtin_entry(Item::Type(ty)).is_some_and(|(code, _)| code == 1)
    }

    /// Appends a location without `loc(…)`.
    fn location_body(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<u8> {
        match code {
            10 => {
                self.say(b"callsite(");
                let callee = index(reader, "callee")?;
                self.location(callee);
                self.say(b" at ");
                let caller = index(reader, "caller")?;
                self.location(caller);
                self.say(b")");
            }
            11 => {
                let file = index(reader, "name of a file")?;
                let text = self.string(file)?;
                escape::quoted(&mut self.arena, text);
                for what in ["line", "column"] {
                    self.say(b":");
                    escape::number(&mut self.arena, reader.varint(what)?);
                }
            }
            12 | 13 => self.fused(code, reader)?,
            14 => {
                let name = index(reader, "name")?;
                let text = self.string(name)?;
                escape::quoted(&mut self.arena, text);
                let child = index(reader, "location")?;
                if !self.need(Item::Attr(child)).is_some_and(|memo| memo.is(UNKNOWN)) {
                    self.say(b"(");
                    self.location(child);
                    self.say(b")");
                }
            }
            22 => self.range(reader)?,
            _ => {
                self.say(b"unknown");
                return Ok(LOCATION | UNKNOWN);
            }
        }
        Ok(LOCATION)
    }

    fn fused(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let count = reader.count("number of locations")?;
        let mut locations = Vec::new();
        for _ in 0..count {
            locations.push(index(reader, "location")?);
        }
        self.say(b"fused");
        if code == 13 {
            let metadata = index(reader, "metadata")?;
            self.say(b"<");
            self.attr(metadata);
            self.say(b">");
        }
        self.say(b"[");
        for (at, location) in locations.into_iter().enumerate() {
            if at != 0 {
                self.say(b", ");
            }
            self.location(location);
        }
        self.say(b"]");
        Ok(())
    }

    /// A range of lines and columns; as little as says where it ends.
    fn range(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let file = index(reader, "name of a file")?;
        let text = self.string(file)?;
        escape::quoted(&mut self.arena, text);
        let count = reader.count("number of positions")?;
        let at = (0..count).map(|_| reader.varint("position")).collect::<Result<Vec<_>>>()?;
        let (line, column, end_line, end_column) = match at[..] {
            [] => (0, 0, 0, 0),
            [line] => (line, 0, line, 0),
            [line, column] => (line, column, line, column),
            [line, column, end] => (line, column, line, end),
            [line, column, end_line, end_column] => (line, column, end_line, end_column),
            _ => return Err(reader.invalid(0, "location", "more than four numbers")),
        };
        self.say(b":");
        escape::number(&mut self.arena, line);
        self.say(b":");
        escape::number(&mut self.arena, column);
        if (line, column) != (end_line, end_column) {
            self.say(b" to ");
            if line != end_line {
                escape::number(&mut self.arena, end_line);
            }
            self.say(b":");
            escape::number(&mut self.arena, end_column);
        }
        Ok(())
    }

    fn resource(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        let limit = self.tables.resources.dialect_len();
        let handle = ResourceId(reader.index(limit, "resource")?);
        if !self.referenced.contains(&handle) {
            self.referenced.push(handle);
        }
        self.say(b"dense_resource<");
        if let Some((_, resource)) = self.tables.resources.get(handle) {
            let key = self.tables.string(resource.key);
            match self.style.quotes_resource_keys() {
                true => escape::keyword(&mut self.arena, key),
                false => self.arena.extend_from_slice(key),
            }
        }
        self.say(b">");
        self.suffix(ty);
        Ok(())
    }

    fn dense_array(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        let at = reader.offset();
        let count = reader.varint("number of elements")?;
        let len = reader.varint("size")?;
        let raw = reader.bytes(len, "elements")?;
        self.say(b"array<");
        self.ty(ty);
        if count != 0 {
            self.say(b": ");
            let Some(number) = self.number_type(ty) else {
                return Err(reader.invalid(at, "dense array", "its type is none of a number"));
            };
            let size = number.bytes();
            let whole = usize::try_from(count).ok().and_then(|count| count.checked_mul(size));
            // Integers of no bits take no bytes: what is claimed need not be there.
            if whole != Some(raw.len()) || size == 0 && count > 1 << 16 {
                return Err(reader.invalid(at, "dense array", format!("{count} elements in {len} bytes")));
            }
            for at in 0..usize::try_from(count).unwrap_or(0) {
                if at != 0 {
                    self.say(b", ");
                }
                number.element(&mut self.arena, &raw[at * size..(at + 1) * size]);
            }
        }
        self.say(b">");
        Ok(())
    }

    /// The shape and elements of a tensor or vector type.
    fn shaped(&self, ty: u32) -> Option<Shaped> {
        let (code, mut reader) = self.builtin_entry(Item::Type(ty))?;
        match code {
            13 | 19 => {}
            14 => drop(reader.varint("encoding").ok()?),
            20 => super::types::scalable(&mut reader, self.tables.types.len()).ok()?.truncate(0),
            _ => return None,
        }
        let rank = reader.count("rank").ok()?;
        let shape = (0..rank).map(|_| reader.svarint("dimension").ok()).collect::<Option<_>>()?;
        let mut element = reader.index(self.tables.types.len(), "type of elements").ok()?;
        let inner = match self.builtin_entry(Item::Type(element)) {
            Some((9, mut inner)) => Some(inner.index(self.tables.types.len(), "type").ok()?),
            _ => None,
        };
        element = inner.unwrap_or(element);
        Some(Shaped { shape, element: self.number_type(element), complex: inner.is_some() })
    }

    /// Appends the elements of a dense attribute, which follow in the reader.
    fn dense_body(&mut self, ty: u32, reader: &mut Reader<'_>, hexadecimal: bool) -> Result<()> {
        let len = reader.varint("size")?;
        let raw = reader.bytes(len, "elements")?;
        let limit = if hexadecimal { self.style.hex_above } else { None };
        match self.shaped(ty) {
            Some(shaped) => shaped.print(&mut self.arena, raw, limit),
            None => escape::hex_string(&mut self.arena, raw),
        }
        Ok(())
    }

    /// The shape of a dense attribute of numbers, and the texts of its elements.
    pub(super) fn dense_parts(&self, attr: u32) -> Option<(Shaped, Vec<Vec<u8>>)> {
        let (18, mut reader) = self.builtin_entry(Item::Attr(attr))? else { return None };
        let shaped = self.shaped(index(&mut reader, "type").ok()?)?;
        let len = reader.varint("size").ok()?;
        let raw = reader.bytes(len, "elements").ok()?;
        let texts = shaped.texts(raw)?;
        Some((shaped, texts))
    }

    fn dense_strings(&mut self, ty: u32, reader: &mut Reader<'_>) -> Result<()> {
        let at = reader.offset();
        reader.varint("flag")?;
        let mut strings = Vec::new();
        while !reader.is_empty() {
            strings.push(StringId(reader.index(self.tables.strings.len(), "string")?));
        }
        let tables = self.tables;
        let shaped = self.shaped(ty);
        match (&strings[..], shaped) {
            ([one], _) => escape::quoted(&mut self.arena, tables.string(*one)),
            (_, Some(shaped)) if shaped.count() == Some(strings.len()) => {
                let one = |out: &mut Vec<u8>, at: usize| escape::quoted(out, tables.string(strings[at]));
                shaped.nested(&mut self.arena, strings.len(), one);
            }
            _ => return Err(reader.invalid(at, "dense strings", "another number than the type says")),
        }
        Ok(())
    }

    fn sparse(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        let indices = index(reader, "indices")?;
        let values = index(reader, "values")?;
        self.say(b"sparse<");
        let Some((18, mut inner)) = self.builtin_entry(Item::Attr(indices)) else {
            return Err(reader.invalid(0, "indices", "they are no dense attribute"));
        };
        let index_type = index(&mut inner, "type")?;
        if self.shaped(index_type).and_then(|shaped| shaped.count()) != Some(0) {
            self.dense_body(index_type, &mut inner, false)?;
            self.say(b", ");
            match self.builtin_entry(Item::Attr(values)) {
                Some((18, mut inner)) => {
                    let ty = index(&mut inner, "type")?;
                    self.dense_body(ty, &mut inner, true)?;
                }
                Some((19, mut inner)) => {
                    let ty = index(&mut inner, "type")?;
                    self.dense_strings(ty, &mut inner)?;
                }
                _ => return Err(reader.invalid(0, "values", "they are no dense attribute")),
            }
        }
        self.say(b">");
        self.suffix(ty);
        Ok(())
    }

    fn strided(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let offset = reader.svarint("offset")?;
        self.say(b"strided<[");
        for at in 0..reader.count("number of strides")? {
            if at != 0 {
                self.say(b", ");
            }
            escape::dimension(&mut self.arena, reader.svarint("stride")?);
        }
        self.say(b"]");
        if offset != 0 {
            self.say(b", offset: ");
            escape::dimension(&mut self.arena, offset);
        }
        self.say(b">");
        Ok(())
    }
}
