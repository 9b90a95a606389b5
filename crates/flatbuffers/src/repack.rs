//! [`repack()`]: a buffer rewritten, without the bytes that nothing refers to.
//!
//! This is the one operation that re-serialises. It is refused where the schema does not know everything in the buffer.
//! Presence, explicit defaults, empty vectors and sharing stay as they are; no alignment is lowered: the alignment of a
//! field's vectors is the best that all of them in the original have.

use outlast_core::{Bytes, Error, ErrorKind, Output, QuickMap, Result};

use crate::buffer::{Buffer, bulk_of};
use crate::build::{Builder, Ref, Slot, Target};
use crate::edit::{Editor, MAX_ALIGN, lowest_bit, references_of};
use crate::header::ContainerHeader;
use crate::object::{Object, ObjectKind};
use crate::schema::{Element, ObjectId, Schema, Type};
use crate::view::{self, Str, Table, Vector};

/// Serialises the buffer again. `header` is what a container keeps after the identifier; in the result `reserve` zeros stand there.
pub fn repack<'a>(
    buf: Bytes<'a>,
    schema: &Schema,
    header: impl Into<ContainerHeader>,
    reserve: usize,
) -> Result<Buffer<'a>> {
    let editor = Editor::new(buf, schema, header)?;
    if let Some(place) = editor.read_twice() {
        let why = format!("two fields read the bytes at 0x{place:x} as different types");
        return Err(Error::new(ErrorKind::Invalid { what: "repack", why }, buf.span(place, 4)));
    }
    if editor.knows_all() {
        let packed = Packer::new(&editor)?.pack(reserve)?;
        same_but(buf, Bytes::new(&packed.bytes, 0), schema, |place| packed.has_bulk_at(place))?;
        return Ok(packed);
    }
    let why = "the schema does not know everything in this buffer, so writing it again would lose data";
    let error = Error::new(ErrorKind::Invalid { what: "repack", why: why.into() }, buf.span(0, 0));
    Err(error.with_help("give the schema of the file's own release (--schema)"))
}

struct Packer<'e, 'a> {
    buf: Bytes<'a>,
    schema: &'e Schema,
    objects: Vec<Object>,
    numbers: QuickMap<usize, usize>,
    aligns: QuickMap<usize, usize>,
}

impl<'e, 'a> Packer<'e, 'a> {
    fn new(editor: &'e Editor<'a, '_>) -> Result<Packer<'e, 'a>> {
        let (buf, schema) = (editor.original(), editor.schema());
        let wanted = |o: &&Object| !matches!(o.kind, ObjectKind::Head | ObjectKind::VTable(_));
        let objects: Vec<Object> = editor.objects().iter().filter(wanted).copied().collect();
        let numbers = objects.iter().enumerate().map(|(i, o)| (o.start, i)).collect();
        let aligns = aligns(buf, schema, &objects)?;
        Ok(Packer { buf, schema, objects, numbers, aligns })
    }

    fn target(&self, pos: usize) -> Result<Target> {
        let missing = || Error::new(ErrorKind::Missing { what: "object".into() }, self.buf.span(pos, 4));
        // One builder object is made for each object, in this order.
        self.numbers.get(&pos).map(|n| Target::New(Ref::nth(*n))).ok_or_else(missing)
    }

