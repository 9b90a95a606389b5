//! Attributes.

use outlast_core::Result;

use super::Parser;
use super::cursor::Form;
use super::intern::Kind;
use super::numbers;
use super::types::code;
use crate::ids::{AttrId, TypeId};
use crate::print::affine;
use crate::print::float::{self, Format};
use crate::wire::{Reader, svarint, varint};

/// The code of a strided layout.
const STRIDED: u64 = 25;

impl Parser<'_> {
    /// An attribute.
    pub(super) fn attr(&mut self) -> Result<AttrId> {
        self.inside(Self::any_attr)
    }

    fn any_attr(&mut self) -> Result<AttrId> {
        match self.cursor.peek() {
            Some(b'[') => self.array(),
            Some(b'{') => {
                let mut items = self.dictionary()?;
                Ok(self.interner.dictionary(&mut items))
            }
            Some(b'"') => self.string(),
            Some(b'@') => self.symbol(),
            Some(b'#') => self.dialect_attr(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.keyword(),
        }
    }

    fn keyword(&mut self) -> Result<AttrId> {
        let start = self.cursor;
        let word = self.cursor.word().unwrap_or_default();
        match word {
            "true" | "false" => return Ok(self.bit(word == "true")),
            "unit" => return Ok(self.interner.unit()),
            "loc" => return self.location_in_parentheses(),
            "distinct" => return self.distinct(),
            "affine_map" => return self.affine_map(),
            "affine_set" => return self.affine_set(),
            "strided" => return self.strided(),
            "array" => return self.dense_array(),
            "dense" => return self.dense(),
            "dense_resource" => return self.dense_resource(),
            "sparse" => return self.sparse(),
            _ => {}
        }
        self.cursor = start;
        match self.cursor.peek() {
            Some(b'!' | b'(') => {}
            Some(byte) if byte.is_ascii_alphabetic() => {}
            _ => return Err(start.expected("an attribute")),
        }
        let ty = self.ty()?;
        Ok(self.interner.encoded(6, &[u64::from(ty.0)]))
    }

    fn array(&mut self) -> Result<AttrId> {
        self.cursor.expect("[")?;
        let mut values = Vec::new();
        self.members("]", |parser| {
            values.push(parser.attr()?);
            Ok(())
        })?;
        Ok(self.interner.list(0, &values))
    }

    /// Names and attributes in braces.
    pub(super) fn dictionary(&mut self) -> Result<Vec<(Vec<u8>, AttrId)>> {
        self.cursor.expect("{")?;
        let mut items: Vec<(Vec<u8>, AttrId)> = Vec::new();
        let mut names = std::collections::HashSet::new();
        self.members("}", |parser| {
            let start = parser.cursor;
            let name = match parser.cursor.word() {
                Some(word) => word.as_bytes().to_vec(),
                None => parser.quoted("the name of an attribute")?,
            };
            let value = match parser.cursor.eat("=") {
                true => parser.attr()?,
                false => parser.interner.unit(),
            };
            if !names.insert(name.clone()) {
                return Err(start.error(format!("the attribute `{}` occurs twice", name.escape_ascii())));
            }
            items.push((name, value));
            Ok(())
        })?;
        Ok(items)
    }

    fn string(&mut self) -> Result<AttrId> {
        let text = self.quoted("a string")?;
        if !self.cursor.eat(":") {
            return Ok(self.interner.string_attr(&text));
        }
        let ty = self.ty()?;
        if self.interner.kind(ty) == Kind::None {
            return Ok(self.interner.string_attr(&text));
        }
        let string = self.interner.string(&text);
        Ok(self.interner.encoded(3, &[u64::from(string.0), u64::from(ty.0)]))
    }

    fn symbol_name(&mut self) -> Result<Vec<u8>> {
        self.cursor.expect("@")?;
        if self.cursor.byte() == Some(b'"') {
            return self.quoted("the name of a symbol");
        }
        let blank = self.cursor.byte().is_none_or(|byte| byte.is_ascii_whitespace());
        match self.cursor.word().filter(|_| !blank) {
            Some(word) => Ok(word.as_bytes().to_vec()),
            None => Err(self.cursor.expected("the name of a symbol")),
        }
    }

    fn symbol(&mut self) -> Result<AttrId> {
        let root = self.symbol_name()?;
        let root = self.interner.string_attr(&root);
        let mut nested = Vec::new();
        while self.cursor.eat("::") {
            let name = self.symbol_name()?;
            let name = self.interner.string_attr(&name);
            nested.push(self.interner.encoded(4, &[u64::from(name.0)]));
        }
        if nested.is_empty() {
            return Ok(self.interner.encoded(4, &[u64::from(root.0)]));
        }
        let count = u64::try_from(nested.len()).unwrap_or(u64::MAX);
        let numbers: Vec<u64> = [u64::from(root.0), count]
            .into_iter()
            .chain(nested.iter().map(|attr| u64::from(attr.0)))
            .collect();
        Ok(self.interner.encoded(5, &numbers))
    }

    /// The attribute of one bit.
    pub(super) fn bit(&mut self, value: bool) -> AttrId {
        let ty = self.interner.signless(1);
        self.integer_attr(ty, 1, &[u64::from(value)])
    }

    /// An integer attribute of a type with so many bits.
    pub(super) fn integer_attr(&mut self, ty: TypeId, width: u32, words: &[u64]) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 8);
        varint(&mut bytes, u64::from(ty.0));
        value(&mut bytes, width, words);
        self.interner.attr(&bytes)
    }

    fn float_attr(&mut self, ty: TypeId, format: Format, bits: u128) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 9);
        varint(&mut bytes, u64::from(ty.0));
        value(&mut bytes, format.bits, &numbers::words_of(bits));
        self.interner.attr(&bytes)
    }

    fn number(&mut self) -> Result<AttrId> {
        let start = self.cursor;
        let negative = self.cursor.eat("-");
        let Some(spelled) = self.cursor.number() else { return Err(self.cursor.expected("a number")) };
        let ty = match (self.cursor.eat(":"), spelled.form) {
            (true, _) => self.ty()?,
            (false, Form::Point) => match float::by_name(b"f64") {
                Some(format) => self.interner.float(format),
                None => return Err(start.expected("an integer")),
            },
            (false, _) => self.interner.signless(64),
        };
        match self.interner.kind(ty) {
            Kind::Float(format) => {
                let bits = numbers::float(format, negative, spelled).map_err(|why| start.error(why))?;
                Ok(self.float_attr(ty, format, bits))
            }
            kind => {
                let (width, words) =
                    numbers::integer(&kind, negative, spelled).map_err(|why| start.error(why))?;
                Ok(self.integer_attr(ty, width, &words))
            }
        }
    }

    /// The value of an integer attribute, lowest word first; none for other attributes.
    pub(super) fn integer_value(&self, attr: AttrId) -> Option<Vec<u64>> {
        let (8, mut reader) = self.builtin_attr(attr)? else { return None };
        let ty = TypeId(reader.index(self.interner.tables.types.len(), "type").ok()?);
        let width = match self.interner.kind(ty) {
            Kind::Integer { width, .. } => width,
            Kind::Index => 64,
            _ => return None,
        };
        Some(match width {
            0..=8 => vec![u64::from(reader.byte("value").ok()?)],
            9..=64 => vec![reader.svarint("value").ok()?.cast_unsigned()],
            _ => {
                let count = reader.count("words").ok()?;
                let word = |_| reader.svarint("word").map(i64::cast_unsigned).ok();
                (0..count).map(word).collect::<Option<_>>()?
            }
        })
    }

    /// The code of a builtin attribute, and what follows.
    pub(super) fn builtin_attr(&self, attr: AttrId) -> Option<(u64, Reader<'_>)> {
        let tables = &self.interner.tables;
        let entry = tables.attrs.get(attr.0).filter(|entry| entry.custom)?;
        if tables.dialect_name(entry.dialect) != b"builtin" {
            return None;
        }
        let mut reader = Reader::new(entry.bytes);
        let code = reader.varint("code").ok()?;
        Some((code, reader))
    }

    fn distinct(&mut self) -> Result<AttrId> {
        let start = self.cursor;
        self.cursor.expect("[")?;
        let number = self.cursor.unsigned("the number of a distinct attribute")?;
        self.cursor.expect("]")?;
        self.cursor.expect("<")?;
        let inner = if self.cursor.sees(">") { self.interner.unit() } else { self.attr()? };
        self.cursor.expect(">")?;
        if let Some((attr, known)) = self.aliases.distinct.get(&number) {
            return match *known == inner {
                true => Ok(*attr),
                false => Err(start.error(format!("distinct[{number}] was another attribute before"))),
            };
        }
        let mut bytes = Vec::new();
        varint(&mut bytes, 21);
        varint(&mut bytes, u64::from(inner.0));
        let attr = self.interner.own_attr(&bytes);
        self.aliases.distinct.insert(number, (attr, inner));
        Ok(attr)
    }

    fn strided(&mut self) -> Result<AttrId> {
        self.cursor.expect("<")?;
        self.cursor.expect("[")?;
        let mut strides = Vec::new();
        self.members("]", |parser| {
            strides.push(parser.stride()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.cursor.eat(",") {
            if !self.cursor.eat_word("offset") {
                return Err(self.cursor.expected("`offset`"));
            }
            self.cursor.expect(":")?;
            offset = self.stride()?;
        }
        self.cursor.expect(">")?;
        let mut bytes = Vec::new();
        svarint(&mut bytes, offset);
        varint(&mut bytes, u64::try_from(strides.len()).unwrap_or(u64::MAX));
        strides.iter().for_each(|stride| svarint(&mut bytes, *stride));
        if self.interner.encodes_all {
            return Ok(self.interner.attr(&[&code(STRIDED)[..], &bytes].concat()));
        }
        let mut text = Vec::new();
        affine::strided(&mut text, &mut Reader::new(&bytes))?;
        Ok(self.interner.text_attr(b"builtin", &text))
    }

    fn stride(&mut self) -> Result<i64> {
        if self.cursor.eat("?") {
            return Ok(i64::MIN);
        }
        let start = self.cursor;
        let negative = self.cursor.eat("-");
        let number = i64::try_from(self.cursor.unsigned("a number or `?`")?);
        let number = number.map_err(|_| start.error("expected a number that fits 64 bits"))?;
        Ok(if negative { -number } else { number })
    }
}

/// Appends a number as attributes encode it: a byte, a varint or words.
fn value(bytes: &mut Vec<u8>, width: u32, words: &[u64]) {
    let word = words.first().copied().unwrap_or(0);
    match width {
        0..=8 => bytes.push(u8::try_from(word & 0xff).unwrap_or(0)),
        9..=64 => svarint(bytes, word.cast_signed()),
        _ => {
            let active = words.iter().rposition(|word| *word != 0).map_or(1, |at| at + 1);
            varint(bytes, u64::try_from(active).unwrap_or(u64::MAX));
            let words = words.iter().chain(&[0]).take(active);
            words.for_each(|word| svarint(bytes, word.cast_signed()));
        }
    }
}
