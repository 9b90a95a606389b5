//! [`replay()`]: every object decoded and encoded at its place. What comes out is the input, bit for bit, and that is
//! a proof only because no object is copied: each is written from what was read of it.

use std::ops::Range;

use outlast_core::{Bytes, Output, Result, SortShort};

use crate::buffer::{Buffer, bulk_of};
use crate::edit::Editor;
use crate::header::ContainerHeader;
use crate::object::{Object, ObjectKind};
use crate::schema::{ObjectId, Schema, Type};
use crate::view::{self, Str, Table, Vector};

/// A buffer that was decoded and encoded.
#[derive(Clone, Debug)]
pub struct Replayed<'a> {
    /// The bytes. Bulk data are read and written where they stand: see [`Buffer`].
    pub buffer: Buffer<'a>,
    /// How many of them were written from decoded values.
    pub decoded: usize,
    /// How many belong to no object that the schema knows, and were kept: padding, headers, things of the future.
    pub kept: usize,
}

/// Decodes and encodes every object of a buffer. `header` is what a container keeps after the identifier.
pub fn replay<'a>(
    buf: Bytes<'a>,
    schema: &Schema,
    header: impl Into<ContainerHeader>,
) -> Result<Replayed<'a>> {
    let editor = Editor::new(buf, schema, header)?;
    let mut out = Writer { bytes: vec![0; buf.len()], written: vec![false; buf.len()], bulk: Vec::new() };
    for object in editor.objects() {
        match object.kind {
            ObjectKind::Head if object.start == 0 => {
                out.put(0, &u32::try_from(view::root(buf)?.pos()).unwrap_or(0).to_le_bytes());
                if let Some(identifier) = schema.file_identifier.as_ref().and(view::identifier(&buf)) {
                    out.put(4, identifier);
                }
            }
            ObjectKind::Head => {}
            ObjectKind::VTable(_) => vtable(buf, object, &mut out)?,
            ObjectKind::Table(id) => table(buf, schema, object, id, &mut out)?,
            ObjectKind::String => {
                let text = Str::at(buf, object.start)?;
                out.put(object.start, &u32::try_from(text.bytes().len()).unwrap_or(0).to_le_bytes());
                out.put(object.start + 4, text.bytes());
                out.put(object.start + 4 + text.bytes().len(), &[0]);
            }
            ObjectKind::Vector(ty) => vector(buf, schema, object, ty, &mut out)?,
        }
    }
    let (mut decoded, mut at) = (0, 0);
    out.bulk.sort_short_by_key(|bulk| bulk.start);
    for bulk in out.bulk.iter().cloned().chain(std::iter::once(buf.len()..buf.len())) {
        let part = at..bulk.start;
        let bytes = out.bytes.get_mut(part.clone()).unwrap_or_default().iter_mut();
        let written = out.written.get(part.clone()).unwrap_or_default();
        for ((byte, written), old) in bytes.zip(written).zip(buf.data().get(part).unwrap_or_default()) {
            match written {
                true => decoded += 1,
                false => *byte = *old,
            }
        }
        decoded += bulk.len();
        at = bulk.end;
    }
    let bulk = out.bulk.into_iter().map(|bulk| (bulk.start, buf.data().get(bulk).unwrap_or_default()));
    let bulk = bulk.map(|(start, raw)| (start, Output::weights(raw)));
    let buffer = Buffer::new(out.bytes, bulk.collect());
    Ok(Replayed { buffer, decoded, kept: buf.len() - decoded })
}

struct Writer {
    bytes: Vec<u8>,
    written: Vec<bool>,
    /// Elements of vectors of bytes that stay where they are.
    bulk: Vec<Range<usize>>,
}

impl Writer {
    /// Writes a part of an object at the place where it was read.
    fn put(&mut self, at: usize, raw: &[u8]) {
        let part = at..at.saturating_add(raw.len());
        if let (Some(bytes), Some(written)) = (self.bytes.get_mut(part.clone()), self.written.get_mut(part)) {
            bytes.copy_from_slice(raw);
            written.fill(true);
        }
    }

    /// A reference that leads to `target`.
    fn refer(&mut self, at: usize, target: usize) {
        self.put(at, &u32::try_from(target - at).unwrap_or(0).to_le_bytes());
    }
}

fn vtable(buf: Bytes<'_>, object: &Object, out: &mut Writer) -> Result<()> {
    let mut words = Vec::new();
    for at in (object.start..object.end).step_by(2) {
        words.push(buf.u16(at, "vtable")?);
    }
    let raw: Vec<u8> = words.into_iter().flat_map(u16::to_le_bytes).collect();
    out.put(object.start, &raw);
    Ok(())
}

fn table(buf: Bytes<'_>, schema: &Schema, object: &Object, id: ObjectId, out: &mut Writer) -> Result<()> {
    let table = Table::at(buf, object.start)?;
    let back = i64::try_from(table.pos()).unwrap_or(0) - i64::try_from(table.vtable().0).unwrap_or(0);
    out.put(table.pos(), &i32::try_from(back).unwrap_or(0).to_le_bytes());
    for field in &schema.object(id).fields {
        let Some(at) = table.slot(field.id, 1)? else { continue };
        match field.ty {
            Type::Single(element) if !element.is_reference() => {
                inline(buf, at, element.inline_size(schema), out)?;
            }
            _ => out.refer(at, view::reference(buf, at, "field")?),
        }
    }
    Ok(())
}

fn vector(buf: Bytes<'_>, schema: &Schema, object: &Object, ty: Type, out: &mut Writer) -> Result<()> {
    let element = ty.element();
    let size = element.inline_size(schema);
    if let Type::Single(_) = ty {
        return inline(buf, object.start, size, out); // a struct in a union
    }
    let vector = Vector::at(buf, object.start, size)?;
    out.put(object.start, &u32::try_from(vector.len()).unwrap_or(0).to_le_bytes());
    if let Some(bulk) = bulk_of(object) {
        out.bulk.push(bulk);
        return Ok(());
    }
    for index in 0..vector.len() {
        let at = vector.element_pos(index)?;
        match element.is_reference() && buf.u32(at, "element")? != 0 {
            true => out.refer(at, view::reference(buf, at, "element")?),
            false => inline(buf, at, size, out)?,
        }
    }
    Ok(())
}

/// A scalar by its width, or a struct byte for byte.
fn inline(buf: Bytes<'_>, at: usize, size: usize, out: &mut Writer) -> Result<()> {
    match size {
        1 => out.put(at, &[buf.u8(at, "u8")?]),
        2 => out.put(at, &buf.u16(at, "u16")?.to_le_bytes()),
        4 => out.put(at, &buf.u32(at, "u32")?.to_le_bytes()),
        8 => out.put(at, &buf.u64(at, "u64")?.to_le_bytes()),
        _ => out.put(at, buf.slice(at, size, "struct")?),
    }
    Ok(())
}
