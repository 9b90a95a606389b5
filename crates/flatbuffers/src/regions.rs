//! Every byte of a buffer as regions, in file order: head, tables field by field, vtables, vectors, strings, padding,
//! and what nobody refers to. It goes on past faults: what cannot be followed shows as unknown bytes.

use std::borrow::Cow;
use std::ops::Range;

use outlast_core::{Bytes, Descend, Region, RegionKind, RegionSink};

use crate::coverage::Coverage;
use crate::header::ContainerHeader;
use crate::object::{Object, ObjectKind};
use crate::schema::{Element, ObjectId, Scalar, Schema, Type};
use crate::view::{self, Str, Table, Vector};
use crate::walk::{Limits, walk};

/// Longest text or list that is shown as a value.
const SHOWN: usize = 60;
/// Longest run of bytes that is looked at to tell padding from data.
const LOOKED_AT: usize = 4096;

/// Regions that others fill: the content of byte vectors, and the header between identifier and tables, which is of the kind
/// [`ObjectKind::Head`]. Gets a range of the buffer and returns whether it has emitted regions that cover exactly that range.
pub type Inner<'i> = dyn FnMut(ObjectKind, Range<usize>, &mut dyn RegionSink) -> bool + 'i;

/// Emits a leaf region.
pub fn leaf<'l>(
    sink: &mut dyn RegionSink,
    buf: Bytes<'_>,
    range: Range<usize>,
    kind: RegionKind,
    label: impl Into<Cow<'l, str>>,
    value: impl Into<Cow<'l, str>>,
) {
    let span = buf.span(range.start, range.len());
    sink.enter(Region { span, kind, label: label.into(), value: value.into() });
    sink.leave();
}

/// Emits a region with parts.
pub fn group<'l>(
    sink: &mut dyn RegionSink,
    buf: Bytes<'_>,
    range: Range<usize>,
    label: impl Into<Cow<'l, str>>,
    parts: impl FnOnce(&mut dyn RegionSink),
) {
    let span = buf.span(range.start, range.len());
    let region = Region { span, kind: RegionKind::Structure, label: label.into(), value: Cow::Borrowed("") };
    if sink.enter(region) == Descend::Into {
        parts(sink);
    }
    sink.leave();
}

/// Emits bytes that nothing refers to: padding if they are few zeros. Nothing if the range is empty.
pub fn gap(sink: &mut dyn RegionSink, buf: Bytes<'_>, range: Range<usize>, label: &str) {
    if range.is_empty() {
        return;
    }
    let zero = range.len() <= LOOKED_AT
        && buf.data().get(range.clone()).is_some_and(|raw| raw.iter().all(|byte| *byte == 0));
    match zero {
        true => leaf(sink, buf, range, RegionKind::Padding, "padding", ""),
        false => leaf(sink, buf, range, RegionKind::Unknown, label, ""),
    }
}

/// Emits all regions of `buf` from its first byte to its last. `header` is what a container keeps after the identifier; it and the
/// contents of byte vectors are offered to `inner`.
pub fn emit(
    buf: Bytes<'_>,
    schema: &Schema,
    header: ContainerHeader,
    inner: &mut Inner<'_>,
    sink: &mut dyn RegionSink,
) {
    let walk = walk(buf, schema, Limits::default());
    let header = header.object(buf, &walk);
    let coverage = Coverage::new(buf, &walk, header.as_slice(), 64);
    let mut emitter = Emitter { buf, schema, inner };
    if !walk.objects.iter().any(|o| o.start == 0) && buf.len() >= 4 {
        let label = walk.errors.first().map_or_else(|| "root table".into(), ToString::to_string);
        leaf(sink, buf, 0..4, RegionKind::Bad, label, "");
    }
    let mut at = if walk.objects.iter().any(|o| o.start == 0) { 0 } else { buf.len().min(4) };
    for object in &coverage.objects {
        if object.end <= at {
            continue;
        }
        if object.start < at {
            leaf(
                sink,
                buf,
                at..object.end,
                RegionKind::Bad,
                "rest of an object that starts inside another",
                "",
            );
        } else {
            gap(sink, buf, at..object.start, "bytes that nothing refers to");
            emitter.object(object, sink);
        }
        at = object.end;
    }
    gap(sink, buf, at..buf.len(), "bytes that nothing refers to");
}

