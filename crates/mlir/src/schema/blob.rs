//! Properties by a schema: decoded, and encoded again with other numbers.

use outlast_core::{Result, to_index};

use super::{OpSchema, PropertyField, PropertyKind};
use crate::codec::{Reference, Remap};
use crate::defs::version;
use crate::ids::{AttrId, StringId};
use crate::wire::{Reader, svarint, varint};

/// A value of a field of properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyValue {
    /// An attribute.
    Attr(AttrId),
    /// Not there.
    None,
    /// Sizes of segments.
    Segments(Vec<i64>),
    /// A number.
    Number(u64),
    /// A signed number.
    Signed(i64),
    /// True or false.
    Bool(bool),
    /// A string.
    Str(StringId),
    /// Several values.
    List(Vec<PropertyValue>),
}

impl PropertyValue {
    /// Whether it is what a property that was not set is: nothing, zero, false, an empty list. Which attributes are defaults, their
    /// operations' definitions say.
    pub fn is_default(&self) -> bool {
        match self {
            PropertyValue::None
            | PropertyValue::Number(0)
            | PropertyValue::Signed(0)
            | PropertyValue::Bool(false) => true,
            PropertyValue::List(values) => values.is_empty(),
            _ => false,
        }
    }
}

/// Decodes properties of a version of the container: fields and values, in the order of the version.
///
/// # Errors
///
/// The bytes do not have these fields up to their end: the schema is not that of the file's producer. Offsets count from the first
/// byte of the properties.
pub fn decode<'s>(
    schema: &'s OpSchema,
    version: u64,
    bytes: &[u8],
) -> Result<Vec<(&'s PropertyField, PropertyValue)>> {
    let mut reader = Reader::new(bytes);
    let mut values = Vec::new();
    for field in schema.in_order(version) {
        values.push((field, value(&mut reader, &field.kind, version)?));
    }
    reader.finish("properties")?;
    Ok(values)
}

/// The most segments that a sparse array may announce: no genuine operation has near as many.
const MAX_SEGMENTS: usize = 1 << 12;

fn index(reader: &mut Reader<'_>, what: &'static str) -> Result<u32> {
    reader.index(usize::MAX, what)
}

fn value(reader: &mut Reader<'_>, kind: &PropertyKind, version: u64) -> Result<PropertyValue> {
    Ok(match kind {
        PropertyKind::Attr => PropertyValue::Attr(AttrId(index(reader, "attribute")?)),
        PropertyKind::OptAttr => {
            let at = reader.offset();
            match reader.flagged("optional attribute")? {
                (0, false) => PropertyValue::None,
                (_, false) => {
                    return Err(reader.invalid(at, "optional attribute", "an index without its flag"));
                }
                (attr, true) => {
                    PropertyValue::Attr(AttrId(reader.checked(at, attr, usize::MAX, "optional attribute")?))
                }
            }
        }
        PropertyKind::Segments(_) if version < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE => {
            PropertyValue::Attr(AttrId(index(reader, "sizes of segments")?))
        }
        PropertyKind::Segments(count) => PropertyValue::Segments(sparse(reader, to_index(*count))?),
        PropertyKind::VarInt => PropertyValue::Number(reader.varint("property")?),
        PropertyKind::SVarInt => PropertyValue::Signed(reader.svarint("property")?),
        PropertyKind::Bool => PropertyValue::Bool(flag(reader)?),
        PropertyKind::Str => PropertyValue::Str(StringId(index(reader, "string")?)),
        PropertyKind::Optional(inner) => match flag(reader)? {
            true => value(reader, inner, version)?,
            false => PropertyValue::None,
        },
        PropertyKind::List(inner) => {
            let count = reader.count("number of values")?;
            PropertyValue::List((0..count).map(|_| value(reader, inner, version)).collect::<Result<_>>()?)
        }
    })
}

