//! Types.

use outlast_core::Result;

use super::Parser;
use super::intern::Kind;
use crate::ids::{AttrId, TypeId};
use crate::print::float;
use crate::wire::{svarint, varint};

/// The most bits that an integer type may have upstream.
const MAX_WIDTH: u32 = (1 << 24) - 1;

/// A dimension that is not known.
const DYNAMIC: i64 = i64::MIN;

fn shape_into(bytes: &mut Vec<u8>, shape: &[i64]) {
    varint(bytes, u64::try_from(shape.len()).unwrap_or(u64::MAX));
    shape.iter().for_each(|size| svarint(bytes, *size));
}

fn index(bytes: &mut Vec<u8>, index: u32) {
    varint(bytes, u64::from(index));
}

fn types(bytes: &mut Vec<u8>, types: &[TypeId]) {
    varint(bytes, u64::try_from(types.len()).unwrap_or(u64::MAX));
    types.iter().for_each(|ty| index(bytes, ty.0));
}

pub(super) fn code(code: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(&mut bytes, code);
    bytes
}

impl Parser<'_> {
    /// A type.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        match self.cursor.peek() {
            Some(b'!') => self.dialect_type(),
            Some(b'(') => self.inside(|parser| parser.function(2)),
            _ => self.builtin_type(),
        }
    }

    fn builtin_type(&mut self) -> Result<TypeId> {
        let start = self.cursor;
        let Some(word) = self.cursor.word() else { return Err(self.cursor.expected("a type")) };
        if let Some(format) = float::by_name(word.as_bytes()) {
            return Ok(self.interner.float(format));
        }
        match word {
            "index" => return Ok(self.interner.ty(&code(1), Kind::Index)),
            "none" => return Ok(self.interner.ty(&code(12), Kind::None)),
            "token" => return Ok(self.interner.text_type(b"builtin", b"token", Kind::Other)),
            _ => {}
        }
        if let Some(ty) = self.integer_type(word)? {
            return Ok(ty);
        }
        match word {
            "complex" | "memref" | "tensor" | "tuple" | "vector" | "graph" => {}
            _ => {
                self.cursor = start;
                return Err(start.expected("a type"));
            }
        }
        self.cursor.expect("<")?;
        self.inside(|parser| match word {
            "complex" => {
                let inner = parser.ty()?;
                let mut bytes = code(9);
                index(&mut bytes, inner.0);
                parser.cursor.expect(">")?;
                Ok(parser.interner.ty(&bytes, Kind::Complex(inner)))
            }
            "memref" => parser.memref(),
            "tensor" => parser.tensor(),
            "tuple" => {
                let list = parser.type_list(">")?;
                let mut bytes = code(15);
                types(&mut bytes, &list);
                Ok(parser.interner.ty(&bytes, Kind::Other))
            }
            "vector" => parser.vector(),
            _ => {
                let ty = parser.graph(start.at)?;
                parser.cursor.expect(">")?;
                Ok(ty)
            }
        })
    }

    /// `i32`, `si8`, `ui16`.
    fn integer_type(&mut self, word: &str) -> Result<Option<TypeId>> {
        let Some((sign, digits)) = word.split_once('i') else { return Ok(None) };
        let (signed, unsigned) = match sign {
            "s" => (true, false),
            "u" => (false, true),
            "" => (false, false),
            _ => return Ok(None),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        match digits.parse() {
            Ok(width) if width <= MAX_WIDTH => Ok(Some(self.interner.integer(width, signed, unsigned))),
            _ => Err(self.cursor.limit("bits of an integer type", u64::from(MAX_WIDTH))),
        }
    }

    /// Types up to a closing bracket, whose opening one was taken.
    pub(super) fn type_list(&mut self, close: &str) -> Result<Vec<TypeId>> {
        let mut list = Vec::new();
        self.members(close, |parser| {
            list.push(parser.ty()?);
            Ok(())
        })?;
        Ok(list)
    }

    /// What stands behind an arrow: a type that is no function, or a list.
    pub(super) fn results(&mut self) -> Result<Vec<TypeId>> {
        match self.cursor.eat("(") {
            true => self.type_list(")"),
            false => Ok(vec![self.ty()?]),
        }
    }

    fn function(&mut self, number: u64) -> Result<TypeId> {
        self.cursor.expect("(")?;
        let inputs = self.type_list(")")?;
        self.cursor.expect("->")?;
        let results = self.results()?;
        let mut bytes = code(number);
        types(&mut bytes, &inputs);
        types(&mut bytes, &results);
        Ok(self.interner.ty(&bytes, Kind::Other))
    }

    /// A type that LLVM 22 has no code for: its text.
    fn graph(&mut self, start: usize) -> Result<TypeId> {
        self.function(2)?;
        let mut cursor = self.cursor;
        cursor.skip();
        let text = self.resolved(start, cursor.at)?;
        Ok(self.interner.text_type(b"builtin", &[&text[..], b">"].concat(), Kind::Other))
    }

    /// Dimensions with an `x` behind each: `2x?x`.
    fn dimensions(&mut self) -> Result<Vec<i64>> {
        let mut shape = Vec::new();
        self.cursor.skip();
        loop {
            let start = self.cursor;
            let size = match self.cursor.byte() {
                Some(b'?') => {
                    self.cursor.at += 1;
                    DYNAMIC
                }
                Some(b'0'..=b'9') => self.size()?,
                _ => return Ok(shape),
            };
            shape.push(size);
            if self.cursor.byte() != Some(b'x') {
                return Err(start.error("expected `x` behind a dimension"));
            }
            self.cursor.at += 1;
        }
    }

    /// A dimension that is a number.
    fn size(&mut self) -> Result<i64> {
        let start = self.cursor;
        let digits = self.cursor.digits().and_then(|digits| std::str::from_utf8(digits).ok());
        let size = digits.and_then(|digits| digits.parse().ok());
        size.ok_or_else(|| start.error("expected a dimension that fits 64 bits"))
    }

    /// The element type behind dimensions, and the end of a type without more.
    fn shaped(&mut self, number: u64, more: &[u8], shape: &[i64]) -> Result<(Vec<u8>, TypeId)> {
        let element = self.ty()?;
        let mut bytes = code(number);
        bytes.extend_from_slice(more);
        shape_into(&mut bytes, shape);
        index(&mut bytes, element.0);
        Ok((bytes, element))
    }

    fn tensor(&mut self) -> Result<TypeId> {
        if self.cursor.eat("*") {
            self.cursor.expect("x")?;
            let element = self.ty()?;
            self.cursor.expect(">")?;
            let mut bytes = code(18);
            index(&mut bytes, element.0);
            return Ok(self.interner.ty(&bytes, Kind::Other));
        }
        let shape = self.dimensions()?;
        let (mut bytes, element) = self.shaped(13, &[], &shape)?;
        if self.cursor.eat(",") {
            let encoding = self.attr()?;
            bytes = code(14);
            index(&mut bytes, encoding.0);
            shape_into(&mut bytes, &shape);
            index(&mut bytes, element.0);
        }
        self.cursor.expect(">")?;
        Ok(self.interner.ty(&bytes, Kind::Shaped { shape: shape.into(), element }))
    }

    fn vector(&mut self) -> Result<TypeId> {
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        loop {
            let bracket = self.cursor.eat("[");
            if !bracket && !self.cursor.byte().is_some_and(|byte| byte.is_ascii_digit()) {
                break;
            }
            shape.push(self.size()?);
            scalable.push(u8::from(bracket));
            if bracket {
                // LLVM 16 has one pair of brackets around all that are scalable: `[4x4]`.
                while self.cursor.byte() == Some(b'x') {
                    self.cursor.at += 1;
                    shape.push(self.size()?);
                    scalable.push(1);
                }
                self.cursor.expect("]")?;
            }
            if self.cursor.byte() != Some(b'x') {
                return Err(self.cursor.expected("`x` behind a dimension"));
            }
            self.cursor.at += 1;
        }
        let (bytes, element) = match scalable.contains(&1) {
            true => {
                let mut flags = Vec::new();
                varint(&mut flags, u64::try_from(scalable.len()).unwrap_or(u64::MAX));
                flags.extend_from_slice(&scalable);
                self.shaped(20, &flags, &shape)?
            }
            false => self.shaped(19, &[], &shape)?,
        };
        self.cursor.expect(">")?;
        Ok(self.interner.ty(&bytes, Kind::Shaped { shape: shape.into(), element }))
    }

    fn memref(&mut self) -> Result<TypeId> {
        if self.cursor.eat("*") {
            self.cursor.expect("x")?;
            let element = self.ty()?;
            let space = if self.cursor.eat(",") { Some(self.attr()?) } else { None };
            self.cursor.expect(">")?;
            let mut bytes = code(if space.is_some() { 17 } else { 16 });
            if let Some(space) = space {
                index(&mut bytes, space.0);
            }
            index(&mut bytes, element.0);
            return Ok(self.interner.ty(&bytes, Kind::Other));
        }
        let shape = self.dimensions()?;
        let element = self.ty()?;
        let (layout, space) = self.layout_and_space()?;
        self.cursor.expect(">")?;
        let layout = match layout {
            Some(layout) => layout,
            None => self.identity_map(shape.len()),
        };
        let mut bytes = code(if space.is_some() { 11 } else { 10 });
        if let Some(space) = space {
            index(&mut bytes, space.0);
        }
        shape_into(&mut bytes, &shape);
        index(&mut bytes, element.0);
        index(&mut bytes, layout.0);
        Ok(self.interner.ty(&bytes, Kind::Other))
    }

    /// What stands behind the element type of a memref: which attributes are layouts is told by their kind.
    fn layout_and_space(&mut self) -> Result<(Option<AttrId>, Option<AttrId>)> {
        let (mut layout, mut space) = (None, None);
        let mut found = Vec::new();
        while self.cursor.eat(",") {
            let at = self.cursor;
            found.push((at, self.attr()?));
        }
        let count = found.len();
        for (at, attr) in found {
            let is_layout = self.is_layout(attr) || count == 2 && layout.is_none();
            let slot = if is_layout { &mut layout } else { &mut space };
            if slot.replace(attr).is_some() {
                let what = if is_layout { "layouts" } else { "memory spaces" };
                return Err(at.error(format!("expected `>`, found two {what} of a memref")));
            }
        }
        let zero = self.is_zero(space);
        Ok((layout, if zero { None } else { space }))
    }

    /// Whether an attribute is a layout of the builtin dialect.
    fn is_layout(&self, attr: AttrId) -> bool {
        let text = self.interner.tables.attrs.get(attr.0).and_then(|entry| entry.text());
        text.is_some_and(|text| text.starts_with(b"affine_map<") || text.starts_with(b"strided<"))
            || matches!(self.builtin_attr(attr), Some((23 | 25, _)))
    }

    /// Whether a memory space is the integer 0, which is the same as none.
    fn is_zero(&self, space: Option<AttrId>) -> bool {
        space
            .and_then(|space| self.integer_value(space))
            .is_some_and(|words| words.iter().all(|word| *word == 0))
    }
}