struct Emitter<'a, 's, 'i, 'f> {
    buf: Bytes<'a>,
    schema: &'s Schema,
    inner: &'i mut Inner<'f>,
}

impl Emitter<'_, '_, '_, '_> {
    fn object(&mut self, object: &Object, sink: &mut dyn RegionSink) {
        let (buf, range) = (self.buf, object.start..object.end);
        match object.kind {
            ObjectKind::Head if object.start == 0 => self.head(object, sink),
            ObjectKind::Head => {
                if !(self.inner)(object.kind, range.clone(), sink) {
                    leaf(sink, buf, range, RegionKind::Unknown, "header", "");
                }
            }
            ObjectKind::VTable(id) => self.vtable(object, id, sink),
            ObjectKind::Table(id) => match Table::at(buf, object.start) {
                Ok(table) => self.table(&table, id, sink),
                Err(error) => leaf(sink, buf, range, RegionKind::Bad, error.to_string(), ""),
            },
            ObjectKind::Vector(ty) => self.vector(object, ty, sink),
            ObjectKind::String => self.string(object, sink),
        }
    }

    fn head(&self, object: &Object, sink: &mut dyn RegionSink) {
        let buf = self.buf;
        let root = buf.u32(0, "root").unwrap_or(0);
        leaf(
            sink,
            buf,
            0..object.end.min(4),
            RegionKind::Value,
            "root table",
            arrow(buf, Some(root as usize)),
        );
        if object.end > 4 {
            let text = buf.data().get(4..object.end).unwrap_or(&[]).escape_ascii().to_string();
            leaf(sink, buf, 4..object.end, RegionKind::Value, "identifier", text);
        }
    }

    fn vtable(&self, object: &Object, id: ObjectId, sink: &mut dyn RegionSink) {
        let (buf, table) = (self.buf, self.schema.object(id));
        group(sink, buf, object.start..object.end, format!("vtable of {}", table.short_name()), |sink| {
            let number = |at| buf.u16(at, "vtable").unwrap_or(0);
            let (first, second) = (object.start, object.start + 2);
            leaf(
                sink,
                buf,
                first..second,
                RegionKind::Value,
                "size of the vtable",
                number(first).to_string(),
            );
            leaf(
                sink,
                buf,
                second..second + 2,
                RegionKind::Value,
                "size of the table",
                number(second).to_string(),
            );
            for (slot, at) in (0u16..).zip((object.start + 4..object.end).step_by(2)) {
                let end = (at + 2).min(object.end);
                let label = match table.field_by_id(slot) {
                    Some(field) => format!("{}.{}", table.short_name(), field.name),
                    None => format!("{} slot {slot}", table.short_name()),
                };
                let value = match number(at) {
                    0 => "absent".to_string(),
                    offset => format!("at {offset}"),
                };
                leaf(sink, buf, at..end, RegionKind::Value, label, value);
            }
        });
    }

