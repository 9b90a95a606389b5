//! Dense attributes: as many bytes as their type asks for. Types whose elements are not known here are passed over.

use crate::codec::{self, EntryKind};
use crate::tables::{Entry, Tables};
use crate::wire::Reader;

/// The code of `DenseArrayAttr`.
pub(super) const ARRAY: u64 = 17;
/// The code of `DenseIntOrFPElementsAttr`.
pub(super) const ELEMENTS: u64 = 18;

/// What is wrong with the size of a builtin attribute that decodes.
pub(super) fn wrong(tables: &Tables<'_>, entry: &Entry<'_>) -> Option<String> {
    let mut reader = Reader::new(entry.bytes);
    match reader.varint("code").ok()? {
        ARRAY => {
            let ty = reader.varint("type").ok()?;
            let count = reader.varint("size").ok()?;
            let bytes = reader.varint("bytes").ok()?;
            let wanted = count.checked_mul(bits(tables, ty)?.div_ceil(8))?;
            (bytes != wanted)
                .then(|| format!("DenseArrayAttr has {bytes} bytes, {count} elements are {wanted}"))
        }
        ELEMENTS => {
            let (count, element) = shaped(tables, reader.varint("type").ok()?)?;
            let bits = bits(tables, element)?;
            let bytes = reader.varint("bytes").ok()?;
            let one = bits.div_ceil(8);
            let mut right = vec![one, count.checked_mul(one)?];
            if bits == 1 {
                // Eight to a byte; releases after 22 may have one to a byte.
                right.push(count.div_ceil(8));
            }
            let wanted = right.last().copied().unwrap_or(0);
            (!right.contains(&bytes))
                .then(|| format!("DenseIntOrFPElementsAttr has {bytes} bytes, {count} elements are {wanted}"))
        }
        _ => None,
    }
}

/// Whether the value of a number has other bytes than its type asks for. Types of other dialects, and floating point of unknown size, are passed over.
pub(super) fn wrong_value(tables: &Tables<'_>, entry: &Entry<'_>) -> Option<&'static str> {
    let mut reader = Reader::new(entry.bytes);
    let what = match reader.varint("code").ok()? {
        8 => "IntegerAttr has a value whose size is not that of its type",
        9 => "FloatAttr has a value whose size is not that of its type",
        _ => return None,
    };
    let (code, mut of) = builtin(tables, reader.varint("type").ok()?)?;
    let bits = match code {
        0 => of.varint("width").ok()? >> 2,
        1 => 64,
        3 | 4 => 16,
        5 => 32,
        6 => 64,
        7 => 80,
        8 => 128,
        21 => 19,
        22..=32 => 8,
        _ => return None,
    };
    let mut read = || {
        if bits <= 8 {
            return reader.byte("value").map(drop);
        }
        let count = if bits <= 64 { 1 } else { reader.count("value")? };
        (0..count).try_for_each(|_| reader.svarint("value").map(drop))
    };
    (read().is_err() || !reader.is_empty()).then_some(what)
}

/// What is wrong with the type of a number: a builtin one that is no number. Types of other dialects may be floating point.
pub(super) fn wrong_type(tables: &Tables<'_>, entry: &Entry<'_>) -> Option<String> {
    let mut reader = Reader::new(entry.bytes);
    let (what, is): (_, fn(u64) -> bool) = match reader.varint("code").ok()? {
        8 => ("IntegerAttr has a type that is neither an integer nor `index`", |code| code <= 1),
        9 => ("FloatAttr has a type that is not a floating point", |code| matches!(code, 3..=8 | 21..=32)),
        _ => return None,
    };
    let (code, _) = builtin(tables, reader.varint("type").ok()?)?;
    (!is(code)).then(|| format!("{what} (code {code})"))
}

/// The code of a builtin type, and what is behind it.
fn builtin<'t>(tables: &'t Tables<'_>, ty: u64) -> Option<(u64, Reader<'t>)> {
    let entry = tables.types.get(u32::try_from(ty).ok()?)?;
    if !entry.custom || tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    codec::find(tables, &entry, EntryKind::Type)?;
    let mut reader = Reader::new(entry.bytes);
    Some((reader.varint("code").ok()?, reader))
}

/// Bits that an element of a type takes where there are many: whole bytes, except for `i1`.
fn bits(tables: &Tables<'_>, ty: u64) -> Option<u64> {
    let (code, mut reader) = builtin(tables, ty)?;
    let whole = |bits: u64| if bits == 1 { 1 } else { bits.div_ceil(8).saturating_mul(8) };
    Some(match code {
        0 => whole(reader.varint("width").ok()? >> 2),
        1 | 6 => 64,
        3 | 4 => 16,
        5 => 32,
        7 => 80,
        8 => 128,
        9 => {
            // Of numbers: a complex number of complex numbers is none.
            let (inner, mut reader) = builtin(tables, reader.varint("element").ok()?)?;
            2 * match inner {
                0 => (reader.varint("width").ok()? >> 2).div_ceil(8).checked_mul(8)?,
                3 | 4 => 16,
                5 => 32,
                6 => 64,
                _ => return None,
            }
        }
        21 => 24,
        22..=32 => 8,
        _ => return None,
    })
}

/// How many elements a tensor or vector has, and their type.
fn shaped(tables: &Tables<'_>, ty: u64) -> Option<(u64, u64)> {
    let (code, mut reader) = builtin(tables, ty)?;
    match code {
        13 | 19 => {}
        14 => drop(reader.varint("encoding").ok()?),
        _ => return None,
    }
    let rank = reader.count("rank").ok()?;
    let mut count = 1_u64;
    for _ in 0..rank {
        count = count.checked_mul(u64::try_from(reader.svarint("dimension").ok()?).ok()?)?;
    }
    Some((count, reader.varint("element").ok()?))
}
