//! Numbers as builtin attributes, and back.

use crate::ids::{AttrId, TypeId};
use crate::module::Builder;
use crate::schema::integer_width;
use crate::tables::Tables;
use crate::typed::{Attr, MapResult, Typed};
use crate::wire::{Reader, varint};

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
    let ty = builder.integer_type(tables, width).0;
    let mut bytes = Vec::new();
    varint(&mut bytes, DENSE_ARRAY);
    varint(&mut bytes, u64::from(ty));
    let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
    varint(&mut bytes, count);
    varint(&mut bytes, count.saturating_mul(u64::from(width / 8)));
    for value in values {
        let raw = value.to_le_bytes();
        let (low, high) = raw.split_at_checked(size)?;
        let sign = if *value < 0 { 0xff } else { 0 };
        if high.iter().any(|byte| *byte != sign) {
            return None;
        }
        bytes.extend_from_slice(low);
    }
    Some(builder.attr(tables, bytes))
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

/// The results of an affine map.
pub(super) fn affine_results(tables: &Tables<'_>, attr: AttrId) -> Option<Vec<MapResult>> {
    match &*Typed::new(tables).attr(attr) {
        Attr::Map(map) => Some(map.results.clone()),
        _ => None,
    }
}

/// The type of elements of a ranked tensor or a memory reference.
pub(super) fn element_type(tables: &Tables<'_>, ty: TypeId) -> Option<TypeId> {
    const TYPE: &str = "type";
    let entry = tables.types.get(ty.0).filter(|entry| entry.custom)?;
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    let code = reader.varint("code").ok()?;
    match code {
        // Memory references with a memory space, and tensors with an encoding, have that in front.
        11 | 14 => drop(reader.varint("attribute").ok()?),
        10 | 13 => {}
        _ => return None,
    }
    let rank = reader.count("rank").ok()?;
    for _ in 0..rank {
        reader.svarint("dimension").ok()?;
    }
    Some(TypeId(reader.index(tables.types.len(), TYPE).ok()?))
}