    fn table(&self, table: &Table<'_>, id: ObjectId, sink: &mut dyn RegionSink) {
        let (buf, object, start) = (self.buf, self.schema.object(id), table.pos());
        let mut fields: Vec<(usize, u16)> = (0..table.slots())
            .filter_map(|slot| {
                Some((start + usize::from(table.entry(slot)), slot)).filter(|(at, _)| *at > start)
            })
            .collect();
        fields.sort_unstable();
        let end = start + table.size();
        group(sink, buf, start..end, object.short_name().to_string(), |sink| {
            leaf(
                sink,
                buf,
                start..start + 4,
                RegionKind::Value,
                "vtable",
                arrow(buf, Some(table.vtable().0)),
            );
            let mut at = start + 4;
            for (index, (field, slot)) in fields.iter().enumerate() {
                let next = fields.get(index + 1).map_or(end, |(next, _)| *next).min(end);
                if *field < at || next <= *field {
                    continue;
                }
                gap(sink, buf, at..*field, "bytes of a table that no field has");
                let (size, label, value) = self.field(table, id, *slot, *field, next - *field);
                let known = object.field_by_id(*slot).is_some();
                let kind = if known { RegionKind::Value } else { RegionKind::Unknown };
                at = field.saturating_add(size).min(next);
                leaf(sink, buf, *field..at, kind, label, value);
            }
            gap(sink, buf, at..end, "bytes of a table that no field has");
        });
    }

    /// Size, label and value of the field in `slot`, which stands at `at` and has `room` bytes until the next.
    fn field(
        &self,
        table: &Table<'_>,
        id: ObjectId,
        slot: u16,
        at: usize,
        room: usize,
    ) -> (usize, String, String) {
        let object = self.schema.object(id);
        let Some(field) = object.field_by_id(slot) else {
            let value = match room {
                4..=7 => self.buf.u32(at, "field").map_or_else(|_| String::new(), |v| v.to_string()),
                8 => self.buf.u64(at, "field").map_or_else(|_| String::new(), |v| v.to_string()),
                _ => String::new(),
            };
            return (room, format!("{} slot {slot}", object.short_name()), value);
        };
        let label = format!("{}.{}", object.short_name(), field.name);
        match field.ty {
            Type::Single(element) => {
                let tag = match element {
                    Element::Union(_) => table.u8(slot.wrapping_sub(1)).ok().flatten().unwrap_or(0),
                    _ => 0,
                };
                (element.inline_size(self.schema).max(1), label, self.element(element, at, tag))
            }
            _ => (4, label, arrow(self.buf, view::reference(self.buf, at, "vector").ok())),
        }
    }

    fn element(&self, element: Element, at: usize, tag: u8) -> String {
        let buf = self.buf;
        match element {
            Element::Scalar(scalar) => number(buf, scalar, at),
            Element::Enum(scalar, id) | Element::UnionTag(scalar, id) => {
                let number = number(buf, scalar, at);
                let name = number.parse().ok().and_then(|n: i128| self.schema.enumeration(id).value(n));
                name.map_or_else(|| number.clone(), |value| format!("{number} ({})", value.name))
            }
            Element::String => match view::reference(buf, at, "string") {
                Ok(pos) => {
                    let text = Str::at(buf, pos)
                        .map_or_else(|_| String::new(), |s| format!(" {}", quoted(s.bytes())));
                    format!("{}{text}", arrow(buf, Some(pos)))
                }
                Err(_) => arrow(buf, None),
            },
            Element::Table(_) => arrow(buf, view::reference(buf, at, "table").ok()),
            Element::Union(id) => {
                let name = self.schema.enumeration(id).value(tag.into()).map_or("?", |v| v.name.as_str());
                format!("{} {name}", arrow(buf, view::reference(buf, at, "union").ok()))
            }
            Element::Struct(_) => String::new(),
        }
    }

