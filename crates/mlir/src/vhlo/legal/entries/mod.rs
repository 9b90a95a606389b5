//! Attributes and types of VHLO as those of the builtin dialect, StableHLO and quant that they stand for, and back.

mod in_vhlo;
mod out_of_vhlo;

use crate::ids::{AttrId, EntryKind, OpNameId, StringId, TypeId};
use crate::module::Builder;
use crate::tables::{Entry, OpName, Tables};
use crate::wire::{Reader, svarint, varint};
use outlast_core::QuickMap;

use crate::vhlo::values::{Maker, attr, of_dialect};

/// Attributes and types in others more often than this are not followed.
const DEEPEST: usize = 200;

/// Enumerations: the code in vhlo, and in stablehlo.
const ENUMS: &[(u64, u64)] = &[(3, 2), (4, 3), (7, 6), (11, 8), (12, 9), (13, 10), (16, 12), (19, 16)];

/// Types without parameters that are encoded: the code in vhlo, and in builtin.
const PLAIN: &[(u64, u64)] = &[(2, 3), (3, 4), (4, 5), (5, 6), (9, 1), (33, 12)];

/// What stands for what. Made once for each entry.
#[derive(Debug)]
pub(super) struct Mapper<'m, 'a> {
    pub(super) tables: &'m mut Tables<'a>,
    pub(super) builder: Builder,
    pub(super) vhlo: Maker,
    pub(super) stablehlo: Maker,
    quant: Maker,
    /// Builtin attributes that [`Builder`] does not look for.
    builtin: Maker,
    attrs: QuickMap<AttrId, Option<AttrId>>,
    types: QuickMap<TypeId, Option<TypeId>>,
    /// Operations by name, the first of each.
    op_names: QuickMap<Vec<u8>, OpNameId>,
    depth: usize,
}