fn flag(reader: &mut Reader<'_>) -> Result<bool> {
    let at = reader.offset();
    match reader.byte("flag")? {
        0 => Ok(false),
        1 => Ok(true),
        byte => Err(reader.invalid(at, "flag", format!("the byte {byte} is neither 0 nor 1"))),
    }
}

/// A sparse array (`writeSparseArray`): `count << 1 | sparse`; dense: the values; sparse: the width of an index in bits, then values
/// shifted left by it, with the index below.
fn sparse(reader: &mut Reader<'_>, len: usize) -> Result<Vec<i64>> {
    let at = reader.offset();
    let (count, is_sparse) = reader.flagged("sizes of segments")?;
    let mut sizes = vec![0; len.min(MAX_SEGMENTS)];
    let count = to_index(reader.checked(at, count, sizes.len() + 1, "number of segments")?);
    let wide = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    if count == 0 {
        return Ok(sizes);
    }
    if !is_sparse {
        if count != sizes.len() {
            let why = format!("{count}, expected {}", sizes.len());
            return Err(reader.invalid(at, "number of segments", why));
        }
        for size in &mut sizes {
            *size = wide(reader.varint("size of a segment")?);
        }
        return Ok(sizes);
    }
    let at = reader.offset();
    let bits = reader.varint("width of an index")?;
    if bits > 8 {
        return Err(reader.invalid(at, "width of an index", format!("{bits} bits, expected 8 at most")));
    }
    for _ in 0..count {
        let at = reader.offset();
        let both = reader.varint("size of a segment")?;
        let place = both & ((1 << bits) - 1);
        let place = reader.checked(at, place, sizes.len(), "place of a segment")?;
        if let Some(size) = sizes.get_mut(to_index(place)) {
            *size = wide(both >> bits);
        }
    }
    Ok(sizes)
}

/// Encodes properties again, references renumbered.
///
/// # Errors
///
/// As for [`decode`], or `map` gave up.
pub fn transcode(
    schema: &OpSchema,
    version: u64,
    bytes: &[u8],
    out: &mut Vec<u8>,
    map: &mut impl Remap,
) -> Result<()> {
    let mut reader = Reader::new(bytes);
    for field in schema.in_order(version) {
        let start = reader.offset();
        let value = value(&mut reader, &field.kind, version)?;
        // A sparse array has no references, and two spellings of the same sizes.
        match value {
            PropertyValue::Segments(_) => {
                out.extend_from_slice(bytes.get(start..reader.offset()).unwrap_or_default());
            }
            value => write(&value, &field.kind, out, map)?,
        }
    }
    reader.finish("properties")
}

fn write(value: &PropertyValue, kind: &PropertyKind, out: &mut Vec<u8>, map: &mut impl Remap) -> Result<()> {
    if let PropertyKind::Optional(_) = kind {
        out.push(u8::from(*value != PropertyValue::None));
    }
    let inner = match kind {
        PropertyKind::Optional(inner) | PropertyKind::List(inner) => inner,
        kind => kind,
    };
    match value {
        PropertyValue::None if *kind == PropertyKind::OptAttr => varint(out, 0),
        PropertyValue::None | PropertyValue::Segments(_) => {}
        PropertyValue::Attr(attr) => {
            let attr = u64::from(map.map(Reference::Attr(attr.0))?);
            varint(out, if *inner == PropertyKind::OptAttr { attr << 1 | 1 } else { attr });
        }
        PropertyValue::Number(number) => varint(out, *number),
        PropertyValue::Signed(number) => svarint(out, *number),
        PropertyValue::Bool(bit) => out.push(u8::from(*bit)),
        PropertyValue::Str(text) => varint(out, u64::from(map.map(Reference::Str(text.0))?)),
        PropertyValue::List(values) => {
            varint(out, u64::try_from(values.len()).unwrap_or(u64::MAX));
            for value in values {
                write(value, inner, out, map)?;
            }
        }
    }
    Ok(())
}
