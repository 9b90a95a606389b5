//! Attributes with many elements as text: dense, sparse, arrays, and those whose elements are a resource.

use outlast_core::Result;

use super::attr::index;
use super::dense::Shaped;
use super::text::{Item, Texts};
use crate::escape;
use crate::ids::{ResourceId, StringId};
use crate::text::{Arena, Text};
use crate::wire::Reader;

impl Texts<'_> {
    pub(super) fn resource(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        let limit = self.tables.resources.dialect_len();
        let handle = ResourceId(reader.index(limit, "resource")?);
        self.refer(handle);
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

    pub(super) fn dense_array(&mut self, reader: &mut Reader<'_>) -> Result<()> {
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
                return Err(reader.invalid(at, "dense array", "its type is not numeric"));
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
                let Some(element) = raw.get(at * size..(at + 1) * size) else { break };
                number.element(&mut self.arena, element);
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
    pub(super) fn dense_body(&mut self, ty: u32, reader: &mut Reader<'_>, hexadecimal: bool) -> Result<()> {
        let len = reader.varint("size")?;
        let raw = reader.bytes(len, "elements")?;
        let limit = if hexadecimal { self.style.hex_above } else { None };
        match self.shaped(ty) {
            Some(shaped) => shaped.print(&mut self.arena, raw, limit, self.style.bits_are_bytes()),
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

    pub(super) fn dense_strings(&mut self, ty: u32, reader: &mut Reader<'_>) -> Result<()> {
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
                let one = |out: &mut Arena, at: usize| {
                    if let Some(string) = strings.get(at) {
                        escape::quoted(out, tables.string(*string));
                    }
                };
                shaped.nested(&mut self.arena, strings.len(), one);
            }
            _ => return Err(reader.invalid(at, "dense strings", "another number than the type says")),
        }
        Ok(())
    }

    pub(super) fn sparse(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        let indices = index(reader, "indices")?;
        let values = index(reader, "values")?;
        self.say(b"sparse<");
        let Some((18, mut inner)) = self.builtin_entry(Item::Attr(indices)) else {
            return Err(reader.invalid(0, "indices", "they are not a dense attribute"));
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
                _ => return Err(reader.invalid(0, "values", "they are not a dense attribute")),
            }
        }
        self.say(b">");
        self.suffix(ty);
        Ok(())
    }
}
