//! How dialects encode their attributes and types: shapes of fields, by leading code.
//!
//! A [`Shape`] says where an encoding refers to other entries, to strings and to resources. That is enough to renumber it
//! ([`transcode`]) and to follow its references ([`references`]) without knowing what it means. Dialects without shapes here are
//! opaque: their encodings are kept as they are, which is right as long as no index changes its meaning.

mod builtin;
mod llvm;
mod quant;
pub(crate) mod vhlo;

use outlast_core::{Error, ErrorKind, Result, Span};

pub use crate::ids::{EntryKind, Reference};
use crate::tables::{Entry, Tables};
use crate::wire::{Reader, svarint, varint};

/// One field of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// An attribute.
    Attr,
    /// An attribute or none: `index << 1 | 1`, or 0.
    OptAttr,
    /// A type.
    Type,
    /// A type or none: `index << 1 | 1`, or 0.
    OptType,
    /// A string of the string section.
    Str,
    /// A resource of a dialect.
    Resource,
    /// A number.
    VarInt,
    /// A signed number.
    SVarInt,
    /// A 64-bit floating point number: its bits as a signed number.
    F64,
    /// A byte that is 0 or 1.
    Bool,
    /// A count of bytes, and the bytes.
    Blob,
    /// A byte that says whether the fields follow.
    Maybe(&'static [(&'static str, Field)]),
    /// A count, and so many times the fields.
    List(&'static [(&'static str, Field)]),
    /// Strings up to the end.
    Strings,
    /// Bytes up to the end, which refer to nothing.
    Tail,
}

/// Fields by name, in order.
pub type Fields = &'static [(&'static str, Field)];

/// How one kind of attribute or type is encoded, behind its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The code, a varint before the fields.
    pub code: u64,
    /// The kind: `IntegerAttr`.
    pub name: &'static str,
    /// The fields.
    pub fields: Fields,
    /// The fields as other releases have written them under the same code.
    pub former: &'static [Fields],
}

/// Shapes of a dialect's attributes or types; none if none are known.
pub fn shapes(dialect: &[u8], kind: EntryKind) -> &'static [Shape] {
    match (dialect, kind) {
        (b"builtin", EntryKind::Attr) => builtin::ATTRS,
        (b"builtin", EntryKind::Type) => builtin::TYPES,
        (b"quant", EntryKind::Type) => quant::TYPES,
        (b"llvm", EntryKind::Attr) => llvm::ATTRS,
        (b"vhlo", EntryKind::Attr) => vhlo::VHLO_ATTRS,
        (b"vhlo", EntryKind::Type) => vhlo::VHLO_TYPES,
        (b"stablehlo", EntryKind::Attr) => vhlo::STABLEHLO_ATTRS,
        (b"stablehlo", EntryKind::Type) => vhlo::STABLEHLO_TYPES,
        (b"chlo", EntryKind::Attr) => vhlo::CHLO_ATTRS,
        _ => &[],
    }
}

/// What text calls an attribute or type of vhlo, by its code: `array_v1`.
pub fn vhlo_name(kind: EntryKind, code: u64) -> Option<&'static str> {
    vhlo::name(kind, code)
}

/// Gives references new numbers.
pub trait Remap {
    /// The new number of what is referred to.
    ///
    /// # Errors
    ///
    /// Whatever makes the caller give up.
    fn map(&mut self, reference: Reference) -> Result<u32>;
}

impl<F: FnMut(Reference) -> Result<u32>> Remap for F {
    fn map(&mut self, reference: Reference) -> Result<u32> {
        self(reference)
    }
}

/// The shape of an entry that its dialect has encoded, and which of its layouts fits; none if the dialect or the code is unknown, or
/// no layout fits to the end of the entry. Indices are held against the tables.
pub fn find(tables: &Tables<'_>, entry: &Entry<'_>, kind: EntryKind) -> Option<(&'static Shape, Fields)> {
    find_among(shapes(tables.dialect_name(entry.dialect), kind), tables, entry)
}

