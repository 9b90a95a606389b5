//! Attributes of the builtin dialect as text.

use crate::text::Text;
use outlast_core::Result;

use super::number::{INDEX, Number};
use super::text::{ELIDABLE, Item, Texts, UNIT};
use super::{affine, float};
use crate::escape;
use crate::ids::StringId;
use crate::wire::Reader;

/// Reads an index that is looked at later.
pub(super) fn index(reader: &mut Reader<'_>, what: &'static str) -> Result<u32> {
    reader.index(usize::MAX, what)
}

impl Texts<'_> {
    pub(super) fn say(&mut self, text: &[u8]) {
        self.arena.extend_from_slice(text);
    }

    /// Appends an attribute; says what is special about it. None if the code is unknown.
    pub(super) fn builtin_attr(&mut self, this: u32, reader: &mut Reader<'_>) -> Result<Option<u16>> {
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
            25 => affine::strided(&mut self.arena, reader)?,
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
            return self.cut(start);
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

    fn number(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<u16> {
        let at = reader.offset();
        let ty = index(reader, "type")?;
        let number = self.number_type(ty).filter(|number| matches!(number, Number::Float(_)) == (code == 9));
        let Some(number) = number else {
            return Err(reader.invalid(at, "type", "it is not numeric"));
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
}
