//! Attributes and types of the vhlo dialect as text.
//!
//! Numbers and tensors are printed with the builtin types that vhlo's stand for.

use crate::text::Text;
use outlast_core::Result;

use super::dense::Shaped;
use super::float;
use super::number::{INDEX, Number};
use super::text::{Item, Texts};
use crate::codec::vhlo::{ATTR_NAMES, name_of, simple};
use crate::codec::{EntryKind, Field, shapes};
use crate::escape;
use crate::ids::StringId;
use crate::wire::Reader;

fn number_of(builtin: &str) -> Option<Number> {
    if builtin == "index" {
        return Some(INDEX);
    }
    let (unsigned, digits) = builtin.strip_prefix('u').map_or((false, builtin), |rest| (true, rest));
    match digits.strip_prefix('i').and_then(|digits| digits.parse().ok()) {
        Some(width) => Some(Number::Integer { width, unsigned, signed: false }),
        None => float::by_name(builtin.as_bytes()).map(Number::Float),
    }
}

fn index(reader: &mut Reader<'_>, what: &'static str) -> Result<u32> {
    reader.index(usize::MAX, what)
}

impl<'t> Texts<'t> {
    fn add(&mut self, text: &str) {
        self.arena.extend_from_slice(text.as_bytes());
    }

    fn vhlo_type_entry(&self, ty: u32) -> Option<(u64, Reader<'t>)> {
        self.entry_of(Item::Type(ty), self.vhlo)
    }

    /// What a number of a type is, and the builtin type's name.
    fn vhlo_number(&self, ty: u32) -> Option<(Number, &'static str)> {
        let (code, _) = self.vhlo_type_entry(ty)?;
        let (_, builtin) = simple(code)?;
        Some((number_of(builtin)?, builtin))
    }

    /// Appends an attribute of vhlo. None if the code is unknown.
    pub(super) fn vhlo_attr(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let code = reader.varint("code")?;
        let Some((_, name)) = ATTR_NAMES.iter().find(|(of, _)| *of == code) else { return Ok(None) };
        if let 3 | 4 | 5 | 7 | 11 | 12 | 13 | 16 | 19 = code {
            let Some(shown) = name_of(name, reader.varint("value")?) else { return Ok(None) };
            for text in ["#vhlo<", name, " ", shown, ">"] {
                self.add(text);
            }
            return Ok(Some(0));
        }
        self.add("#vhlo.");
        self.add(name);
        self.add("<");
        self.vhlo_value(code, reader)?;
        self.add(">");
        Ok(Some(0))
    }

    fn vhlo_value(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        match code {
            1 => {
                self.add("[");
                for at in 0..reader.count("number of attributes")? {
                    self.add(if at == 0 { "" } else { ", " });
                    let attr = index(reader, "attribute")?;
                    self.attr(attr);
                }
                self.add("]");
            }
            2 => self.add(if reader.varint("value")? != 0 { "true" } else { "false" }),
            6 => {
                self.add("{");
                for at in 0..reader.count("number of attributes")? {
                    self.add(if at == 0 { "" } else { ", " });
                    let name = index(reader, "name")?;
                    self.attr(name);
                    self.add(" = ");
                    let attr = index(reader, "attribute")?;
                    self.attr(attr);
                }
                self.add("}");
            }
            8 | 9 => self.vhlo_literal(code, reader)?,
            14 => {
                let limit = self.tables.strings.len();
                let text = self.tables.string(StringId(reader.index(limit, "string")?));
                escape::quoted(&mut self.arena, text);
            }
            15 => self.vhlo_tensor(reader)?,
            17 => {
                let ty = index(reader, "type")?;
                self.ty(ty);
            }
            _ => self.vhlo_fields(code, reader)?,
        }
        Ok(())
    }

    fn vhlo_literal(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let at = reader.offset();
        let ty = index(reader, "type")?;
        let Some((number, builtin)) = self.vhlo_number(ty) else {
            return Err(reader.invalid(at, "type", "it is not numeric"));
        };
        let words = number.read(reader)?;
        number.print(&mut self.arena, &words);
        self.add(" : ");
        match code {
            8 => self.ty(ty),
            _ => self.add(builtin),
        }
        Ok(())
    }

    fn vhlo_tensor(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let at = reader.offset();
        let ty = index(reader, "type")?;
        let len = reader.varint("size")?;
        let raw = reader.bytes(len, "elements")?;
        let bad = || reader.invalid(at, "type", "it is not a tensor of numbers");
        let (code, mut inner) = self.vhlo_type_entry(ty).ok_or_else(bad)?;
        let encoding = if code == 21 { Some(index(&mut inner, "encoding")?) } else { None };
        if !matches!(code, 20 | 21) {
            return Err(bad());
        }
        let shape: Vec<i64> =
            (0..inner.count("rank")?).map(|_| inner.svarint("dimension")).collect::<Result<_>>()?;
        let mut element = index(&mut inner, "type")?;
        let part = match self.vhlo_type_entry(element) {
            Some((1, mut inner)) => Some(index(&mut inner, "type")?),
            _ => None,
        };
        element = part.unwrap_or(element);
        let (number, builtin) = self.vhlo_number(element).ok_or_else(bad)?;
        let shaped = Shaped { shape, element: Some(number), complex: part.is_some() };
        self.add("dense<");
        shaped.print(&mut self.arena, raw, self.style.hex_above, self.style.bits_are_bytes());
        self.add("> : tensor<");
        for size in &shaped.shape {
            escape::dimension(&mut self.arena, *size);
            self.add("x");
        }
        self.add(if part.is_some() { "complex<" } else { "" });
        self.add(builtin);
        self.add(if part.is_some() { ">" } else { "" });
        if let Some(encoding) = encoding {
            self.add(", ");
            self.attr(encoding);
        }
        self.add(">");
        Ok(())
    }

