//! Attributes and types of VHLO as those of the builtin dialect, StableHLO and quant that they stand for, and back.

use std::collections::HashMap;

use crate::codec::vhlo::simple;
use crate::ids::{AttrId, EntryKind, StringId, TypeId};
use crate::module::Builder;
use crate::tables::{Entry, Tables};
use crate::wire::{Reader, svarint, varint};

use super::super::values::{self, Maker, attr, of_dialect, ty};

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
    attrs: HashMap<AttrId, Option<AttrId>>,
    types: HashMap<TypeId, Option<TypeId>>,
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
        Mapper {
            tables,
            builder: Builder::default(),
            vhlo: Maker::default(),
            stablehlo: Maker::of("stablehlo"),
            quant: Maker::of("quant"),
            builtin: Maker::of("builtin"),
            attrs: HashMap::new(),
            types: HashMap::new(),
            depth: 0,
        }
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

    /// The attribute that one of vhlo stands for; one of another dialect is itself.
    pub(super) fn out_of_vhlo(&mut self, id: AttrId) -> Option<AttrId> {
        if let Some(known) = self.attrs.get(&id) {
            return *known;
        }
        let made = match self.entry(EntryKind::Attr, id.0, b"vhlo") {
            Some((code, bytes)) => self.inside(|map| map.attr_from_vhlo(code, &bytes)),
            None if self.is_of(id, b"vhlo") => None,
            None => Some(id),
        };
        self.attrs.insert(id, made);
        made
    }

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

    fn attr_from_vhlo(&mut self, code: u64, bytes: &[u8]) -> Option<AttrId> {
        let mut reader = Reader::new(bytes);
        if let Some((_, other)) = ENUMS.iter().find(|(of, _)| *of == code) {
            let value = reader.varint("value").ok()?;
            return Some(self.stablehlo.plain(self.tables, &[*other, value]));
        }
        Some(match code {
            attr::ARRAY => {
                let list = self.list(&mut reader, Mapper::out_of_vhlo)?;
                self.builtin_attr(numbers(&[&[0], &*list].concat()))
            }
            attr::BOOLEAN => {
                let value = reader.varint("value").ok()? != 0;
                self.builder.integer(self.tables, 1, i64::from(value))
            }
            attr::API_VERSION => {
                let value = i64::try_from(reader.varint("value").ok()?).ok()?;
                self.builder.integer(self.tables, 32, value)
            }
            attr::DICTIONARY => {
                let count = reader.count("number of attributes").ok()?;
                let mut items = Vec::new();
                for _ in 0..count {
                    let (name, value) = (self.attr_at(&mut reader)?, self.attr_at(&mut reader)?);
                    let name = values::string(self.tables, name)?.to_vec();
                    items.push((name, self.out_of_vhlo(value)?));
                }
                self.builder.dictionary(self.tables, items)
            }
            8 | attr::INTEGER => {
                let of = self.type_at(&mut reader)?;
                let of = self.type_from_vhlo(of)?;
                let mut made = numbers(&[if code == 8 { 9 } else { 8 }, u64::from(of.0)]);
                made.extend_from_slice(reader.rest());
                self.builtin_attr(made)
            }
            10 => self.stablehlo.attr(self.tables, [&numbers(&[14]), bytes].concat()),
            attr::STRING => {
                let text = self.string_at(&mut reader)?;
                self.builtin_string(&text)
            }
            attr::TENSOR => {
                let of = self.type_at(&mut reader)?;
                let of = self.type_from_vhlo(of)?;
                let mut made = numbers(&[18, u64::from(of.0)]);
                made.extend_from_slice(reader.rest());
                self.builtin_attr(made)
            }
            attr::TYPE => {
                let of = self.type_at(&mut reader)?;
                let of = self.type_from_vhlo(of)?;
                self.builtin_attr(numbers(&[6, u64::from(of.0)]))
            }
            18 => self.stablehlo.attr(self.tables, [&numbers(&[13]), bytes].concat()),
            attr::ACCURACY => {
                let mut made = numbers(&[17]);
                for what in ["atol", "rtol", "ulps"] {
                    svarint(&mut made, reader.svarint(what).ok()?);
                }
                let mode = self.attr_at(&mut reader)?;
                varint(&mut made, u64::from(self.out_of_vhlo(mode)?.0));
                self.stablehlo.attr(self.tables, made)
            }
            21 => self.stablehlo.attr(self.tables, [&numbers(&[19]), bytes].concat()),
            22 => {
                let name = self.attr_at(&mut reader)?;
                let name = values::string(self.tables, name)?.to_vec();
                let string = self.tables.strings.intern(&name).0;
                let mut made = numbers(&[20, u64::from(string)]);
                let parts = self.list(&mut reader, Mapper::out_of_vhlo)?;
                match *parts {
                    [0] => made.push(0),
                    [1, part] => {
                        made.push(1);
                        varint(&mut made, part);
                    }
                    _ => return None,
                }
                self.stablehlo.attr(self.tables, made)
            }
            23 => {
                let (mesh, axes) = (self.attr_at(&mut reader)?, self.attr_at(&mut reader)?);
                let mesh = match values::string(self.tables, mesh).map(<[u8]>::to_vec) {
                    Some(name) => self.symbol(&name),
                    None => self.out_of_vhlo(mesh)?,
                };
                let axes = values::array(self.tables, axes)?;
                let mut made = numbers(&[18, u64::from(mesh.0), wide(axes.len())]);
                for axis in axes {
                    varint(&mut made, u64::from(self.out_of_vhlo(axis)?.0));
                }
                self.stablehlo.attr(self.tables, made)
            }
            24 => {
                let name = self.attr_at(&mut reader)?;
                let name = values::string(self.tables, name)?.to_vec();
                let string = self.tables.strings.intern(&name).0;
                let mut made = numbers(&[21, u64::from(string)]);
                made.extend_from_slice(reader.rest());
                self.stablehlo.attr(self.tables, made)
            }
            25 => {
                let axes = self.attr_at(&mut reader)?;
                let axes = self.out_of_vhlo(axes)?;
                let mut made = numbers(&[22, u64::from(axes.0)]);
                match reader.flagged("devices").ok()? {
                    (_, false) => made.push(0),
                    (index, true) => {
                        let devices = AttrId(u32::try_from(index).ok()?);
                        made.push(1);
                        varint(&mut made, u64::from(self.out_of_vhlo(devices)?.0));
                    }
                }
                self.stablehlo.attr(self.tables, made)
            }
            _ => return None,
        })
    }

    /// A builtin reference to a symbol.
    pub(super) fn symbol(&mut self, name: &[u8]) -> AttrId {
        let name = self.builtin_string(name);
        self.builtin_attr(numbers(&[4, u64::from(name.0)]))
    }

    /// The type that one of vhlo stands for; one of another dialect is itself.
    pub(super) fn type_from_vhlo(&mut self, id: TypeId) -> Option<TypeId> {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        let made = match self.entry(EntryKind::Type, id.0, b"vhlo") {
            Some((code, bytes)) => self.inside(|map| map.one_type_from_vhlo(code, &bytes)),
            None => Some(id).filter(|id| {
                self.tables
                    .types
                    .get(id.0)
                    .is_some_and(|entry| self.tables.dialect_name(entry.dialect) != b"vhlo")
            }),
        };
        self.types.insert(id, made);
        made
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

    fn builtin_text_type(&mut self, text: &str) -> TypeId {
        let dialect =
            self.builder.dialect(self.tables, text.strip_prefix("!shape").map_or(b"builtin", |_| b"shape"));
        let bytes = [text.as_bytes(), &[0]].concat();
        let same = |entry: &Entry<'_>| !entry.custom && entry.dialect == dialect && entry.bytes == bytes;
        let found = self.tables.types.iter().position(|entry| same(&entry));
        match found {
            Some(at) => TypeId::new(at),
            None => TypeId(self.tables.types.push(dialect, false, bytes)),
        }
    }

    fn one_type_from_vhlo(&mut self, code: u64, bytes: &[u8]) -> Option<TypeId> {
        let mut reader = Reader::new(bytes);
        if let Some((_, other)) = PLAIN.iter().find(|(of, _)| *of == code) {
            return Some(self.builtin_type(numbers(&[*other])));
        }
        let each = Mapper::type_from_vhlo;
        Some(match code {
            ty::COMPLEX | ty::UNRANKED => {
                let of = self.type_at(&mut reader)?;
                let of = each(self, of)?;
                self.builtin_type(numbers(&[if code == ty::COMPLEX { 9 } else { 18 }, u64::from(of.0)]))
            }
            8 => {
                let (inputs, outputs) =
                    (self.type_list(&mut reader, each)?, self.type_list(&mut reader, each)?);
                self.builtin_type(numbers(&[&[2], &*inputs, &*outputs].concat()))
            }
            ty::TENSOR => {
                let mut made = numbers(&[13]);
                self.shaped(&mut reader, &mut made, each)?;
                self.builtin_type(made)
            }
            ty::TENSOR_WITH_ENCODING => {
                let encoding = self.attr_at(&mut reader)?;
                let mut made = numbers(&[14, u64::from(self.out_of_vhlo(encoding)?.0)]);
                self.shaped(&mut reader, &mut made, each)?;
                self.builtin_type(made)
            }
            22 => self.stablehlo.ty(self.tables, numbers(&[0])),
            23 => {
                let types = self.type_list(&mut reader, each)?;
                self.builtin_type(numbers(&[&[15], &*types].concat()))
            }
            24 | 30 => {
                let made = self.quantised(if code == 24 { 4 } else { 5 }, &mut reader, each)?;
                self.quant.ty(self.tables, made)
            }
            26 => self.builtin_text_type("!shape.witness"),
            41 => {
                let mut made = numbers(&[10]);
                let rank = self.shaped(&mut reader, &mut made, each)?;
                let layout = self.identity(rank);
                varint(&mut made, u64::from(layout.0));
                self.builtin_type(made)
            }
            ty::FUTURE => {
                let types = self.type_list(&mut reader, each)?;
                self.stablehlo.ty(self.tables, numbers(&[&[1], &*types].concat()))
            }
            code => {
                let (_, builtin) = simple(code)?;
                match integer(builtin) {
                    Some(encoded) => self.builtin_type(numbers(&[0, encoded])),
                    None => self.builtin_text_type(builtin),
                }
            }
        })
    }

    /// The identity map of so many dimensions: the layout of a buffer that has none.
    fn identity(&mut self, rank: usize) -> AttrId {
        let names: Vec<String> = (0..rank).map(|at| format!("d{at}")).collect();
        let names = names.join(", ");
        let builtin = self.builder.builtin(self.tables);
        self.builder.text(self.tables, builtin, format!("affine_map<({names}) -> ({names})>").as_bytes())
    }

    // To VHLO.

    /// The attribute of vhlo that stands for one of builtin or stablehlo; none if none does.
    pub(super) fn in_vhlo(&mut self, id: AttrId) -> Option<AttrId> {
        if let Some(known) = self.attrs.get(&id) {
            return *known;
        }
        let made = if let Some((code, bytes)) = self.entry(EntryKind::Attr, id.0, b"builtin") {
            self.inside(|map| map.builtin_to_vhlo(code, &bytes))
        } else if let Some((code, bytes)) = self.entry(EntryKind::Attr, id.0, b"stablehlo") {
            self.inside(|map| map.stablehlo_to_vhlo(code, &bytes))
        } else {
            Some(id).filter(|id| self.is_of(*id, b"vhlo"))
        };
        self.attrs.insert(id, made);
        made
    }

    fn builtin_to_vhlo(&mut self, code: u64, bytes: &[u8]) -> Option<AttrId> {
        let mut reader = Reader::new(bytes);
        Some(match code {
            0 => {
                let list = self.list(&mut reader, Mapper::in_vhlo)?;
                self.vhlo.plain(self.tables, &[&[attr::ARRAY], &*list].concat())
            }
            1 => {
                let count = reader.count("number of attributes").ok()?;
                let mut made = numbers(&[attr::DICTIONARY, wide(count)]);
                for _ in 0..count {
                    for _ in 0..2 {
                        let part = self.attr_at(&mut reader)?;
                        varint(&mut made, u64::from(self.in_vhlo(part)?.0));
                    }
                }
                self.vhlo.attr(self.tables, made)
            }
            2 => {
                let text = self.string_at(&mut reader)?;
                self.vhlo_string(&text)
            }
            4 => {
                let name = self.attr_at(&mut reader)?;
                self.in_vhlo(name)?
            }
            6 => {
                let of = self.type_at(&mut reader)?;
                let of = self.type_to_vhlo(of)?;
                self.vhlo.plain(self.tables, &[attr::TYPE, u64::from(of.0)])
            }
            8 | 9 => {
                let of = self.type_at(&mut reader)?;
                let of = self.type_to_vhlo(of)?;
                if code == 8 && values::ty(self.tables, of)?.0 == 0 {
                    let value = reader.byte("value").ok()? & 1;
                    return Some(self.vhlo.boolean(self.tables, value != 0));
                }
                let mut made = numbers(&[if code == 8 { attr::INTEGER } else { 8 }, u64::from(of.0)]);
                made.extend_from_slice(reader.rest());
                self.vhlo.attr(self.tables, made)
            }
            17 => self.dense_array(&mut reader)?,
            18 => {
                let of = self.type_at(&mut reader)?;
                let of = self.type_to_vhlo(of)?;
                let mut made = numbers(&[attr::TENSOR, u64::from(of.0)]);
                made.extend_from_slice(reader.rest());
                self.vhlo.attr(self.tables, made)
            }
            _ => return None,
        })
    }

    /// A dense array of 64-bit integers or of truth values, as a tensor.
    fn dense_array(&mut self, reader: &mut Reader<'_>) -> Option<AttrId> {
        let of = self.type_at(reader)?;
        let count = usize::try_from(reader.varint("count").ok()?).ok()?;
        let len = reader.varint("size").ok()?;
        let raw = reader.bytes(len, "elements").ok()?;
        let of = self.type_to_vhlo(of)?;
        let shape = [i64::try_from(count).ok()?];
        match values::ty(self.tables, of)?.0 {
            ty::I64 => {
                let (values, []) = raw.as_chunks::<8>() else { return None };
                let values: Vec<i64> = values.iter().map(|value| i64::from_le_bytes(*value)).collect();
                Some(self.vhlo.numbers(self.tables, &shape, &values))
            }
            0 => {
                let values: Vec<bool> = raw.iter().map(|byte| *byte != 0).collect();
                Some(self.booleans(&values))
            }
            _ => None,
        }
    }

    /// A tensor of truth values in one dimension, of vhlo.
    pub(super) fn booleans(&mut self, values: &[bool]) -> AttrId {
        let element = self.vhlo.simple(self.tables, 0);
        let shape = [i64::try_from(values.len()).unwrap_or(i64::MAX)];
        let of = self.vhlo.tensor(self.tables, &shape, element);
        let packed = pack(values);
        let mut made = numbers(&[attr::TENSOR, u64::from(of.0), wide(packed.len())]);
        made.extend_from_slice(&packed);
        self.vhlo.attr(self.tables, made)
    }

    fn stablehlo_to_vhlo(&mut self, code: u64, bytes: &[u8]) -> Option<AttrId> {
        let mut reader = Reader::new(bytes);
        if let Some((own, _)) = ENUMS.iter().find(|(_, of)| *of == code) {
            let value = reader.varint("value").ok()?;
            return Some(self.vhlo.plain(self.tables, &[*own, value]));
        }
        Some(match code {
            13 => self.vhlo.attr(self.tables, [&numbers(&[18]), bytes].concat()),
            14 => self.vhlo.attr(self.tables, [&numbers(&[10]), bytes].concat()),
            17 => {
                let mut made = numbers(&[attr::ACCURACY]);
                for what in ["atol", "rtol", "ulps"] {
                    svarint(&mut made, reader.svarint(what).ok()?);
                }
                let mode = self.attr_at(&mut reader)?;
                varint(&mut made, u64::from(self.in_vhlo(mode)?.0));
                self.vhlo.attr(self.tables, made)
            }
            18 => {
                let mesh = self.attr_at(&mut reader)?;
                let mesh = self.in_vhlo(mesh)?;
                let axes = self.list(&mut reader, Mapper::in_vhlo)?;
                let axes = self.vhlo.plain(self.tables, &[&[attr::ARRAY], &*axes].concat());
                self.vhlo.plain(self.tables, &[23, u64::from(mesh.0), u64::from(axes.0)])
            }
            19 => self.vhlo.attr(self.tables, [&numbers(&[21]), bytes].concat()),
            20 | 21 => {
                let name = self.string_at(&mut reader)?;
                let name = self.vhlo_string(&name);
                let mut made = numbers(&[if code == 20 { 22 } else { 24 }, u64::from(name.0)]);
                match code == 20 && reader.byte("part").ok()? != 0 {
                    true => {
                        let part = self.attr_at(&mut reader)?;
                        varint(&mut made, 1);
                        varint(&mut made, u64::from(self.in_vhlo(part)?.0));
                    }
                    false if code == 20 => varint(&mut made, 0),
                    false => made.extend_from_slice(reader.rest()),
                }
                self.vhlo.attr(self.tables, made)
            }
            22 => {
                let axes = self.attr_at(&mut reader)?;
                let axes = self.in_vhlo(axes)?;
                let mut made = numbers(&[25, u64::from(axes.0)]);
                match reader.byte("devices").ok()? {
                    0 => varint(&mut made, 0),
                    _ => {
                        let devices = self.attr_at(&mut reader)?;
                        varint(&mut made, u64::from(self.in_vhlo(devices)?.0) << 1 | 1);
                    }
                }
                self.vhlo.attr(self.tables, made)
            }
            _ => return None,
        })
    }

    /// The type of vhlo that stands for one of builtin, stablehlo or quant; none if none does.
    pub(super) fn type_to_vhlo(&mut self, id: TypeId) -> Option<TypeId> {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        let text = self.tables.types.get(id.0).and_then(|entry| entry.text().map(<[u8]>::to_vec));
        let made = if let Some(text) = text {
            let code = (0..=64).find(|code| {
                simple(*code).is_some_and(|(_, builtin)| !builtin.is_empty() && builtin.as_bytes() == text)
            });
            let code = code.or((text == b"!shape.witness").then_some(26));
            code.map(|code| self.vhlo.simple(self.tables, code))
        } else if let Some((code, bytes)) = self.entry(EntryKind::Type, id.0, b"builtin") {
            self.inside(|map| map.builtin_type_to_vhlo(code, &bytes))
        } else if let Some((code, bytes)) = self.entry(EntryKind::Type, id.0, b"stablehlo") {
            self.inside(|map| {
                let mut reader = Reader::new(&bytes);
                match code {
                    0 => Some(map.vhlo.simple(map.tables, 22)),
                    1 => {
                        let types = map.type_list(&mut reader, Mapper::type_to_vhlo)?;
                        Some(map.vhlo.ty(map.tables, numbers(&[&[ty::FUTURE], &*types].concat())))
                    }
                    _ => None,
                }
            })
        } else if let Some((code, bytes)) = self.entry(EntryKind::Type, id.0, b"quant") {
            self.inside(|map| {
                let own = match code {
                    4 => 24,
                    5 => 30,
                    _ => return None,
                };
                let made = map.quantised(own, &mut Reader::new(&bytes), Mapper::type_to_vhlo)?;
                Some(map.vhlo.ty(map.tables, made))
            })
        } else {
            Some(id).filter(|_| self.entry(EntryKind::Type, id.0, b"vhlo").is_some())
        };
        self.types.insert(id, made);
        made
    }

    fn builtin_type_to_vhlo(&mut self, code: u64, bytes: &[u8]) -> Option<TypeId> {
        let mut reader = Reader::new(bytes);
        if let Some((own, _)) = PLAIN.iter().find(|(_, of)| *of == code) {
            return Some(self.vhlo.simple(self.tables, *own));
        }
        let each = Mapper::type_to_vhlo;
        let made = match code {
            0 => {
                let encoded = reader.varint("width").ok()?;
                let code = (0..=64).find(|code| {
                    simple(*code).is_some_and(|(_, builtin)| integer(builtin) == Some(encoded))
                })?;
                numbers(&[code])
            }
            2 => {
                let (inputs, outputs) =
                    (self.type_list(&mut reader, each)?, self.type_list(&mut reader, each)?);
                numbers(&[&[8], &*inputs, &*outputs].concat())
            }
            9 | 18 => {
                let of = self.type_at(&mut reader)?;
                numbers(&[if code == 9 { ty::COMPLEX } else { ty::UNRANKED }, u64::from(each(self, of)?.0)])
            }
            10 | 13 => {
                let mut made = numbers(&[if code == 10 { 41 } else { ty::TENSOR }]);
                self.shaped(&mut reader, &mut made, each)?;
                made
            }
            14 => {
                let encoding = self.attr_at(&mut reader)?;
                // Only bounds are encodings that vhlo has.
                let encoding = self.in_vhlo(encoding)?;
                let (18, _) = values::attr(self.tables, encoding)? else { return None };
                let mut made = numbers(&[ty::TENSOR_WITH_ENCODING, u64::from(encoding.0)]);
                self.shaped(&mut reader, &mut made, each)?;
                made
            }
            15 => {
                let types = self.type_list(&mut reader, each)?;
                numbers(&[&[23], &*types].concat())
            }
            21..=32 => {
                let text = BUILTIN_FLOATS.get(usize::try_from(code - 21).ok()?)?;
                let own = (0..=64).find(|code| simple(*code).is_some_and(|(_, builtin)| builtin == *text))?;
                numbers(&[own])
            }
            _ => return None,
        };
        Some(self.vhlo.ty(self.tables, made))
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
