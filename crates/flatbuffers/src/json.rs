//! The JSON text of a buffer under a schema, as `flatc --json --strict-json` writes it: enum values by name, unions as
//! a `<field>_type` and a value, absent fields left out. It agrees with flatc as JSON; white space differs.
//!
//! Faults in the bytes appear as `null`; ask [`crate::walk()`] for them first.

use std::fmt::{self, Write};

use outlast_core::{Budget, Bytes, Result};

use crate::schema::{Default, Element, Enum, Field, ObjectId, Scalar, Schema, Type};
use crate::view::{self, Str, Table, Vector};

/// Deepest nesting that is written; deeper objects are `null`.
const MAX_DEPTH: usize = 64;
/// Bytes and elements that are written, per byte of the buffer: shared objects are written once for each reference, so
/// that a small buffer could ask for a huge text. What is beyond is `null`.
const WORK_PER_BYTE: u64 = 8;

/// Writes the whole buffer, from its root table, as one line of JSON.
pub fn write(buf: Bytes<'_>, schema: &Schema, out: &mut impl Write) -> fmt::Result {
    let budget = Budget::for_bytes(buf.len(), WORK_PER_BYTE, 4096);
    let mut writer = Writer { buf, schema, out, budget };
    match (schema.root, view::root(buf)) {
        (Some(root), Ok(table)) => writer.table(&table, root, 0),
        _ => writer.out.write_str("null"),
    }
}

struct Writer<'a, 's, W> {
    buf: Bytes<'a>,
    schema: &'s Schema,
    out: &'s mut W,
    budget: Budget,
}

impl<W: Write> Writer<'_, '_, W> {
    /// Whether that much more may be written.
    fn spend(&mut self, amount: usize) -> bool {
        self.budget.spend(amount)
    }

    fn string(&mut self, text: &Str<'_>) -> Result<(), ()> {
        if !self.spend(text.bytes().len()) {
            return Err(());
        }
        write_string(self.out, &text.lossy()).map_err(drop)
    }

    fn table(&mut self, table: &Table<'_>, id: ObjectId, depth: usize) -> fmt::Result {
        if depth > MAX_DEPTH || !self.spend(1 + table.size()) {
            return self.out.write_str("null");
        }
        self.out.write_char('{')?;
        let mut first = true;
        for field in &self.schema.object(id).fields {
            // flatc shows the key of a table even where it is absent.
            let absent_key = field.key && !field.deprecated && !field.ty.element().is_reference();
            if !table.has(field.id) && !absent_key {
                continue;
            }
            if !std::mem::take(&mut first) {
                self.out.write_str(", ")?;
            }
            write_string(self.out, &field.name)?;
            self.out.write_str(": ")?;
            let written = match table.has(field.id) {
                true => self.field(table, field, depth),
                false => self.default(field),
            };
            if written.is_err() {
                self.out.write_str("null")?;
            }
        }
        self.out.write_char('}')
    }

    /// The value of an absent scalar.
    fn default(&mut self, field: &Field) -> Result<(), ()> {
        match (field.default, field.ty.element()) {
            (Default::Integer(number), Element::Enum(_, id)) => {
                let schema = self.schema;
                write_enum(self.out, schema.enumeration(id), number).map_err(drop)
            }
            (Default::Integer(number), Element::Scalar(Scalar::Bool)) => {
                self.out.write_str(if number != 0 { "true" } else { "false" }).map_err(drop)
            }
            (Default::Integer(number), _) => write!(self.out, "{number}").map_err(drop),
            (Default::Real(real), _) => write_real(self.out, real).map_err(drop),
            _ => Err(()),
        }
    }

