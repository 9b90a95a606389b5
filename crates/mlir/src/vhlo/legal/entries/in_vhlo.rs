//! What attributes and types of other dialects are in VHLO.

use super::{BUILTIN_FLOATS, ENUMS, Mapper, PLAIN, integer, numbers, pack, wide};
use crate::codec::vhlo::simple;
use crate::ids::{AttrId, EntryKind, TypeId};
use crate::vhlo::values::{self, attr, ty};
use crate::wire::{Reader, svarint, varint};

impl Mapper<'_, '_> {
    /// The attribute of vhlo that stands for one of builtin or stablehlo; none if none does.
    pub(in crate::vhlo::legal) fn in_vhlo(&mut self, id: AttrId) -> Option<AttrId> {
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
    pub(in crate::vhlo::legal) fn booleans(&mut self, values: &[bool]) -> AttrId {
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
    pub(in crate::vhlo::legal) fn type_to_vhlo(&mut self, id: TypeId) -> Option<TypeId> {
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
