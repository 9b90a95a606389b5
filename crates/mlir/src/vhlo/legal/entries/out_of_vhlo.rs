//! What attributes and types of VHLO stand for.

use super::{ENUMS, Mapper, PLAIN, integer, numbers, wide};
use crate::codec::vhlo::simple;
use crate::ids::{AttrId, EntryKind, TypeId};
use crate::tables::Entry;
use crate::vhlo::values::{self, attr, ty};
use crate::wire::{Reader, svarint, varint};

impl Mapper<'_, '_> {
    /// The attribute that one of vhlo stands for; one of another dialect is itself.
    pub(in crate::vhlo::legal) fn out_of_vhlo(&mut self, id: AttrId) -> Option<AttrId> {
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
    pub(in crate::vhlo::legal) fn symbol(&mut self, name: &[u8]) -> AttrId {
        let name = self.builtin_string(name);
        self.builtin_attr(numbers(&[4, u64::from(name.0)]))
    }

    /// The type that one of vhlo stands for; one of another dialect is itself.
    pub(in crate::vhlo::legal) fn type_from_vhlo(&mut self, id: TypeId) -> Option<TypeId> {
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
}
