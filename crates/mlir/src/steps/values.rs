//! Numbers as builtin attributes, and back.

use crate::ids::AttrId;
use crate::module::Builder;
use crate::schema::integer_width;
use crate::tables::Tables;
use crate::wire::{Reader, svarint, varint};

const ARRAY: u64 = 0;
const INTEGER: u64 = 8;
const DENSE_ARRAY: u64 = 17;

/// A dense array: `array<i32: …>`; none if a number does not fit or the width is no whole count of bytes.
pub(super) fn dense(
    builder: &mut Builder,
    tables: &mut Tables<'_>,
    width: u32,
    values: &[i64],
) -> Option<AttrId> {
    let size = usize::try_from(width / 8).ok().filter(|size| width.is_multiple_of(8) && *size <= 8)?;
    let ty = integer_type(builder, tables, width);
    let mut bytes = Vec::new();
    varint(&mut bytes, DENSE_ARRAY);
    varint(&mut bytes, u64::from(ty));
    let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
    varint(&mut bytes, count);
    varint(&mut bytes, count.saturating_mul(u64::from(width / 8)));
    for value in values {
        let raw = value.to_le_bytes();
        let sign = if *value < 0 { 0xff } else { 0 };
        if raw[size..].iter().any(|byte| *byte != sign) {
            return None;
        }
        bytes.extend_from_slice(&raw[..size]);
    }
    Some(builder.attr(tables, bytes))
}

/// An integer without a sign; `true` and `false` are those of one bit.
pub(super) fn integer(builder: &mut Builder, tables: &mut Tables<'_>, width: u32, value: i64) -> AttrId {
    let ty = integer_type(builder, tables, width);
    let mut bytes = Vec::new();
    varint(&mut bytes, INTEGER);
    varint(&mut bytes, u64::from(ty));
    let bits = value.cast_unsigned() & u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or(0);
    match width {
        ..=8 => bytes.push(u8::try_from(bits).unwrap_or(u8::MAX)),
        _ => svarint(&mut bytes, bits.cast_signed()),
    }
    builder.attr(tables, bytes)
}

fn integer_type(builder: &mut Builder, tables: &mut Tables<'_>, width: u32) -> u32 {
    let mut bytes = Vec::new();
    varint(&mut bytes, 0);
    varint(&mut bytes, u64::from(width) << 2);
    builder.ty(tables, bytes).0
}

/// The code of a builtin attribute, and what follows.
pub(super) fn builtin<'t>(tables: &'t Tables<'_>, attr: AttrId) -> Option<(u64, Reader<'t>)> {
    let entry = tables.attrs.get(attr.0).filter(|entry| entry.custom)?;
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    Some((reader.varint("code").ok()?, reader))
}

/// The value of an integer attribute of 64 bits at most, and its width.
pub(super) fn integer_value(tables: &Tables<'_>, attr: AttrId) -> Option<(i64, u64)> {
    let (INTEGER, mut reader) = builtin(tables, attr)? else { return None };
    let ty = reader.index(tables.types.len(), "type").ok()?;
    let width = integer_width(tables, ty)?;
    let value = match width {
        ..=8 => i64::from(reader.byte("value").ok()?),
        9..=64 => reader.svarint("value").ok()?,
        _ => return None,
    };
    Some((value, width))
}

/// The numbers of a dense array of `i64`, or of an array of integers of 64 bits; none if it is no such array.
pub(super) fn integers(tables: &Tables<'_>, attr: AttrId, is_dense: bool) -> Option<Vec<i64>> {
    let (code, mut reader) = builtin(tables, attr)?;
    if is_dense {
        let ty = reader.index(tables.types.len(), "type").ok()?;
        if code != DENSE_ARRAY || integer_width(tables, ty)? != 64 {
            return None;
        }
        reader.varint("count").ok()?;
        let len = reader.varint("size").ok()?;
        let (values, rest) = reader.bytes(len, "elements").ok()?.as_chunks::<8>();
        return rest.is_empty().then(|| values.iter().map(|value| i64::from_le_bytes(*value)).collect());
    }
    if code != ARRAY {
        return None;
    }
    let count = reader.count("attributes").ok()?;
    let member = |_| {
        let attr = AttrId(reader.index(tables.attrs.len(), "attribute").ok()?);
        integer_value(tables, attr).filter(|(_, width)| *width == 64).map(|(value, _)| value)
    };
    (0..count).map(member).collect()
}
