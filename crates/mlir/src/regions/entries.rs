//! Attributes and types with their fields, properties, resources.

use outlast_core::{RegionKind, Result, to_index};

use super::{Walk, names};
use crate::codec::{self, EntryKind, Field, Fields};
use crate::defs::version;
use crate::ids::PropertiesId;
use crate::schema::{OpSchema, PropertyKind};
use crate::tables::{Entries, Resource, ResourceValue};
use crate::wire::Reader;

impl<'a> Walk<'a, '_, '_> {
    /// The attribute and type section, whose data begin at `start`.
    pub(super) fn entries(&mut self, start: usize) -> Result<()> {
        let Some(content) = self.content else { return Ok(()) };
        self.entries_of(&content.tables.attrs, EntryKind::Attr, start)?;
        self.entries_of(&content.tables.types, EntryKind::Type, start)
    }

    fn entries_of(&mut self, entries: &Entries<'_>, kind: EntryKind, start: usize) -> Result<()> {
        let Some(tables) = self.content.map(|content| content.tables) else { return Ok(()) };
        let window = self.reader;
        for index in 0..u32::try_from(entries.file_len()).unwrap_or(u32::MAX) {
            let (Some(entry), Some(range)) = (entries.get(index), entries.range(index)) else { break };
            let (first, last) = (start + to_index(range.start), start + to_index(range.end));
            self.reader = window.window(first, last);
            let known = self.names();
            let kind_of = kind;
            self.rows.open(first, || {
                let kind = if kind == EntryKind::Attr { "attribute" } else { "type" };
                format!("{kind} {}", known.entry(u64::from(index), kind_of)).into()
            });
            let depth = self.rows.depth();
            let done = match entry.text() {
                Some(_) => {
                    let text = |reader: &mut Reader<'a>| Ok(reader.rest());
                    self.field("assembly text", text, |text| {
                        names::text(text.strip_suffix(&[0]).unwrap_or(text))
                    })
                    .map(|_| ())
                }
                None => match codec::find(tables, &entry, kind) {
                    Some((shape, fields)) => self
                        .explained_number("code", |code| format!("{code}: {}", shape.name))
                        .and_then(|_| self.fields(fields)),
                    None => {
                        self.rows.leaf(RegionKind::Unknown, first..last, "an encoding that is not known", "");
                        self.reader = window.window(last, last);
                        Ok(())
                    }
                },
            };
            match done {
                Err(error) => self.bad(&error),
                Ok(()) if !self.reader.is_empty() => {
                    let rest = self.reader.offset()..last;
                    self.rows.leaf(RegionKind::Bad, rest, "bytes that are left over", "");
                }
                Ok(()) => {}
            }
            self.rows.close_to(depth, last);
            self.rows.close(last);
            self.reader = window.window(last, window.end());
        }
        Ok(())
    }

    /// Fields of an encoding. Lists are as deep as the shapes that this crate has.
    fn fields(&mut self, fields: Fields) -> Result<()> {
        for (name, field) in fields {
            match field {
                Field::Attr => self.attr(name)?,
                Field::Type => self.ty(name)?,
                Field::OptAttr => self.optional_attr(name)?,
                Field::OptType => {
                    let known = self.names();
                    self.flagged(name, |index, there| if there { known.ty(index) } else { "none".into() })?;
                }
                Field::Str => self.string(name)?,
                Field::Resource => {
                    let known = self.names();
                    self.explained_number(name, |index| known.resource(index))?;
                }
                Field::VarInt => drop(self.number(name)?),
                Field::SVarInt => {
                    self.field(name, |reader| reader.svarint("number"), ToString::to_string)?;
                }
                Field::F64 => {
                    let bits = |reader: &mut Reader<'a>| reader.svarint("number");
                    self.field(name, bits, |bits| f64::from_bits(bits.cast_unsigned()).to_string())?;
                }
                Field::Bool => drop(self.flag(name)?),
                Field::Maybe(inner) => {
                    if self.flag(name)? {
                        self.fields(inner)?;
                    }
                }
                Field::Blob => {
                    let len = self.explained_number("bytes", |len| len.to_string())?;
                    self.data(name, len)?;
                }
                Field::List(inner) => {
                    for _ in 0..self.list(name)? {
                        self.fields(inner)?;
                    }
                }
                Field::Strings => {
                    while !self.reader.is_empty() {
                        self.string(name)?;
                    }
                }
                Field::Tail => {
                    let rest = u64::try_from(self.reader.remaining()).unwrap_or(u64::MAX);
                    self.data(name, rest)?;
                }
            }
        }
        Ok(())
    }

    fn attr(&mut self, label: &str) -> Result<()> {
        let known = self.names();
        self.explained_number(label, |index| known.attr(index)).map(|_| ())
    }

    fn ty(&mut self, label: &str) -> Result<()> {
        let known = self.names();
        self.explained_number(label, |index| known.ty(index)).map(|_| ())
    }

    fn string(&mut self, label: &str) -> Result<()> {
        let known = self.names();
        self.explained_number(label, |index| known.string(index)).map(|_| ())
    }

    fn optional_attr(&mut self, label: &str) -> Result<()> {
        let known = self.names();
        self.flagged(label, |index, there| if there { known.attr(index) } else { "none".into() }).map(|_| ())
    }

    fn flag(&mut self, label: &str) -> Result<bool> {
        let byte = |reader: &mut Reader<'a>| reader.byte("flag");
        self.field(label, byte, |byte| (*byte != 0).to_string()).map(|byte| byte != 0)
    }

