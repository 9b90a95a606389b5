//! Numbers and elements of builtin attributes: as many bytes as their types ask for.

use outlast_core::to_index;

use crate::tables::{Entry, Tables};
use crate::wire::Reader;

/// What is wrong with the size of an attribute's content; nothing if that cannot be told.
pub(super) fn fault(tables: &Tables<'_>, entry: &Entry<'_>, code: u64) -> Option<String> {
    let mut reader = Reader::new(entry.bytes);
    reader.varint("code").ok()?;
    let ty = reader.index(tables.types.len(), "type").ok()?;
    match code {
        8 => number(&mut reader, element(tables, ty)?),
        17 => {
            let count = reader.varint("size").ok()?;
            let len = reader.varint("bytes").ok()?;
            let each = element(tables, ty)?.div_ceil(8);
            let needed = count.checked_mul(each)?;
            (needed != len).then(|| format!("{count} elements of {each} bytes are {len} bytes"))
        }
        18 => {
            let len = reader.varint("bytes").ok()?;
            let (count, bits) = shaped(tables, ty)?;
            let each = bits.div_ceil(8);
            // One element stands for all; bits are packed, and were not for a while.
            let whole = count.checked_mul(each)?;
            let packed = if bits == 1 { count.div_ceil(8) } else { whole };
            let fits = len == whole || len == packed || len == each;
            (!fits).then(|| format!("{count} elements of {each} bytes are {len} bytes"))
        }
        _ => None,
    }
}

/// An integer: one byte up to eight bits, a varint up to 64, then a count of words.
fn number(reader: &mut Reader<'_>, width: u64) -> Option<String> {
    let read = match width {
        0..=8 => reader.byte("number").is_ok(),
        9..=64 => reader.svarint("number").is_ok(),
        _ => {
            let words = reader.count("number of words").ok()?;
            (0..words).all(|_| reader.svarint("word").is_ok())
        }
    };
    (!read || !reader.is_empty()).then(|| format!("the bytes are no number of {width} bits"))
}

/// The builtin type of an index: its code, and a reader behind it.
fn builtin<'t>(tables: &'t Tables<'_>, ty: u32) -> Option<(u64, Reader<'t>)> {
    let entry = tables.types.get(ty).filter(|entry| entry.custom)?;
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    let code = reader.varint("code").ok()?;
    Some((code, reader))
}

/// Bits of an element type: integers, index, floating point numbers, complex ones of these.
fn element(tables: &Tables<'_>, ty: u32) -> Option<u64> {
    let (code, mut reader) = builtin(tables, ty)?;
    Some(match code {
        0 => reader.varint("width").ok()? >> 2,
        1 | 6 => 64,
        3 | 4 => 16,
        5 => 32,
        7 => 80,
        8 => 128,
        9 => {
            let inner = reader.index(to_index(ty), "element type").ok()?;
            // Complex numbers of complex numbers are none.
            let bits = if builtin(tables, inner)?.0 == 9 { return None } else { element(tables, inner)? };
            bits.div_ceil(8).checked_mul(16)?
        }
        _ => return None,
    })
}

/// How many elements a type has, and the bits of each; none if a dimension is dynamic.
fn shaped(tables: &Tables<'_>, ty: u32) -> Option<(u64, u64)> {
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
    let element_type = reader.index(tables.types.len(), "element type").ok()?;
    Some((count, element(tables, element_type)?))
}
