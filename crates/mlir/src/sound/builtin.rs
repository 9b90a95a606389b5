//! Builtin attributes and types: numbers that their types hold, dimensions that shapes have, elements that they may have.

use outlast_core::{Place, Span};

use super::Fault;
use crate::codec::EntryKind;
use crate::defs::section;
use crate::tables::{Entry, Tables};
use crate::verify::path_of;
use crate::wire::Reader;

/// What is wrong with values of builtin attributes and types.
pub(super) fn check(tables: &Tables<'_>, most: usize, found: &mut Vec<Fault>) {
    let Some(builtin) = tables.find_dialect(b"builtin") else { return };
    let before = found.len();
    for (kind, what, entries) in
        [(EntryKind::Attr, "attribute", &tables.attrs), (EntryKind::Type, "type", &tables.types)]
    {
        for (index, entry) in
            entries.iter().enumerate().filter(|(_, entry)| entry.custom && entry.dialect == builtin)
        {
            let fault = match kind {
                EntryKind::Attr => attribute(tables, &entry),
                EntryKind::Type => ty(tables, &entry),
            };
            if let Some(why) = fault {
                let path = path_of(section::ATTR_TYPE).item(what, index);
                found.push(Fault::new(format!("{what} {index}: {why}"), Place::new(Span::default(), path)));
            }
            if found.len() - before >= most {
                return;
            }
        }
    }
}

/// What is wrong with an attribute.
fn attribute(tables: &Tables<'_>, entry: &Entry<'_>) -> Option<&'static str> {
    let mut reader = Reader::new(entry.bytes);
    match reader.varint("code").ok()? {
        8 => {
            let bits = width(tables, reader.varint("type").ok()?)?;
            let value = match bits {
                0..=8 => i64::from(reader.byte("value").ok()?),
                _ => reader.svarint("value").ok()?,
            };
            (!holds(bits, value)).then_some("its type does not hold the number")
        }
        19 => {
            reader.varint("type").ok()?;
            let splat = reader.varint("isSplat").ok()?;
            let mut strings = 0_usize;
            while !reader.is_empty() {
                reader.varint("string").ok()?;
                strings += 1;
            }
            let fits = match splat {
                0 => true,
                1 => strings == 1,
                _ => false,
            };
            (!fits).then_some("one string for all elements is one string")
        }
        _ => None,
    }
}

/// Bits of an integer type; none of others.
fn width(tables: &Tables<'_>, ty: u64) -> Option<u64> {
    match builtin_code(tables, ty)? {
        (0, mut reader) => Some(reader.varint("width").ok()? >> 2),
        _ => None,
    }
}

/// Whether so many bits hold a number, with a sign or without.
fn holds(bits: u64, value: i64) -> bool {
    match u32::try_from(bits) {
        Ok(bits @ 0..=62) => value >= -(1_i64 << bits.saturating_sub(1)) && value < (1_i64 << bits),
        _ => true,
    }
}

fn builtin_code<'t>(tables: &'t Tables<'_>, ty: u64) -> Option<(u64, Reader<'t>)> {
    let entry = tables.types.get(u32::try_from(ty).ok()?)?;
    if !entry.custom || tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    Some((reader.varint("code").ok()?, reader))
}

/// The most bits that an integer type has.
const MOST_BITS: u64 = (1 << 24) - 1;
/// The size of a dimension that is known at run time only.
const DYNAMIC: i64 = i64::MIN;
/// That size as LLVM 16 writes it.
const FORMER: i64 = -1;

/// What is wrong with a type.
fn ty(tables: &Tables<'_>, entry: &Entry<'_>) -> Option<&'static str> {
    let mut reader = Reader::new(entry.bytes);
    let code = reader.varint("code").ok()?;
    match code {
        0 => {
            let number = reader.varint("widthAndSignedness").ok()?;
            return (number >> 2 > MOST_BITS || number & 3 == 3).then_some("there is no such integer type");
        }
        11 | 14 => drop(reader.varint("memory space or encoding").ok()?),
        9 | 10 | 13 | 16 | 18 | 19 => {}
        // The element type behind a memory space, tuples, functions, and scalable vectors, of which releases write shapes in two ways.
        _ => return None,
    }
    if matches!(code, 10 | 11 | 13 | 14 | 19) {
        for _ in 0..reader.count("shape").ok()? {
            if !is_dimension(reader.svarint("dimension").ok()?, code == 19) {
                return Some("a dimension has no such size");
            }
        }
    }
    let element = builtin_code(tables, reader.varint("elementType").ok()?).map(|(code, _)| code)?;
    (!may_hold(code, element)).then_some("it cannot have elements of that type")
}

/// Whether a dimension of a tensor or buffer, or of a vector, has this size.
fn is_dimension(size: i64, vector: bool) -> bool {
    if vector { size > 0 } else { size >= 0 || size == DYNAMIC || size == FORMER }
}

/// Whether a builtin type may have elements of another builtin type, by their codes.
fn may_hold(code: u64, element: u64) -> bool {
    let float = matches!(element, 3..=8 | 21..);
    match code {
        // Complex numbers.
        9 => float || element == 0,
        // Vectors.
        19 => float || element <= 1,
        // Tensors.
        13 | 14 | 18 => float || matches!(element, 0 | 1 | 9 | 19 | 20),
        // Buffers.
        _ => float || matches!(element, 0 | 1 | 9..=11 | 16 | 17 | 19 | 20),
    }
}

#[cfg(test)]
mod tests {
    use super::{holds, is_dimension, may_hold};

    #[test]
    fn numbers_fit_their_types() {
        assert!(
            holds(1, 1) && holds(1, -1) && holds(32, -1) && holds(32, 0xffff_ffff) && holds(64, i64::MIN)
        );
        assert!(!holds(1, 2) && !holds(8, 256) && !holds(32, 1 << 32));
        assert!(is_dimension(0, false) && is_dimension(i64::MIN, false) && !is_dimension(-2, false));
        assert!(is_dimension(1, true) && !is_dimension(0, true) && !is_dimension(i64::MIN, true));
        assert!(may_hold(13, 0) && may_hold(10, 11) && !may_hold(13, 2) && !may_hold(19, 9));
    }
}
