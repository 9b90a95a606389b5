//! Values of VHLO's attributes and types, as far as their versions depend on them: read and made.

use super::defs::Absence;
use crate::ids::{AttrId, DialectId, EntryKind, TypeId};
use crate::module::Builder;
use crate::tables::{Entry, Tables};
use crate::wire::{Reader, svarint, varint};
use outlast_core::QuickMap;

/// Codes of attributes.
pub(crate) mod attr {
    pub(crate) const ARRAY: u64 = 1;
    pub(crate) const BOOLEAN: u64 = 2;
    pub(crate) const API_VERSION: u64 = 5;
    pub(crate) const DICTIONARY: u64 = 6;
    pub(crate) const INTEGER: u64 = 9;
    pub(crate) const STRING: u64 = 14;
    pub(crate) const TENSOR: u64 = 15;
    pub(crate) const TYPE: u64 = 17;
    pub(crate) const ACCURACY_MODE: u64 = 19;
    pub(crate) const ACCURACY: u64 = 20;
}

/// Codes of types.
pub(crate) mod ty {
    pub(crate) const COMPLEX: u64 = 1;
    pub(crate) const I32: u64 = 13;
    pub(crate) const I64: u64 = 14;
    pub(crate) const TENSOR: u64 = 20;
    pub(crate) const TENSOR_WITH_ENCODING: u64 = 21;
    pub(crate) const UNRANKED: u64 = 25;
    pub(crate) const NONE: u64 = 33;
    pub(crate) const FUTURE: u64 = 42;
}

/// The code of `API_VERSION_TYPED_FFI`.
pub(crate) const TYPED_FFI: u64 = 4;

/// An attribute or type of vhlo: its code, and what follows.
pub(crate) fn vhlo<'t>(tables: &'t Tables<'_>, kind: EntryKind, index: u32) -> Option<(u64, Reader<'t>)> {
    let entries = if kind == EntryKind::Attr { &tables.attrs } else { &tables.types };
    of_dialect(tables, &entries.get(index)?, b"vhlo")
}

/// An encoded entry of a dialect: its code, and what follows.
pub(crate) fn of_dialect<'t>(
    tables: &Tables<'_>,
    entry: &Entry<'t>,
    dialect: &[u8],
) -> Option<(u64, Reader<'t>)> {
    if !entry.custom || tables.dialect_name(entry.dialect) != dialect {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    Some((reader.varint("code").ok()?, reader))
}

/// An attribute of vhlo.
pub(crate) fn attr<'t>(tables: &'t Tables<'_>, id: AttrId) -> Option<(u64, Reader<'t>)> {
    vhlo(tables, EntryKind::Attr, id.0)
}

/// A type of vhlo.
pub(crate) fn ty<'t>(tables: &'t Tables<'_>, id: TypeId) -> Option<(u64, Reader<'t>)> {
    vhlo(tables, EntryKind::Type, id.0)
}

/// A tensor of 64-bit integers without an encoding: its shape and its numbers. One number may stand for all.
pub(crate) fn numbers(tables: &Tables<'_>, id: AttrId) -> Option<(Vec<i64>, Vec<i64>)> {
    let (attr::TENSOR, mut reader) = attr(tables, id)? else { return None };
    let of = TypeId(reader.index(tables.types.len(), "type").ok()?);
    let len = reader.varint("size").ok()?;
    let (values, rest) = reader.bytes(len, "elements").ok()?.as_chunks::<8>();
    let (shape, element) = tensor(tables, of)?;
    if !rest.is_empty() || !matches!(ty(tables, element)?, (ty::I64, _)) {
        return None;
    }
    let count =
        shape.iter().try_fold(1_usize, |count, size| count.checked_mul(usize::try_from(*size).ok()?))?;
    let values: Vec<i64> = values.iter().map(|value| i64::from_le_bytes(*value)).collect();
    // No list of dimensions is longer than this, so that one number never stands for a great many.
    const MOST: usize = 1 << 16;
    match values.as_slice() {
        all if all.len() == count => Some((shape, values)),
        [one] if count <= MOST => Some((shape, vec![*one; count])),
        _ => None,
    }
}

/// The shape of a ranked tensor, and the type of its elements.
pub(crate) fn tensor(tables: &Tables<'_>, id: TypeId) -> Option<(Vec<i64>, TypeId)> {
    let (code, mut reader) = ty(tables, id)?;
    match code {
        ty::TENSOR => {}
        ty::TENSOR_WITH_ENCODING => drop(reader.varint("encoding").ok()?),
        _ => return None,
    }
    let rank = reader.count("rank").ok()?;
    let shape = (0..rank).map(|_| reader.svarint("dimension").ok()).collect::<Option<_>>()?;
    Some((shape, TypeId(reader.index(tables.types.len(), "type").ok()?)))
}

