//! Dense and sparse attributes: elements by a type.

use outlast_core::{Result, to_index};

use super::Parser;
use super::cursor::{Form, Spelled};
use super::elements::{Element, Literal};
use super::intern::Kind;
use super::numbers;
use crate::ids::{AttrId, TypeId};
use crate::wire::{svarint, varint};

/// Whether a type is an integer of one bit.
fn is_bit(kind: &Kind) -> bool {
    matches!(kind, Kind::Integer { width: 1, .. })
}

/// Bytes that a number takes in a dense attribute; none if the type is none of numbers.
fn size(kind: &Kind) -> Option<usize> {
    let bits = match kind {
        Kind::Integer { width, .. } => *width,
        Kind::Index => 64,
        Kind::Float(format) => format.bits,
        _ => return None,
    };
    Some(to_index(bits.div_ceil(8)))
}

/// Appends a number of a type.
fn number(out: &mut Vec<u8>, kind: &Kind, negative: bool, spelled: Spelled<'_>) -> Result<(), String> {
    let bytes = size(kind).unwrap_or(0);
    match kind {
        Kind::Float(format) => {
            let bits = numbers::float(*format, negative, spelled)?;
            out.extend(bits.to_le_bytes().into_iter().take(bytes));
        }
        kind => {
            let (_, words) = numbers::integer(kind, negative, spelled)?;
            numbers::little_endian(out, &words, bytes);
        }
    }
    Ok(())
}

/// Appends an element of a type.
fn element(out: &mut Vec<u8>, kind: &Kind, pair: bool, element: &Element<'_>) -> Result<(), String> {
    match (element, pair) {
        (Element::Number(negative, spelled), false) => number(out, kind, *negative, *spelled),
        (Element::Bit(bit), false) if is_bit(kind) => {
            out.push(u8::from(*bit));
            Ok(())
        }
        (Element::Bit(_), false) => Err("expected a number, found a boolean".to_owned()),
        (Element::Pair(parts), true) => {
            parts.iter().try_for_each(|(negative, spelled)| number(out, kind, *negative, *spelled))
        }
        (Element::Pair(_), false) => Err("expected a number, found a pair of numbers".to_owned()),
        (Element::Text(_), _) => Err("expected a number, found a string".to_owned()),
        (_, true) => Err("expected a pair of numbers: `(1.0,2.0)`".to_owned()),
    }
}

/// Bits of bytes, eight to a byte.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let byte = |part: &[u8]| part.iter().rev().fold(0, |byte, bit| byte << 1 | bit & 1);
    bytes.chunks(8).map(byte).collect()
}

/// One element, if all are equal.
fn splat(mut raw: Vec<u8>, stride: usize) -> Vec<u8> {
    if stride > 0
        && raw.len() > stride
        && raw.get(..stride).is_some_and(|first| raw.chunks(stride).all(|part| part == first))
    {
        raw.truncate(stride);
    }
    raw
}