    fn vector(&mut self, object: &Object, ty: Type, sink: &mut dyn RegionSink) {
        let (buf, range) = (self.buf, object.start..object.end);
        let element = match ty {
            Type::Vector(element) => element,
            _ => return leaf(sink, buf, range, RegionKind::Value, "struct", ""),
        };
        let size = element.inline_size(self.schema);
        let Ok(vector) = Vector::at(buf, object.start, size) else {
            return leaf(sink, buf, range, RegionKind::Bad, "vector that does not fit", "");
        };
        group(sink, buf, range, format!("vector of {}", self.name(element)), |sink| {
            let first = vector.pos();
            let count = vector.len().to_string();
            leaf(sink, buf, object.start..first, RegionKind::Value, "length", count);
            let content = first..first + vector.byte_len();
            if content.is_empty() {
                return;
            }
            if element.is_reference() {
                for index in 0..vector.len() {
                    let at = first + index * size;
                    let value = match element {
                        Element::String => self.element(element, at, 0),
                        _ => arrow(buf, view::reference(buf, at, "element").ok()),
                    };
                    leaf(sink, buf, at..at + size, RegionKind::Value, format!("[{index}]"), value);
                }
            } else if size != 1 || !(self.inner)(object.kind, content.clone(), sink) {
                let short = vector.len() <= 16;
                let values =
                    (0..vector.len()).filter(|_| short).map(|i| self.element(element, first + i * size, 0));
                let value = values.collect::<Vec<_>>().join(", ");
                let kind = if short { RegionKind::Value } else { RegionKind::Data };
                leaf(sink, buf, content, kind, "elements", value);
            }
        });
    }

    fn name(&self, element: Element) -> String {
        match element {
            Element::Scalar(scalar) => scalar.name().to_string(),
            Element::Enum(_, id) | Element::UnionTag(_, id) | Element::Union(id) => {
                self.schema.enumeration(id).short_name().to_string()
            }
            Element::String => "string".to_string(),
            Element::Struct(id) | Element::Table(id) => self.schema.object(id).short_name().to_string(),
        }
    }

    fn string(&self, object: &Object, sink: &mut dyn RegionSink) {
        let buf = self.buf;
        let Ok(text) = Str::at(buf, object.start) else {
            return leaf(
                sink,
                buf,
                object.start..object.end,
                RegionKind::Bad,
                "string that does not fit",
                "",
            );
        };
        let (first, end) = (text.pos(), text.pos() + text.bytes().len());
        group(sink, buf, object.start..object.end, "string", |sink| {
            leaf(sink, buf, object.start..first, RegionKind::Value, "length", text.bytes().len().to_string());
            if end > first {
                leaf(sink, buf, first..end, RegionKind::Value, "text", quoted(text.bytes()));
            }
            leaf(sink, buf, end..object.end, RegionKind::Padding, "NUL", "");
        });
    }
}

fn arrow(buf: Bytes<'_>, target: Option<usize>) -> String {
    match target {
        Some(target) => format!("-> 0x{:x}", buf.base().saturating_add(target as u64)),
        None => "-> nowhere".to_string(),
    }
}

fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.get(..SHOWN).unwrap_or(bytes));
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{}{more}\"", text.escape_debug())
}

fn number(buf: Bytes<'_>, scalar: Scalar, at: usize) -> String {
    let text = match scalar {
        Scalar::Bool => buf.u8(at, "bool").map(|v| if v == 0 { "false".into() } else { "true".into() }),
        Scalar::U8 => buf.u8(at, "number").map(|v| v.to_string()),
        Scalar::I8 => buf.u8(at, "number").map(|v| v.cast_signed().to_string()),
        Scalar::U16 => buf.u16(at, "number").map(|v| v.to_string()),
        Scalar::I16 => buf.u16(at, "number").map(|v| v.cast_signed().to_string()),
        Scalar::U32 => buf.u32(at, "number").map(|v| v.to_string()),
        Scalar::I32 => buf.i32(at, "number").map(|v| v.to_string()),
        Scalar::U64 => buf.u64(at, "number").map(|v| v.to_string()),
        Scalar::I64 => buf.i64(at, "number").map(|v| v.to_string()),
        Scalar::F32 => buf.u32(at, "number").map(|v| f32::from_bits(v).to_string()),
        Scalar::F64 => buf.u64(at, "number").map(|v| f64::from_bits(v).to_string()),
    };
    text.unwrap_or_default()
}