    fn pack(&self, header: usize) -> Result<Buffer<'a>> {
        let mut build = Builder::new();
        for object in &self.objects {
            match object.kind {
                ObjectKind::Table(id) => {
                    let fields = self.fields(object, id)?;
                    build.table(fields);
                }
                ObjectKind::String => {
                    build.bytes_of_string(Str::at(self.buf, object.start)?.bytes());
                }
                ObjectKind::Vector(Type::Single(_)) => {
                    let why = "a struct as a member of a union".to_string();
                    let span = self.buf.span(object.start, 4);
                    return Err(Error::new(ErrorKind::Invalid { what: "repack", why }, span));
                }
                ObjectKind::Vector(ty) => {
                    let element = ty.element();
                    let size = element.inline_size(self.schema);
                    let vector = Vector::at(self.buf, object.start, size)?;
                    if element.is_reference() {
                        let targets: Result<Vec<Target>> = references_of(self.buf, self.schema, object)?
                            .iter()
                            .map(|(_, to)| self.target(*to))
                            .collect();
                        let targets = targets?;
                        if targets.len() != vector.len() {
                            let why = "a vector of unions with an element NONE".to_string();
                            return Err(Error::new(
                                ErrorKind::Invalid { what: "repack", why },
                                vector.span(),
                            ));
                        }
                        build.references(targets);
                    } else {
                        let natural = element.inline_align(self.schema);
                        let align = self.aligns.get(&object.start).copied().unwrap_or(natural);
                        match bulk_of(object) {
                            Some(_) => build.bulk(Output::weights(vector.bytes()), align.max(natural)),
                            None => build.vector(vector.bytes(), size, align.max(natural)),
                        };
                    }
                }
                ObjectKind::Head | ObjectKind::VTable(_) => {}
            }
        }
        let root = self.numbers.get(&view::root(self.buf)?.pos()).copied().unwrap_or(0);
        let identifier = view::identifier(&self.buf).and_then(|raw| <&[u8; 4]>::try_from(raw).ok());
        let identifier = identifier.filter(|_| self.schema.file_identifier.is_some());
        build.finish_with_bulk(Ref::nth(root), identifier, header)
    }

    fn fields(&self, object: &Object, id: ObjectId) -> Result<Vec<(u16, Slot)>> {
        let table = Table::at(self.buf, object.start)?;
        let references: QuickMap<usize, usize> =
            references_of(self.buf, self.schema, object)?.into_iter().collect();
        let mut fields = Vec::new();
        for field in &self.schema.object(id).fields {
            let Some(at) = table.slot(field.id, 1)? else { continue };
            let slot = match references.get(&at) {
                Some(target) => Slot::To(self.target(*target)?),
                None => {
                    let element = field.ty.element();
                    let raw = self.buf.slice(at, element.inline_size(self.schema), "field")?;
                    Slot::Inline(raw.to_vec(), element.inline_align(self.schema))
                }
            };
            fields.push((field.id, slot));
        }
        Ok(fields)
    }
}

/// The alignment of each vector of scalars, by its place: what the schema says, or what all of one field have.
fn aligns(buf: Bytes<'_>, schema: &Schema, objects: &[Object]) -> Result<QuickMap<usize, usize>> {
    let mut by_field: QuickMap<(ObjectId, u16), (usize, Vec<usize>)> = QuickMap::default();
    for object in objects {
        let ObjectKind::Table(id) = object.kind else { continue };
        let table = Table::at(buf, object.start)?;
        for field in &schema.object(id).fields {
            let Type::Vector(element) = field.ty else { continue };
            let Some(pos) = table.reference(field.id, "vector offset")?.filter(|_| !element.is_reference())
            else {
                continue;
            };
            let vector = Vector::at(buf, pos, element.inline_size(schema))?;
            let entry = by_field.entry((id, field.id)).or_insert((MAX_ALIGN, Vec::new()));
            if !vector.is_empty() {
                entry.0 = entry.0.min(lowest_bit(vector.pos()));
            }
            entry.1.push(pos);
        }
    }
    let mut aligns: QuickMap<usize, usize> = QuickMap::default();
    for ((id, slot), (found, places)) in by_field {
        let said = schema.object(id).field_by_id(slot).and_then(|f| f.force_align).unwrap_or(1);
        let said = usize::try_from(said).unwrap_or(1);
        for pos in places {
            let empty = buf.u32(pos, "vector length")? == 0;
            let align = if empty { said } else { said.max(found) };
            let entry = aligns.entry(pos).or_insert(1);
            *entry = (*entry).max(align);
        }
    }
    Ok(aligns)
}

/// Demands that two buffers say the same under a schema: presence, values, emptiness and sharing.
pub fn same(a: Bytes<'_>, b: Bytes<'_>, schema: &Schema) -> Result<()> {
    same_but(a, b, schema, |_| false)
}

