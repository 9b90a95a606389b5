//! What builtin attributes and types are made of, in the order in which upstream prints it, and which of them have aliases.

use super::text::{Item, Texts, UNIT, UNKNOWN};
use crate::asm::{Asm, AsmPart};
use crate::text::Text;
use crate::wire::Reader;

/// Elements of a tuple type that has an alias, at least.
const LONG_TUPLE: usize = 17;

fn attr(reader: &mut Reader<'_>) -> Option<Item> {
    reader.index(usize::MAX, "attribute").ok().map(Item::Attr)
}

fn ty(reader: &mut Reader<'_>) -> Option<Item> {
    reader.index(usize::MAX, "type").ok().map(Item::Type)
}

fn list(reader: &mut Reader<'_>, mut one: impl FnMut(&mut Reader<'_>) -> Option<Item>) -> Option<Vec<Item>> {
    (0..reader.count("count").ok()?).map(|_| one(reader)).collect()
}

fn shape(reader: &mut Reader<'_>) -> Option<()> {
    for _ in 0..reader.count("rank").ok()? {
        reader.svarint("dimension").ok()?;
    }
    Some(())
}

type Parts = (Option<&'static str>, Vec<Item>);

impl Texts<'_> {
    /// The name of its alias, and the parts of an entry that a dialect has encoded.
    pub(super) fn parts(&mut self, item: Item) -> Parts {
        if let Some(parts) = self.hooked_parts(item) {
            return (None, parts);
        }
        if let Item::Attr(_) = item
            && let Some((code, reader)) = self.entry_of(item, self.llvm)
        {
            let Some((name, parts)) = self.llvm_parts(code, reader) else { return Parts::default() };
            return (super::alias::of_llvm(name.as_bytes()), parts);
        }
        let found = match (self.builtin_entry(item), item) {
            (Some((code, reader)), Item::Attr(_)) => self.attr_parts(code, reader),
            (Some((code, reader)), Item::Type(_)) => self.type_parts(code, reader),
            (None, _) => None,
        };
        found.unwrap_or_default()
    }

    /// An entry that hooks have read.
    pub(super) fn asm(&mut self, asm: &Asm) {
        for part in asm.parts() {
            match part {
                AsmPart::Text(text) => self.arena.extend_from_slice(text),
                AsmPart::Attr(attr) => self.attr(attr.0),
                AsmPart::Type(ty) => self.ty(ty.0),
            }
        }
    }

    /// The parts of an entry that hooks have read.
    fn hooked_parts(&self, item: Item) -> Option<Vec<Item>> {
        let entry = match item {
            Item::Attr(index) => self.tables.attrs.get(index)?,
            Item::Type(index) => self.tables.types.get(index)?,
        };
        let parts = entry.known?.asm.parts().iter();
        let parts = parts.filter_map(|part| match part {
            AsmPart::Attr(attr) => Some(Item::Attr(attr.0)),
            AsmPart::Type(ty) => Some(Item::Type(ty.0)),
            AsmPart::Text(_) => None,
        });
        Some(parts.collect())
    }

    fn attr_parts(&mut self, code: u64, mut reader: Reader<'_>) -> Option<Parts> {
        let reader = &mut reader;
        Some(match code {
            0 => (None, list(reader, attr)?),
            1 => {
                let pair = |reader: &mut Reader<'_>| attr(reader).and_then(|_| attr(reader));
                (None, list(reader, pair)?)
            }
            3 => {
                reader.varint("string").ok()?;
                (None, vec![ty(reader)?])
            }
            6 | 16 | 18 | 19 | 20 => (None, vec![ty(reader)?]),
            10 => (Some("loc"), vec![attr(reader)?, attr(reader)?]),
            11 | 15 | 22 => (Some("loc"), Vec::new()),
            12 => (Some("loc"), list(reader, attr)?),
            13 => {
                let mut locations = list(reader, attr)?;
                locations.insert(0, attr(reader)?);
                (Some("loc"), locations)
            }
            14 => {
                attr(reader)?;
                let Item::Attr(child) = attr(reader)? else { return None };
                let unknown = self.get(Item::Attr(child)).is(UNKNOWN);
                (Some("loc"), if unknown { Vec::new() } else { vec![Item::Attr(child)] })
            }
            21 => {
                let inner = attr(reader)?;
                let unit = self.get(inner).is(UNIT);
                (if unit { None } else { Some("distinct") }, vec![inner])
            }
            23 => (Some("map"), Vec::new()),
            24 => (Some("set"), Vec::new()),
            _ => return None,
        })
    }

    fn type_parts(&mut self, code: u64, mut reader: Reader<'_>) -> Option<Parts> {
        let reader = &mut reader;
        Some(match code {
            2 | 34 => {
                let mut all = list(reader, ty)?;
                all.extend(list(reader, ty)?);
                (None, all)
            }
            9 | 16 | 18 => (None, vec![ty(reader)?]),
            10 | 11 => {
                let space = if code == 11 { Some(attr(reader)?) } else { None };
                shape(reader)?;
                let mut parts = vec![ty(reader)?];
                let layout = attr(reader)?;
                let memo = self.get(layout);
                if !super::affine::is_identity(self.bytes(memo)) {
                    parts.push(layout);
                }
                parts.extend(space);
                (None, parts)
            }
            13 | 19 => {
                shape(reader)?;
                (None, vec![ty(reader)?])
            }
            14 => {
                let encoding = attr(reader)?;
                shape(reader)?;
                (None, vec![ty(reader)?, encoding])
            }
            15 => {
                let parts = list(reader, ty)?;
                (if parts.len() < LONG_TUPLE { None } else { Some("tuple") }, parts)
            }
            17 => {
                let space = attr(reader)?;
                (None, vec![ty(reader)?, space])
            }
            20 => {
                super::types::scalable(reader, self.tables.types.len()).ok()?;
                shape(reader)?;
                (None, vec![ty(reader)?])
            }
            _ => return None,
        })
    }
}