    /// Fields by their names.
    fn vhlo_fields(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let found = shapes(b"vhlo", EntryKind::Attr).iter().find(|shape| shape.code == code);
        let mut first = true;
        for (name, field) in found.map_or(&[][..], |shape| shape.fields) {
            let start = self.arena.len();
            self.add(if first { "" } else { ", " });
            self.add(name);
            self.add(" = ");
            let there = match field {
                Field::F64 => {
                    self.double(reader.svarint("value")?);
                    true
                }
                Field::SVarInt => {
                    escape::signed(&mut self.arena, reader.svarint("value")?);
                    true
                }
                Field::List([(_, Field::SVarInt)]) => {
                    self.add("[");
                    self.numbers(reader)?;
                    self.add("]");
                    true
                }
                Field::List(_) => {
                    let count = reader.count("number of attributes")?;
                    for _ in 0..count {
                        let attr = index(reader, "attribute")?;
                        self.attr(attr);
                    }
                    count != 0
                }
                Field::OptAttr => {
                    let (attr, there) = reader.flagged("attribute")?;
                    if there {
                        self.attr(u32::try_from(attr).unwrap_or(u32::MAX));
                    }
                    there
                }
                _ => {
                    let attr = index(reader, "attribute")?;
                    self.attr(attr);
                    true
                }
            };
            if there {
                first = false;
            } else {
                self.cut(start);
            }
        }
        Ok(())
    }

    fn numbers(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        for at in 0..reader.count("number of values")? {
            self.add(if at == 0 { "" } else { ", " });
            escape::dimension(&mut self.arena, reader.svarint("value")?);
        }
        Ok(())
    }

    /// Appends a type of vhlo. None if the code is unknown.
    pub(super) fn vhlo_type(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let code = reader.varint("code")?;
        self.add("!vhlo.");
        if let Some((name, _)) = simple(code) {
            self.add(name);
            return Ok(Some(0));
        }
        match code {
            1 | 25 => {
                self.add(if code == 1 { "complex_v1<" } else { "unranked_tensor_v1<" });
                let ty = index(reader, "type")?;
                self.ty(ty);
            }
            8 => {
                self.add("func_v1<(");
                self.vhlo_types(reader, true)?;
                self.add(") -> ");
                self.vhlo_types(reader, true)?;
            }
            20 | 21 | 41 => {
                let encoding = if code == 21 { Some(index(reader, "encoding")?) } else { None };
                self.add(if code == 41 { "buffer_v1<" } else { "tensor_v1<" });
                for _ in 0..reader.count("rank")? {
                    escape::dimension(&mut self.arena, reader.svarint("dimension")?);
                    self.add("x");
                }
                let ty = index(reader, "type")?;
                self.ty(ty);
                if let Some(encoding) = encoding {
                    self.add(", ");
                    self.attr(encoding);
                }
            }
            23 | 42 => {
                self.add(if code == 23 { "tuple_v1<" } else { "future_v1<" });
                self.vhlo_types(reader, false)?;
            }
            24 | 30 => self.vhlo_quantized(code, reader)?,
            _ => return Ok(None),
        }
        self.add(">");
        Ok(Some(0))
    }

    fn vhlo_types(&mut self, reader: &mut Reader<'_>, brackets: bool) -> Result<()> {
        let count = reader.count("number of types")?;
        self.add(if count == 0 && brackets { "()" } else { "" });
        for at in 0..count {
            self.add(if at == 0 { "" } else { ", " });
            let ty = index(reader, "type")?;
            self.ty(ty);
        }
        Ok(())
    }

    fn vhlo_quantized(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let flags = reader.varint("flags")?;
        self.add(if code == 24 { "quant_v1<" } else { "quant_per_axis_v1<" });
        let storage = index(reader, "type")?;
        self.ty(storage);
        self.add(":");
        let expressed = index(reader, "type")?;
        self.ty(expressed);
        self.add(", ");
        let limits;
        if code == 24 {
            self.double(reader.svarint("scale")?);
            self.add(":");
            escape::signed(&mut self.arena, reader.svarint("zero point")?);
            limits = (reader.svarint("least number")?, reader.svarint("greatest number")?);
        } else {
            escape::number(&mut self.arena, reader.varint("dimension")?);
            limits = (reader.svarint("least number")?, reader.svarint("greatest number")?);
            self.add(", [");
            for at in 0..reader.count("number of scales")? {
                self.add(if at == 0 { "" } else { ", " });
                self.double(reader.svarint("scale")?);
            }
            self.add("], [");
            self.numbers(reader)?;
            self.add("]");
        }
        self.add(", ");
        escape::signed(&mut self.arena, limits.0);
        self.add(":");
        escape::signed(&mut self.arena, limits.1);
        self.add(", ");
        escape::number(&mut self.arena, flags);
        Ok(())
    }
}