    /// How many there are, for a label that is made: no more than bytes remain.
    fn list(&mut self, label: &str) -> Result<usize> {
        let count = |reader: &mut Reader<'a>| reader.count("number of elements");
        self.field(&format!("number in {label}"), count, ToString::to_string)
    }

    /// Bytes that mean nothing by themselves.
    fn data(&mut self, label: &str, len: u64) -> Result<()> {
        let at = self.reader.offset();
        self.reader.bytes(len, "data")?;
        if len != 0 {
            self.rows.leaf(RegionKind::Data, at..self.reader.offset(), label, "");
        }
        Ok(())
    }

    /// The properties section.
    pub(super) fn properties(&mut self) -> Result<()> {
        if self.reader.is_empty() {
            return Ok(());
        }
        let count = self.count("number of properties")?;
        for at in 0..count {
            let start = self.reader.offset();
            let used = self.content.and_then(|content| content.properties(PropertiesId::new(at)));
            let known = self.names();
            self.rows.open(start, || match used {
                Some((name, _)) => format!("properties {at}, of {}", known.op(u64::from(name.0))).into(),
                None => format!("properties {at}").into(),
            });
            let len = self.number("size")?;
            let (first, outer) = (self.reader.offset(), self.reader);
            self.reader.bytes(len, "properties")?;
            let last = self.reader.offset();
            match used.and_then(|(_, schema)| schema) {
                Some(schema) => {
                    self.reader = outer.window(first, last);
                    if let Err(error) = self.by_schema(schema) {
                        self.bad(&error);
                    }
                }
                None if first < last => {
                    self.rows.leaf(RegionKind::Unknown, first..last, "properties without a schema", "");
                }
                None => {}
            }
            self.rows.close(last);
            self.reader = outer.window(last, outer.end());
        }
        Ok(())
    }

    fn by_schema(&mut self, schema: &OpSchema) -> Result<()> {
        for field in schema.in_order(self.version) {
            let label = if field.name.is_empty() { "all" } else { &*field.name };
            self.property(label, &field.kind)?;
        }
        self.reader.finish("properties")
    }

    /// A value of properties. Kinds are as deep as the schemas that this crate has.
    fn property(&mut self, label: &str, kind: &PropertyKind) -> Result<()> {
        match kind {
            PropertyKind::Attr => self.attr(label),
            PropertyKind::OptAttr => self.optional_attr(label),
            PropertyKind::Segments(_) if self.version < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE => {
                self.attr(label)
            }
            PropertyKind::Segments(_) => self.segments(label),
            PropertyKind::VarInt => self.number(label).map(|_| ()),
            PropertyKind::SVarInt => {
                self.field(label, |reader| reader.svarint("number"), ToString::to_string).map(|_| ())
            }
            PropertyKind::Bool => self.flag(label).map(drop),
            PropertyKind::Str => self.string(label),
            PropertyKind::Optional(inner) => {
                let byte = |reader: &mut Reader<'a>| reader.byte("flag");
                let there =
                    self.field(&format!("is {label} there"), byte, |byte| (*byte != 0).to_string())?;
                if there == 0 { Ok(()) } else { self.property(label, inner) }
            }
            PropertyKind::List(inner) => {
                for _ in 0..self.list(label)? {
                    self.property(label, inner)?;
                }
                Ok(())
            }
        }
    }

    /// Sizes of segments: all of them, or those that are not zero, each with its place in the lowest bits.
    fn segments(&mut self, label: &str) -> Result<()> {
        let show = |count, sparse| format!("{count} {}", if sparse { "that are not zero" } else { "sizes" });
        let (count, sparse) = self.flagged(label, show)?;
        let mut bits = 0;
        if sparse && count != 0 {
            bits = self.number("bits of a place")?.min(63);
        }
        for at in 0..count {
            self.explained_number("size of a segment", |both| match sparse {
                true => format!("place {}: {}", both & ((1 << bits) - 1), both >> bits),
                false => format!("place {at}: {both}"),
            })?;
        }
        Ok(())
    }

    /// The resource section: what the keys say is where.
    pub(super) fn resources(&mut self) -> Result<()> {
        let Some(content) = self.content else { return Ok(()) };
        let resources = &content.tables.resources;
        let external = resources.external.iter().flat_map(|group| &group.members);
        let dialects = resources.dialects.iter().flat_map(|group| &group.members);
        let window = self.reader;
        for resource in external.chain(dialects) {
            let (first, last) = resource.range;
            // What does not follow on what came before was not read from this section.
            if first == last || first != self.reader.offset() || last > window.end() {
                continue;
            }
            let key = names::text(content.tables.string(resource.key));
            self.rows.open(first, || format!("resource {key}").into());
            self.reader = window.window(first, last);
            let depth = self.rows.depth();
            if let Err(error) = self.resource(resource) {
                self.bad(&error);
            }
            self.rows.close_to(depth, last);
            self.rows.close(last);
            self.reader = window.window(last, window.end());
        }
        Ok(())
    }

    fn resource(&mut self, resource: &Resource<'_>) -> Result<()> {
        match &resource.value {
            ResourceValue::Blob { data, offset, .. } => {
                self.number("alignment")?;
                self.number("bytes")?;
                self.padding(*offset);
                self.reader = self.reader.window(*offset, self.reader.end());
                self.data("blob", u64::try_from(data.len()).unwrap_or(u64::MAX))
            }
            ResourceValue::Bool(_) => self.flag("value").map(drop),
            ResourceValue::String(_) => self.string("value"),
            ResourceValue::Declared(_) => Ok(()),
        }
    }
}