    /// `Err` means that nothing was written: the bytes are at fault. A failing `out` also comes back so, and fails
    /// again at the caller's next write.
    fn field(&mut self, table: &Table<'_>, field: &Field, depth: usize) -> Result<(), ()> {
        match field.ty {
            Type::Single(element) => {
                let size = element.inline_size(self.schema);
                let at = table.slot(field.id, size).map_err(drop)?.ok_or(())?;
                let tag = match element {
                    Element::Union(_) => table.u8(field.id.wrapping_sub(1)).map_err(drop)?.unwrap_or(0),
                    _ => 0,
                };
                self.element(element, at, tag, depth)
            }
            Type::Vector(element) => {
                let size = element.inline_size(self.schema);
                let vector = table.vector(field.id, size).map_err(drop)?.ok_or(())?;
                let tags = match element {
                    Element::Union(_) => table.vector(field.id.wrapping_sub(1), 1).map_err(drop)?,
                    _ => None,
                };
                self.vector(&vector, element, tags, depth).map_err(drop)
            }
            Type::Vector64(_) | Type::Array(..) => Err(()),
        }
    }

    fn vector(
        &mut self,
        vector: &Vector<'_>,
        element: Element,
        tags: Option<Vector<'_>>,
        depth: usize,
    ) -> fmt::Result {
        if !self.spend(vector.byte_len()) {
            return self.out.write_str("null");
        }
        self.out.write_char('[')?;
        for index in 0..vector.len() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            let tag = tags.and_then(|t| t.u8(index).ok()).unwrap_or(0);
            let done = match vector.element_pos(index) {
                Ok(at) => self.element(element, at, tag, depth),
                Err(_) => Err(()),
            };
            if done.is_err() {
                self.out.write_str("null")?;
            }
        }
        self.out.write_char(']')
    }

    fn element(&mut self, element: Element, at: usize, tag: u8, depth: usize) -> Result<(), ()> {
        match element {
            Element::Scalar(scalar) => self.scalar(scalar, at, None),
            Element::Enum(scalar, id) | Element::UnionTag(scalar, id) => {
                let schema = self.schema;
                self.scalar(scalar, at, Some(schema.enumeration(id)))
            }
            Element::String => {
                let pos = view::reference(self.buf, at, "string").map_err(drop)?;
                let text = Str::at(self.buf, pos).map_err(drop)?;
                self.string(&text)
            }
            Element::Struct(id) => self.fixed(id, at, depth),
            Element::Table(id) => {
                let pos = view::reference(self.buf, at, "table").map_err(drop)?;
                let table = Table::at(self.buf, pos).map_err(drop)?;
                self.table(&table, id, depth + 1).map_err(drop)
            }
            Element::Union(id) => {
                let pos = view::reference(self.buf, at, "union").map_err(drop)?;
                match self.schema.enumeration(id).value(tag.into()).and_then(|v| v.member).ok_or(())? {
                    Element::Table(id) => {
                        let table = Table::at(self.buf, pos).map_err(drop)?;
                        self.table(&table, id, depth + 1).map_err(drop)
                    }
                    Element::String => {
                        let text = Str::at(self.buf, pos).map_err(drop)?;
                        self.string(&text)
                    }
                    Element::Struct(id) => self.fixed(id, pos, depth),
                    _ => Err(()),
                }
            }
        }
    }

    fn fixed(&mut self, id: ObjectId, at: usize, depth: usize) -> Result<(), ()> {
        let object = self.schema.object(id);
        self.buf.slice(at, object.byte_size as usize, "struct").map_err(drop)?;
        if depth > MAX_DEPTH {
            return Err(());
        }
        self.out.write_char('{').map_err(drop)?;
        for (index, field) in object.fields.iter().enumerate() {
            if index > 0 {
                self.out.write_str(", ").map_err(drop)?;
            }
            write_string(self.out, &field.name).map_err(drop)?;
            self.out.write_str(": ").map_err(drop)?;
            let at = at + field.offset as usize;
            match field.ty {
                Type::Array(element, len) => {
                    self.out.write_char('[').map_err(drop)?;
                    let size = element.inline_size(self.schema);
                    for i in 0..usize::from(len) {
                        if i > 0 {
                            self.out.write_str(", ").map_err(drop)?;
                        }
                        self.element(element, at + i * size, 0, depth + 1)?;
                    }
                    self.out.write_char(']').map_err(drop)?;
                }
                other => self.element(other.element(), at, 0, depth + 1)?,
            }
        }
        self.out.write_char('}').map_err(drop)
    }

    fn scalar(&mut self, scalar: Scalar, at: usize, names: Option<&Enum>) -> Result<(), ()> {
        if let Some(real) = read_real(&self.buf, scalar, at).map_err(drop)? {
            return match scalar {
                #[expect(clippy::cast_possible_truncation, reason = "it was widened from f32 just before")]
                Scalar::F32 => write_real(self.out, real as f32),
                _ => write_real(self.out, real),
            }
            .map_err(drop);
        }
        let number = read_integer(&self.buf, scalar, at).map_err(drop)?;
        match names {
            Some(names) => write_enum(self.out, names, number),
            None if scalar == Scalar::Bool => self.out.write_str(if number != 0 { "true" } else { "false" }),
            None => write!(self.out, "{number}"),
        }
        .map_err(drop)
    }
}