/// The shapes of all dialects of a file, for those who look for many.
#[derive(Debug)]
pub struct Codecs(Vec<[&'static [Shape]; 2]>);

impl Codecs {
    /// Those of a file.
    pub fn of(tables: &Tables<'_>) -> Codecs {
        let both = |name| [shapes(name, EntryKind::Attr), shapes(name, EntryKind::Type)];
        Codecs(tables.dialects.iter().map(|dialect| both(tables.string(dialect.name))).collect())
    }

    /// As [`find`], for a file with these dialects.
    #[inline]
    pub fn find(
        &self,
        tables: &Tables<'_>,
        entry: &Entry<'_>,
        kind: EntryKind,
    ) -> Option<(&'static Shape, Fields)> {
        let [attrs, types] = self.0.get(entry.dialect.index())?;
        find_among(if kind == EntryKind::Attr { attrs } else { types }, tables, entry)
    }
}

fn find_among(
    shapes: &'static [Shape],
    tables: &Tables<'_>,
    entry: &Entry<'_>,
) -> Option<(&'static Shape, Fields)> {
    if !entry.custom {
        return None;
    }
    let code = Reader::new(entry.bytes).varint("code").ok()?;
    // Codes stand in order, nearly always without gaps.
    let shape = usize::try_from(code).ok().and_then(|at| shapes.get(at)).filter(|shape| shape.code == code);
    let shape = shape.or_else(|| shapes.iter().find(|shape| shape.code == code))?;
    if shape.former.is_empty() {
        return Some((shape, shape.fields));
    }
    let all = std::iter::once(&shape.fields).chain(shape.former);
    all.copied().find(|fields| fits(tables, entry, fields)).map(|fields| (shape, fields))
}

fn fits(tables: &Tables<'_>, entry: &Entry<'_>, fields: Fields) -> bool {
    references(entry, fields, |reference| {
        let (index, limit) = match reference {
            Reference::Attr(index) => (index, tables.attrs.len()),
            Reference::Type(index) => (index, tables.types.len()),
            Reference::Str(index) => (index, tables.strings.len()),
            Reference::Resource(index) => (index, tables.resources.dialect_len()),
        };
        match outlast_core::to_index(index) < limit {
            true => Ok(()),
            false => Err(bad("an index", "it is out of range")),
        }
    })
    .is_ok()
}

#[cold]
fn bad(what: &'static str, why: &str) -> Error {
    Error::new(ErrorKind::Invalid { what, why: why.to_owned() }, Span::default())
}

/// Calls `visit` for everything that an encoded entry refers to, in order.
///
/// # Errors
///
/// The encoding does not have these fields up to its end, or `visit` gave up. Offsets count from the entry's first byte.
pub fn references(
    entry: &Entry<'_>,
    fields: Fields,
    mut visit: impl FnMut(Reference) -> Result<()>,
) -> Result<()> {
    walk(entry, fields, &mut Nowhere, &mut |reference| {
        visit(reference)?;
        Ok(match reference {
            Reference::Attr(index)
            | Reference::Type(index)
            | Reference::Str(index)
            | Reference::Resource(index) => index,
        })
    })
}

/// Where encodings go.
trait Sink {
    fn varint(&mut self, value: u64);
    fn svarint(&mut self, value: i64);
    fn byte(&mut self, byte: u8);
    fn bytes(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    #[inline]
    fn varint(&mut self, value: u64) {
        varint(self, value);
    }

    #[inline]
    fn svarint(&mut self, value: i64) {
        svarint(self, value);
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.push(byte);
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// For those who want to know references alone.
struct Nowhere;

impl Sink for Nowhere {
    fn varint(&mut self, _: u64) {}
    fn svarint(&mut self, _: i64) {}
    fn byte(&mut self, _: u8) {}
    fn bytes(&mut self, _: &[u8]) {}
}

/// Encodes an entry again, its references renumbered.
///
/// # Errors
///
/// As for [`references`].
pub fn transcode(entry: &Entry<'_>, fields: Fields, out: &mut Vec<u8>, map: &mut impl Remap) -> Result<()> {
    walk(entry, fields, out, map)
}

fn walk(entry: &Entry<'_>, fields: Fields, out: &mut impl Sink, map: &mut impl Remap) -> Result<()> {
    let mut reader = Reader::new(entry.bytes);
    out.varint(reader.varint("code")?);
    fields_of(&mut reader, fields, out, map)?;
    reader.finish("attribute or type")
}

fn fields_of(
    reader: &mut Reader<'_>,
    fields: Fields,
    out: &mut impl Sink,
    map: &mut impl Remap,
) -> Result<()> {
    for (name, field) in fields {
        field_of(reader, name, *field, out, map)?;
    }
    Ok(())
}

fn number(reader: &mut Reader<'_>, name: &'static str) -> Result<u32> {
    reader.index(usize::MAX, name)
}

fn field_of(
    reader: &mut Reader<'_>,
    name: &'static str,
    field: Field,
    out: &mut impl Sink,
    map: &mut impl Remap,
) -> Result<()> {
    match field {
        Field::Attr => out.varint(map.map(Reference::Attr(number(reader, name)?))?.into()),
        Field::Type => out.varint(map.map(Reference::Type(number(reader, name)?))?.into()),
        Field::Str => out.varint(map.map(Reference::Str(number(reader, name)?))?.into()),
        Field::Resource => out.varint(map.map(Reference::Resource(number(reader, name)?))?.into()),
        Field::OptAttr => optional(reader, name, out, &mut |index| map.map(Reference::Attr(index)))?,
        Field::OptType => optional(reader, name, out, &mut |index| map.map(Reference::Type(index)))?,
        Field::VarInt => out.varint(reader.varint(name)?),
        Field::SVarInt | Field::F64 => out.svarint(reader.svarint(name)?),
        Field::Bool => {
            let at = reader.offset();
            let byte = reader.byte(name)?;
            if byte > 1 {
                return Err(reader.invalid(at, name, format!("the byte {byte} is neither 0 nor 1")));
            }
            out.byte(byte);
        }
        Field::Blob => {
            let len = reader.varint(name)?;
            let bytes = reader.bytes(len, name)?;
            out.varint(len);
            out.bytes(bytes);
        }
        Field::Maybe(fields) => {
            let at = reader.offset();
            let byte = reader.byte(name)?;
            out.byte(byte);
            match byte {
                0 => {}
                1 => fields_of(reader, fields, out, map)?,
                _ => {
                    return Err(reader.invalid(at, name, format!("the byte {byte} is neither 0 nor 1")));
                }
            }
        }
        Field::List(fields) => {
            let count = reader.count(name)?;
            out.varint(u64::try_from(count).unwrap_or(u64::MAX));
            for _ in 0..count {
                fields_of(reader, fields, out, map)?;
            }
        }
        Field::Strings => {
            while !reader.is_empty() {
                out.varint(map.map(Reference::Str(number(reader, name)?))?.into());
            }
        }
        Field::Tail => out.bytes(reader.rest()),
    }
    Ok(())
}

fn optional(
    reader: &mut Reader<'_>,
    name: &'static str,
    out: &mut impl Sink,
    map: &mut dyn FnMut(u32) -> Result<u32>,
) -> Result<()> {
    let at = reader.offset();
    let (index, there) = reader.flagged(name)?;
    if !there {
        if index != 0 {
            return Err(reader.invalid(at, name, format!("{index} without the flag that it is there")));
        }
        out.varint(0);
        return Ok(());
    }
    let index = reader.checked(at, index, usize::MAX, name)?;
    out.varint(u64::from(map(index)?) << 1 | 1);
    Ok(())
}