/// The type of the elements of a tensor, ranked or not.
pub(crate) fn element(tables: &Tables<'_>, id: TypeId) -> Option<TypeId> {
    match ty(tables, id)? {
        (ty::UNRANKED, mut reader) => Some(TypeId(reader.index(tables.types.len(), "type").ok()?)),
        _ => tensor(tables, id).map(|(_, element)| element),
    }
}

/// An integer: its type and value. Integers of more than 64 bits are none.
pub(crate) fn integer(tables: &Tables<'_>, id: AttrId) -> Option<(TypeId, i64)> {
    let (attr::INTEGER, mut reader) = attr(tables, id)? else { return None };
    let of = TypeId(reader.index(tables.types.len(), "type").ok()?);
    let value = match ty(tables, of)?.0 {
        // Eight bits and fewer are a byte.
        10 | 11 | 15 | 16 | 31 | 32 => i64::from(reader.byte("value").ok()?.cast_signed()),
        _ => reader.svarint("value").ok()?,
    };
    Some((of, value))
}

/// A string.
pub(crate) fn string<'t>(tables: &'t Tables<'_>, id: AttrId) -> Option<&'t [u8]> {
    let (attr::STRING, mut reader) = attr(tables, id)? else { return None };
    let index = reader.index(tables.strings.len(), "string").ok()?;
    tables.strings.get(crate::ids::StringId(index))
}

/// The members of an array.
pub(crate) fn array(tables: &Tables<'_>, id: AttrId) -> Option<Vec<AttrId>> {
    let (attr::ARRAY, mut reader) = attr(tables, id)? else { return None };
    let count = reader.count("number of attributes").ok()?;
    (0..count).map(|_| Some(AttrId(reader.index(tables.attrs.len(), "attribute").ok()?))).collect()
}

/// Whether an attribute is what stands for its absence; none of this depends on the operands, but padding, which never matters.
pub(crate) fn is_default(tables: &Tables<'_>, id: AttrId, default: Absence) -> bool {
    let Some((code, mut reader)) = attr(tables, id) else { return false };
    match default {
        Absence::NoNumbers => {
            // As upstream asks: a tensor without data, of whatever type.
            code == attr::TENSOR
                && reader.varint("type").is_ok()
                && reader.varint("size").is_ok_and(|size| size == 0)
        }
        Absence::NoneType => {
            let none = |index| ty(tables, TypeId(index)).is_some_and(|(code, _)| code == ty::NONE);
            code == attr::TYPE && reader.index(tables.types.len(), "type").is_ok_and(none)
        }
        Absence::NoAttributes => code == attr::ARRAY && reader.varint("count").is_ok_and(|count| count == 0),
        Absence::False => code == attr::BOOLEAN && reader.varint("value").is_ok_and(|value| value == 0),
        Absence::Accuracy => {
            code == attr::ACCURACY && is_default_accuracy(tables, &mut reader).unwrap_or(false)
        }
        Absence::Padding => true,
    }
}

fn is_default_accuracy(tables: &Tables<'_>, reader: &mut Reader<'_>) -> Option<bool> {
    // A negative zero is zero, too.
    let zero = |bits: i64| bits.cast_unsigned() << 1 == 0;
    let (atol, rtol) = (reader.svarint("atol").ok()?, reader.svarint("rtol").ok()?);
    let ulps = reader.svarint("ulps").ok()?;
    let mode = AttrId(reader.index(tables.attrs.len(), "mode").ok()?);
    let (code, mut mode) = attr(tables, mode)?;
    let default = code == attr::ACCURACY_MODE && mode.varint("mode").ok()? == 0;
    Some(zero(atol) && zero(rtol) && ulps == 0 && default)
}

/// Makes attributes and types of a dialect, vhlo if none is named; equal ones are made once, and what is there is taken.
#[derive(Debug, Default)]
pub(crate) struct Maker {
    dialect: Option<&'static str>,
    entries: QuickMap<(EntryKind, Vec<u8>), u32>,
    known: bool,
}

/// Encodings that are longer are not compared: constants, of which none is made twice.
const LONG: usize = 256;

impl Maker {
    /// Makes those of a dialect.
    pub(crate) fn of(dialect: &'static str) -> Maker {
        Maker { dialect: Some(dialect), ..Maker::default() }
    }

    fn dialect(&self, tables: &mut Tables<'_>) -> DialectId {
        Builder::default().dialect(tables, self.dialect.unwrap_or("vhlo").as_bytes())
    }

    fn know(&mut self, tables: &mut Tables<'_>) -> DialectId {
        let own = self.dialect(tables);
        if !std::mem::replace(&mut self.known, true) {
            for (kind, entries) in [(EntryKind::Attr, &tables.attrs), (EntryKind::Type, &tables.types)] {
                let is_own =
                    |entry: &Entry<'_>| entry.custom && entry.dialect == own && entry.bytes.len() <= LONG;
                for (at, entry) in (0_u32..).zip(entries.iter()).filter(|(_, entry)| is_own(entry)) {
                    self.entries.entry((kind, entry.bytes.to_vec())).or_insert(at);
                }
            }
        }
        own
    }

