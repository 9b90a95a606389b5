//! Properties as upstream's reader reads them: by the fields that the release has, without a look at what is behind them.

use std::collections::BTreeMap;

use outlast_core::to_index;
use outlast_mlir::AttrId;
use outlast_mlir::codec::EntryKind;
use outlast_mlir::defs::version;
use outlast_mlir::schema::PropertyKind;
use outlast_mlir::wire::Reader;

use super::entry::{self, entry_text};
use super::read::{MAX_SEGMENTS, One, Refusal, Seen};
use crate::dialect::model::Op;

impl One<'_> {
    /// Fields in order. What stands behind the last one is not looked at.
    pub(super) fn blob_fields(
        &self,
        op: &Op,
        blob: &[u8],
        seen: &mut Seen,
        sizes: &mut BTreeMap<String, Vec<i64>>,
    ) -> Result<(), Refusal> {
        let mut reader = Reader::new(blob);
        let schema = op.schema();
        for property in schema.in_order(self.module.layout.version) {
            let Some(field) = op.field(&property.name) else { continue };
            let name = Some(field.name());
            let ends = || format!("the properties end before `{}`", field.name());
            let attr = |index: u64| match u32::try_from(index) {
                Ok(at) if to_index(at) < self.tables().attrs.len() => Ok(AttrId(at)),
                _ => self.refuse(name, format!("invalid attribute index {index}")),
            };
            let value = match &property.kind {
                PropertyKind::Attr => {
                    let Ok(index) = reader.varint("property") else { return self.refuse(name, ends()) };
                    let at = attr(index)?;
                    self.class(field, at)?;
                    Some(entry_text(self.tables(), EntryKind::Attr, at.0, 0))
                }
                PropertyKind::OptAttr => {
                    let Ok((index, there)) = reader.flagged("property") else {
                        return self.refuse(name, ends());
                    };
                    match there {
                        false => None,
                        true => {
                            let at = attr(index)?;
                            self.class(field, at)?;
                            Some(entry_text(self.tables(), EntryKind::Attr, at.0, 0))
                        }
                    }
                }
                PropertyKind::Segments(count) => {
                    let read = self.segments(&mut reader, to_index(*count).min(MAX_SEGMENTS));
                    match read {
                        Ok(read) => drop(sizes.insert(field.name().to_string(), read)),
                        Err(why) => return self.refuse(name, why.unwrap_or_else(ends)),
                    }
                    None
                }
                native => match self.native(&mut reader, native, 0) {
                    Some(value) => value,
                    None => return self.refuse(name, ends()),
                },
            };
            if let Some(value) = value {
                seen.fields.insert(field.name().to_string(), value);
            }
        }
        Ok(())
    }

    /// A property that is no attribute: none if the blob ends; nothing inside of that if it is as if it had not been set.
    #[allow(clippy::option_option, reason = "whether it could be read, and whether it is there")]
    fn native(&self, reader: &mut Reader<'_>, kind: &PropertyKind, depth: usize) -> Option<Option<String>> {
        if depth > 4 {
            return None;
        }
        Some(match kind {
            PropertyKind::VarInt => {
                Some(reader.varint("property").ok()?).filter(|n| *n != 0).map(|n| n.to_string())
            }
            PropertyKind::SVarInt => {
                Some(reader.svarint("property").ok()?).filter(|n| *n != 0).map(|n| n.to_string())
            }
            PropertyKind::Bool => (reader.byte("property").ok()? != 0).then(|| "true".to_string()),
            PropertyKind::Str => {
                let at = reader.index(self.tables().strings.len(), "string").ok()?;
                let text = self.tables().string(outlast_mlir::StringId(at));
                (!text.is_empty()).then(|| format!("\"{}\"", text.escape_ascii()))
            }
            PropertyKind::Optional(inner) => match reader.byte("property").ok()? {
                0 => None,
                _ => Some(self.native(reader, inner, depth + 1)?.unwrap_or_else(|| "0".to_string())),
            },
            PropertyKind::List(inner) => {
                let count = reader.count("property").ok()?;
                let mut items = Vec::new();
                for _ in 0..count {
                    items.push(self.native(reader, inner, depth + 1)?.unwrap_or_else(|| "0".to_string()));
                }
                (!items.is_empty()).then(|| format!("[{}]", items.join(", ")))
            }
            PropertyKind::Attr => {
                let at = reader.index(self.tables().attrs.len(), "attribute").ok()?;
                Some(entry_text(self.tables(), EntryKind::Attr, at, 0))
            }
            _ => return None,
        })
    }

    /// Sizes of so many segments: a sparse array, or before version 6 an attribute.
    fn segments(&self, reader: &mut Reader<'_>, len: usize) -> Result<Vec<i64>, Option<String>> {
        if self.module.layout.version < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE {
            let index = reader.varint("sizes").map_err(|_| None)?;
            let attr = u32::try_from(index).ok().map(AttrId);
            let sizes = attr.and_then(|attr| entry::i32s(self.tables(), attr));
            let sizes = sizes.filter(|sizes| sizes.len() == len);
            return sizes.ok_or_else(|| Some(format!("expected a dense array of {len} sizes of 32 bits")));
        }
        let mut sizes = vec![0_i64; len];
        let wide = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let (count, sparse) = reader.flagged("sizes").map_err(|_| None)?;
        let room = |at: u64| usize::try_from(at).ok().filter(|at| *at < len);
        if !sparse && count > 0 && room(count - 1).is_none() {
            return Err(Some(format!("trying to read an array of {count}, but there is room for {len}")));
        }
        let bits = if sparse && count > 0 { reader.varint("width").map_err(|_| None)? } else { 0 };
        if bits > 8 {
            return Err(Some("a sparse array with an index of more than 8 bits".to_string()));
        }
        for at in 0..count {
            let value = reader.varint("size").map_err(|_| None)?;
            let (index, value) =
                if sparse { (value & ((1 << bits) - 1), value >> bits) } else { (at, value) };
            let Some(place) = room(index).and_then(|at| sizes.get_mut(at)) else {
                return Err(Some(format!("a sparse array has index {index}, but there is room for {len}")));
            };
            *place = wide(value);
        }
        Ok(sizes)
    }
}