impl Parser<'_> {
    pub(super) fn dense(&mut self) -> Result<AttrId> {
        self.cursor.expect("<")?;
        let literal = self.literal()?;
        self.cursor.expect(">")?;
        self.cursor.expect(":")?;
        let ty = self.ty()?;
        self.elements(&literal, ty)
    }

    /// A dense attribute of a type.
    fn elements(&mut self, literal: &Literal<'_>, ty: TypeId) -> Result<AttrId> {
        let wrong = |why: String| literal.start.error(why);
        let Kind::Shaped { shape, element: inner } = self.interner.kind(ty) else {
            return Err(wrong("the type of dense elements is neither a tensor nor a vector".to_owned()));
        };
        let count = shape.iter().try_fold(1_usize, |count, size| {
            let size =
                usize::try_from(*size).map_err(|_| "the type of dense elements has unknown dimensions")?;
            count.checked_mul(size).ok_or("the type of dense elements has too many elements")
        });
        let count = count.map_err(|why| wrong(why.to_owned()))?;
        if literal.nothing && count != 0 {
            return Err(wrong(format!("expected {count} elements, found none")));
        }
        if !literal.shape.is_empty()
            && *literal.shape != *shape
            && !(count == 0 && literal.elements.is_empty())
        {
            return Err(wrong(format!(
                "expected elements of the shape {shape:?}, found some of the shape {:?}",
                literal.shape
            )));
        }
        let (kind, pair) = match self.interner.kind(inner) {
            Kind::Complex(part) => (self.interner.kind(part), true),
            kind => (kind, false),
        };
        if size(&kind).is_none() {
            return self.strings(literal, ty, count);
        }
        let raw = match (&literal.shape[..], &literal.elements[..]) {
            ([], [Element::Text(text)]) => hexadecimal(text, &kind, pair, count).map_err(wrong)?,
            _ => raw(literal, &kind, pair).map_err(wrong)?,
        };
        let mut bytes = Vec::new();
        varint(&mut bytes, 18);
        varint(&mut bytes, u64::from(ty.0));
        varint(&mut bytes, u64::try_from(raw.len()).unwrap_or(u64::MAX));
        bytes.extend_from_slice(&raw);
        Ok(self.interner.attr(&bytes))
    }

    fn strings(&mut self, literal: &Literal<'_>, ty: TypeId, count: usize) -> Result<AttrId> {
        let mut texts = Vec::new();
        for element in &literal.elements {
            let Element::Text(text) = element else {
                return Err(literal.start.error("expected strings: the element type is not numeric"));
            };
            texts.push(u64::from(self.interner.string(text).0));
        }
        let splat = texts.first().is_some_and(|first| texts.iter().all(|text| text == first));
        if splat {
            texts.truncate(1);
        }
        debug_assert!(splat || texts.len() == count);
        let mut numbers = vec![u64::from(ty.0), u64::from(splat)];
        numbers.append(&mut texts);
        Ok(self.interner.encoded(19, &numbers))
    }

    pub(super) fn sparse(&mut self) -> Result<AttrId> {
        self.cursor.expect("<")?;
        let start = self.cursor;
        let indices = self.literal()?;
        let values = match indices.nothing {
            true => indices.clone(),
            false => {
                self.cursor.expect(",")?;
                self.literal()?
            }
        };
        self.cursor.expect(">")?;
        self.cursor.expect(":")?;
        let ty = self.ty()?;
        let Kind::Shaped { shape, element } = self.interner.kind(ty) else {
            return Err(start.error("the type of sparse elements is neither a tensor nor a vector"));
        };
        let rank = i64::try_from(shape.len()).unwrap_or(i64::MAX);
        let index = self.interner.signless(64);
        let many = if indices.nothing { 0 } else { 1 };
        let places = if indices.shape.is_empty() { vec![many, rank] } else { indices.shape.clone() };
        let count = places.first().copied().unwrap_or(0);
        let found = if values.shape.is_empty() { vec![count] } else { values.shape.clone() };
        let places = self.tensor_of(&places, index);
        let indices = self.elements(&indices, places)?;
        let found = self.tensor_of(&found, element);
        let values = self.elements(&values, found)?;
        Ok(self.interner.encoded(20, &[u64::from(ty.0), u64::from(indices.0), u64::from(values.0)]))
    }

    /// A tensor type.
    fn tensor_of(&mut self, shape: &[i64], element: TypeId) -> TypeId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 13);
        varint(&mut bytes, u64::try_from(shape.len()).unwrap_or(u64::MAX));
        shape.iter().for_each(|size| svarint(&mut bytes, *size));
        varint(&mut bytes, u64::from(element.0));
        self.interner.ty(&bytes, Kind::Shaped { shape: shape.into(), element })
    }

    /// `array<i32: 1, 2>`.
    pub(super) fn dense_array(&mut self) -> Result<AttrId> {
        self.cursor.expect("<")?;
        let start = self.cursor;
        let ty = self.ty()?;
        let kind = self.interner.kind(ty);
        if size(&kind).is_none() {
            return Err(start.error("the element type of a dense array is not numeric"));
        }
        let mut raw = Vec::new();
        let mut count = 0_u64;
        if self.cursor.eat(":") {
            self.members(">", |parser| {
                parser.cursor.skip();
                let here = parser.cursor;
                let bit = parser.cursor.peek_word().filter(|word| matches!(*word, "true" | "false"));
                let found = match bit {
                    Some(word) => {
                        parser.cursor.word();
                        Element::Bit(word == "true")
                    }
                    None => parser.signed().map(|(negative, spelled)| Element::Number(negative, spelled))?,
                };
                count += 1;
                element(&mut raw, &kind, false, &found).map_err(|why| here.error(why))
            })?;
        } else {
            self.cursor.expect(">")?;
        }
        Ok(self.numbers(ty, count, &raw))
    }

    /// A dense array of numbers, as bytes.
    pub(super) fn numbers(&mut self, ty: TypeId, count: u64, raw: &[u8]) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 17);
        varint(&mut bytes, u64::from(ty.0));
        varint(&mut bytes, count);
        varint(&mut bytes, u64::try_from(raw.len()).unwrap_or(u64::MAX));
        bytes.extend_from_slice(raw);
        self.interner.attr(&bytes)
    }

    /// `dense_resource<key> : type`.
    pub(super) fn dense_resource(&mut self) -> Result<AttrId> {
        self.cursor.expect("<")?;
        let key = self.resource_key()?;
        self.cursor.expect(">")?;
        self.cursor.expect(":")?;
        let ty = self.ty()?;
        let resource = self.handle(&key);
        Ok(self.interner.encoded(16, &[u64::from(ty.0), u64::from(resource)]))
    }
}

/// Elements as bytes; one, if all are equal.
fn raw(literal: &Literal<'_>, kind: &Kind, pair: bool) -> Result<Vec<u8>, String> {
    let mut raw = Vec::new();
    for one in &literal.elements {
        if let (Element::Number(_, spelled), Kind::Float(_)) = (one, kind)
            && spelled.form == Form::Decimal
        {
            return Err("expected numbers with a point, found an integer".to_owned());
        }
        element(&mut raw, kind, pair, one)?;
    }
    let stride = size(kind).unwrap_or(0) * if pair { 2 } else { 1 };
    let raw = splat(raw, stride);
    if !is_bit(kind) || pair {
        return Ok(raw);
    }
    Ok(match raw[..] {
        [bit] => vec![if bit == 0 { 0 } else { 0xff }],
        _ => packed(&raw),
    })
}

/// Bytes in hexadecimal: as many as the elements take, or those of one.
fn hexadecimal(text: &[u8], kind: &Kind, pair: bool, count: usize) -> Result<Vec<u8>, String> {
    let raw = super::resources::hex(text).ok_or("expected `\"0x` and pairs of hexadecimal digits")?;
    let stride = size(kind).unwrap_or(0) * if pair { 2 } else { 1 };
    if is_bit(kind) && !pair {
        let all = count.div_ceil(8);
        return match raw[..] {
            [0 | 0xff] => Ok(raw),
            // One byte for each is what LLVM 23 prints.
            _ if raw.len() == count && count > 1 => Ok(packed(&raw)),
            _ if raw.len() == all => Ok(raw),
            _ => Err(format!("expected {all} bytes of bits, found {}", raw.len())),
        };
    }
    let all = count.checked_mul(stride);
    if raw.len() != stride && Some(raw.len()) != all {
        return Err(format!("expected {count} elements of {stride} bytes, found {} bytes", raw.len()));
    }
    Ok(splat(raw, stride))
}