    fn entry(&mut self, tables: &mut Tables<'_>, kind: EntryKind, bytes: Vec<u8>) -> u32 {
        let own = self.know(tables);
        let entries = if kind == EntryKind::Attr { &mut tables.attrs } else { &mut tables.types };
        if bytes.len() > LONG {
            return entries.push(own, true, bytes);
        }
        if let Some(known) = self.entries.get(&(kind, bytes.clone())) {
            return *known;
        }
        let index = entries.push(own, true, bytes.clone());
        self.entries.insert((kind, bytes), index);
        index
    }

    fn numbered(numbers: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| varint(&mut bytes, *number));
        bytes
    }

    /// An attribute by its code and encoding.
    pub(crate) fn attr(&mut self, tables: &mut Tables<'_>, bytes: Vec<u8>) -> AttrId {
        AttrId(self.entry(tables, EntryKind::Attr, bytes))
    }

    /// An attribute of numbers.
    pub(crate) fn plain(&mut self, tables: &mut Tables<'_>, numbers: &[u64]) -> AttrId {
        self.attr(tables, Maker::numbered(numbers))
    }

    /// A type by its code and encoding.
    pub(crate) fn ty(&mut self, tables: &mut Tables<'_>, bytes: Vec<u8>) -> TypeId {
        TypeId(self.entry(tables, EntryKind::Type, bytes))
    }

    /// A type without parameters.
    pub(crate) fn simple(&mut self, tables: &mut Tables<'_>, code: u64) -> TypeId {
        self.ty(tables, Maker::numbered(&[code]))
    }

    /// A ranked tensor.
    pub(crate) fn tensor(&mut self, tables: &mut Tables<'_>, shape: &[i64], element: TypeId) -> TypeId {
        let mut bytes = Maker::numbered(&[ty::TENSOR, u64::try_from(shape.len()).unwrap_or(u64::MAX)]);
        shape.iter().for_each(|size| svarint(&mut bytes, *size));
        varint(&mut bytes, u64::from(element.0));
        self.ty(tables, bytes)
    }

    /// A tensor of 64-bit integers. Equal numbers are written once, as upstream does.
    pub(crate) fn numbers(&mut self, tables: &mut Tables<'_>, shape: &[i64], values: &[i64]) -> AttrId {
        let element = self.simple(tables, ty::I64);
        let of = self.tensor(tables, shape, element);
        let splat = values.first().filter(|first| values.iter().all(|value| value == *first));
        let values = splat.map_or(values, std::slice::from_ref);
        let mut bytes = Maker::numbered(&[
            attr::TENSOR,
            u64::from(of.0),
            u64::try_from(values.len() * 8).unwrap_or(u64::MAX),
        ]);
        values.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        self.attr(tables, bytes)
    }

    /// An integer of 64 bits.
    pub(crate) fn integer(&mut self, tables: &mut Tables<'_>, value: i64) -> AttrId {
        let of = self.simple(tables, ty::I64);
        let mut bytes = Maker::numbered(&[attr::INTEGER, u64::from(of.0)]);
        svarint(&mut bytes, value);
        self.attr(tables, bytes)
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self, tables: &mut Tables<'_>, value: bool) -> AttrId {
        self.plain(tables, &[attr::BOOLEAN, u64::from(value)])
    }

    /// What stands for the absence of an attribute, for an operation whose first operand is of this type. None if it depends on a
    /// rank that the type does not have.
    pub(crate) fn absence(
        &mut self,
        tables: &mut Tables<'_>,
        default: Absence,
        operand: Option<TypeId>,
    ) -> Option<AttrId> {
        Some(match default {
            Absence::NoNumbers => self.numbers(tables, &[0], &[]),
            Absence::NoneType => {
                let none = self.simple(tables, ty::NONE);
                self.plain(tables, &[attr::TYPE, u64::from(none.0)])
            }
            Absence::NoAttributes => self.plain(tables, &[attr::ARRAY, 0]),
            Absence::False => self.boolean(tables, false),
            Absence::Accuracy => {
                let mode = self.plain(tables, &[attr::ACCURACY_MODE, 0]);
                self.plain(tables, &[attr::ACCURACY, 0, 0, 0, u64::from(mode.0)])
            }
            Absence::Padding => {
                let spatial = tensor(tables, operand?)?.0.len().checked_sub(2)?;
                let zeros = vec![0; spatial * 2];
                self.numbers(tables, &[i64::try_from(spatial).ok()?, 2], &zeros)
            }
        })
    }
}