/// Bytes of numbers.
pub(super) fn numbers(all: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    all.iter().for_each(|number| varint(&mut bytes, *number));
    bytes
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

impl<'m, 'a> Mapper<'m, 'a> {
    pub(super) fn new(tables: &'m mut Tables<'a>) -> Mapper<'m, 'a> {
        let mut op_names = QuickMap::default();
        for id in (0..tables.op_names.len()).map(OpNameId::new) {
            op_names.entry(tables.op_name(id)).or_insert(id);
        }
        Mapper {
            tables,
            op_names,
            builder: Builder::default(),
            vhlo: Maker::default(),
            stablehlo: Maker::of("stablehlo"),
            quant: Maker::of("quant"),
            builtin: Maker::of("builtin"),
            attrs: QuickMap::default(),
            types: QuickMap::default(),
            depth: 0,
        }
    }

    /// The operation of a name, which is one of the module from then on.
    pub(super) fn op_name(&mut self, name: &str) -> OpNameId {
        if let Some(id) = self.op_names.get(name.as_bytes()) {
            return *id;
        }
        let (dialect, own) = name.split_once('.').unwrap_or((name, ""));
        let dialect = self.builder.dialect(self.tables, dialect.as_bytes());
        let own = self.tables.strings.intern(own.as_bytes());
        let id = OpNameId::new(self.tables.op_names.len());
        self.tables.op_names.push(OpName { dialect, name: own, registered: None });
        self.op_names.insert(name.as_bytes().to_vec(), id);
        id
    }

    /// A builtin attribute by its encoding.
    pub(super) fn builtin_attr(&mut self, bytes: Vec<u8>) -> AttrId {
        self.builtin.attr(self.tables, bytes)
    }

    fn builtin_type(&mut self, bytes: Vec<u8>) -> TypeId {
        self.builtin.ty(self.tables, bytes)
    }

    /// A builtin string.
    pub(super) fn builtin_string(&mut self, text: &[u8]) -> AttrId {
        let string = self.tables.strings.intern(text).0;
        self.builtin_attr(numbers(&[2, u64::from(string)]))
    }

    /// A string of vhlo.
    pub(super) fn vhlo_string(&mut self, text: &[u8]) -> AttrId {
        let string = self.tables.strings.intern(text).0;
        self.vhlo.plain(self.tables, &[attr::STRING, u64::from(string)])
    }

    fn entry(&self, kind: EntryKind, index: u32, dialect: &[u8]) -> Option<(u64, Vec<u8>)> {
        let entries = if kind == EntryKind::Attr { &self.tables.attrs } else { &self.tables.types };
        let entry: Entry<'_> = entries.get(index)?;
        let (code, mut reader) = of_dialect(self.tables, &entry, dialect)?;
        Some((code, reader.rest().to_vec()))
    }

    fn attr_at(&self, reader: &mut Reader<'_>) -> Option<AttrId> {
        reader.index(self.tables.attrs.len(), "attribute").ok().map(AttrId)
    }

    fn type_at(&self, reader: &mut Reader<'_>) -> Option<TypeId> {
        reader.index(self.tables.types.len(), "type").ok().map(TypeId)
    }

    fn string_at(&self, reader: &mut Reader<'_>) -> Option<Vec<u8>> {
        let index = reader.index(self.tables.strings.len(), "string").ok()?;
        self.tables.strings.get(StringId(index)).map(<[u8]>::to_vec)
    }

    /// Follows something inside; none if it is nested too deep.
    fn inside<T>(&mut self, follow: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let found = follow(self);
        self.depth -= 1;
        found
    }

    // From VHLO.

    fn is_of(&self, id: AttrId, dialect: &[u8]) -> bool {
        self.tables.attrs.get(id.0).is_none_or(|entry| self.tables.dialect_name(entry.dialect) == dialect)
    }

    /// A list of attributes: their number, and what each stands for.
    fn list(
        &mut self,
        reader: &mut Reader<'_>,
        each: fn(&mut Self, AttrId) -> Option<AttrId>,
    ) -> Option<Vec<u64>> {
        let count = reader.count("number of attributes").ok()?;
        let mut all = vec![wide(count)];
        for _ in 0..count {
            let member = self.attr_at(reader)?;
            all.push(u64::from(each(self, member)?.0));
        }
        Some(all)
    }

    fn type_list(
        &mut self,
        reader: &mut Reader<'_>,
        each: fn(&mut Self, TypeId) -> Option<TypeId>,
    ) -> Option<Vec<u64>> {
        let count = reader.count("number of types").ok()?;
        let mut all = vec![wide(count)];
        for _ in 0..count {
            let member = self.type_at(reader)?;
            all.push(u64::from(each(self, member)?.0));
        }
        Some(all)
    }

    /// A shape and the type of its elements, each as it stands for.
    fn shaped(
        &mut self,
        reader: &mut Reader<'_>,
        made: &mut Vec<u8>,
        each: fn(&mut Self, TypeId) -> Option<TypeId>,
    ) -> Option<usize> {
        let rank = reader.count("rank").ok()?;
        varint(made, wide(rank));
        for _ in 0..rank {
            svarint(made, reader.svarint("dimension").ok()?);
        }
        let element = self.type_at(reader)?;
        varint(made, u64::from(each(self, element)?.0));
        Some(rank)
    }

    /// A quantised type: flags, storage and expressed type, and the rest as it is.
    fn quantised(
        &mut self,
        code: u64,
        reader: &mut Reader<'_>,
        each: fn(&mut Self, TypeId) -> Option<TypeId>,
    ) -> Option<Vec<u8>> {
        let flags = reader.varint("flags").ok()?;
        let (storage, expressed) = (self.type_at(reader)?, self.type_at(reader)?);
        let (storage, expressed) = (each(self, storage)?, each(self, expressed)?);
        let mut made = numbers(&[code, flags, u64::from(storage.0), u64::from(expressed.0)]);
        made.extend_from_slice(reader.rest());
        Some(made)
    }
}

/// Floating point types that LLVM 24 encodes, from code 21 on; before, they are text.
const BUILTIN_FLOATS: &[&str] = &[
    "tf32",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E8M0FNU",
];

/// How the builtin dialect encodes an integer type: `ui8`.
fn integer(text: &str) -> Option<u64> {
    let (unsigned, digits) = text.strip_prefix('u').map_or((0, text), |rest| (2, rest));
    let width: u64 = digits.strip_prefix('i')?.parse().ok()?;
    Some(width << 2 | unsigned)
}

/// Truth values as bits; equal ones are one byte, if there is more than one.
fn pack(values: &[bool]) -> Vec<u8> {
    match values {
        [first, _, ..] if values.iter().all(|value| value == first) => vec![if *first { 0xff } else { 0 }],
        values => values
            .chunks(8)
            .map(|bits| bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | u8::from(*bit) << at))
            .collect(),
    }
}