/// Reads an integer or boolean of type `scalar`.
pub fn read_integer(buf: &Bytes<'_>, scalar: Scalar, at: usize) -> Result<i128> {
    Ok(match scalar {
        Scalar::Bool | Scalar::U8 => buf.u8(at, "value")?.into(),
        Scalar::I8 => buf.u8(at, "value")?.cast_signed().into(),
        Scalar::I16 => buf.u16(at, "value")?.cast_signed().into(),
        Scalar::U16 => buf.u16(at, "value")?.into(),
        Scalar::I32 => buf.i32(at, "value")?.into(),
        Scalar::U32 | Scalar::F32 => buf.u32(at, "value")?.into(),
        Scalar::I64 => buf.i64(at, "value")?.into(),
        Scalar::U64 | Scalar::F64 => buf.u64(at, "value")?.into(),
    })
}

/// Reads a floating-point value; `None` if `scalar` is not of such a type.
pub fn read_real(buf: &Bytes<'_>, scalar: Scalar, at: usize) -> Result<Option<f64>> {
    Ok(match scalar {
        Scalar::F32 => Some(f32::from_bits(buf.u32(at, "value")?).into()),
        Scalar::F64 => Some(f64::from_bits(buf.u64(at, "value")?)),
        _ => None,
    })
}

fn write_enum(out: &mut impl Write, names: &Enum, number: i128) -> fmt::Result {
    if let Some(value) = names.value(number) {
        return write_string(out, &value.name);
    }
    let flags: Vec<&str> = names
        .values
        .iter()
        .filter(|v| names.bit_flags && v.number != 0 && number & v.number == v.number)
        .map(|v| v.name.as_str())
        .collect();
    let sum: i128 = names.values.iter().filter(|v| flags.contains(&v.name.as_str())).map(|v| v.number).sum();
    if !flags.is_empty() && sum == number {
        return write_string(out, &flags.join(" "));
    }
    write!(out, "{number}")
}

fn write_real<F: fmt::Display + Into<f64> + Copy>(out: &mut impl Write, value: F) -> fmt::Result {
    let wide: f64 = value.into();
    if wide.is_nan() {
        out.write_str("\"nan\"")
    } else if wide.is_infinite() {
        out.write_str(if wide > 0.0 { "\"inf\"" } else { "\"-inf\"" })
    } else {
        let text = value.to_string();
        out.write_str(&text)?;
        if text.contains('.') { Ok(()) } else { out.write_str(".0") }
    }
}

/// Writes a JSON string with its quotes.
pub fn write_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c if u32::from(c) < 0x20 || c == '\u{7f}' => write!(out, "\\u{:04x}", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}