/// The same, except for the bytes of vectors that are bulk data of the second.
fn same_but(a: Bytes<'_>, b: Bytes<'_>, schema: &Schema, is_bulk: impl Fn(usize) -> bool) -> Result<()> {
    let Some(root) = schema.root else { return Ok(()) };
    let differ = |at: usize, what: &str| {
        let why = format!("differs from the original in {what}");
        Error::new(ErrorKind::Invalid { what: "repacked buffer", why }, b.span(at, 4))
    };
    let (mut met, mut back) = (QuickMap::default(), QuickMap::default());
    let mut todo = vec![(view::root(a)?.pos(), view::root(b)?.pos(), ObjectKind::Table(root))];
    while let Some((x, y, kind)) = todo.pop() {
        match (met.insert((x, kind), y), back.insert((y, kind), x)) {
            (None, None) => {}
            (Some(before), Some(other)) if before == y && other == x => continue,
            _ => return Err(differ(y, "sharing")),
        }
        match kind {
            ObjectKind::Table(id) => {
                let (s, t) = (Table::at(a, x)?, Table::at(b, y)?);
                for field in &schema.object(id).fields {
                    let (from, to) = match (s.slot(field.id, 1)?, t.slot(field.id, 1)?) {
                        (None, None) => continue,
                        (Some(from), Some(to)) => (from, to),
                        _ => return Err(differ(y, "presence")),
                    };
                    let size = field.ty.element().inline_size(schema);
                    let next = match field.ty {
                        Type::Single(element @ Element::Union(_)) => {
                            let tag = field.id.checked_sub(1).map(|tag| s.u8(tag)).transpose()?.flatten();
                            referred(schema, element, tag.unwrap_or(0))
                        }
                        Type::Single(element) => referred(schema, element, 0),
                        Type::Vector(element @ Element::Union(_)) => {
                            let tag_slot = field.id.saturating_sub(1);
                            let (v, w) = (s.vector(field.id, 4)?, t.vector(field.id, 4)?);
                            let (Some(v), Some(w)) = (v, w) else { return Err(differ(y, "presence")) };
                            let tags = s.vector(tag_slot, 1)?;
                            for i in 0..v.len() {
                                let tag = tags.and_then(|tags| tags.u8(i).ok()).unwrap_or(0);
                                let Some(next) = referred(schema, element, tag) else { continue };
                                let from = view::reference(a, v.element_pos(i)?, "element")?;
                                todo.push((from, view::reference(b, w.element_pos(i)?, "element")?, next));
                            }
                            Some(ObjectKind::Vector(field.ty))
                        }
                        Type::Vector(_) => Some(ObjectKind::Vector(field.ty)),
                        Type::Vector64(_) | Type::Array(..) => None,
                    };
                    match next {
                        Some(next) => {
                            let from = view::reference(a, from, "field")?;
                            todo.push((from, view::reference(b, to, "field")?, next));
                        }
                        None if field.ty.element().is_reference() => {}
                        None if a.slice(from, size, "field")? != b.slice(to, size, "field")? => {
                            return Err(differ(to, "a value"));
                        }
                        None => {}
                    }
                }
            }
            ObjectKind::Vector(ty) => {
                let element = ty.element();
                let size = element.inline_size(schema);
                let (s, t) = (Vector::at(a, x, size)?, Vector::at(b, y, size)?);
                let looked_at = !element.is_reference() && !is_bulk(t.pos());
                if s.len() != t.len() || (looked_at && s.bytes() != t.bytes()) {
                    return Err(differ(y, "a vector"));
                }
                let Some(next) = referred(schema, element, 0) else { continue };
                for i in 0..s.len() {
                    let from = view::reference(a, s.element_pos(i)?, "element")?;
                    todo.push((from, view::reference(b, t.element_pos(i)?, "element")?, next));
                }
            }
            ObjectKind::String if Str::at(a, x)?.bytes() != Str::at(b, y)?.bytes() => {
                return Err(differ(y, "a string"));
            }
            ObjectKind::String | ObjectKind::Head | ObjectKind::VTable(_) => {}
        }
    }
    Ok(())
}

/// What a value of this kind refers to; in a union, what its type says.
fn referred(schema: &Schema, element: Element, tag: u8) -> Option<ObjectKind> {
    match element {
        Element::String => Some(ObjectKind::String),
        Element::Table(target) => Some(ObjectKind::Table(target)),
        Element::Union(union) => {
            let value = schema.enumeration(union).value(i128::from(tag))?;
            value.member.filter(|member| member.is_reference()).and_then(|member| referred(schema, member, 0))
        }
        Element::Scalar(_) | Element::Enum(..) | Element::UnionTag(..) | Element::Struct(_) => None,
    }
}
