//! Bytes from nothing: objects are collected in a [`Builder`] and laid out, parents before what they refer to, because
//! references of the wire lead forward only.
//!
//! The same objects are the new parts of an edited buffer, where references may also lead to objects of the original
//! ([`Target::Kept`]); see [`crate::edit`].

mod layout;

use std::borrow::Cow;
use std::collections::BTreeMap;

use outlast_core::{Error, ErrorKind, Marks, Output, Result, SortShort, Span};

use crate::buffer::Buffer;
pub(crate) use layout::{distance, put};

/// Largest buffer: references have 32 bits, and readers take them for signed numbers.
pub const MAX_SIZE: usize = 0x7fff_ffff;

/// An object of a [`Builder`]; of no use to another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ref(usize);

impl Ref {
    /// The object that was added after so many others.
    pub(crate) fn nth(number: usize) -> Ref {
        Ref(number)
    }

    /// How many objects were added before it.
    pub(crate) fn number(self) -> usize {
        self.0
    }
}

/// Where a reference leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// To an object of the builder.
    New(Ref),
    /// To the object at this offset of the buffer that is being edited, as it was.
    Kept(usize),
}

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A scalar or struct, as its little-endian bytes, and its alignment: a power of two.
    Inline(Vec<u8>, usize),
    /// A reference.
    To(Target),
}

impl From<Ref> for Slot {
    fn from(object: Ref) -> Slot {
        Slot::To(Target::New(object))
    }
}

macro_rules! scalars {
    ($($ty:ty),*) => {$(
        impl From<$ty> for Slot {
            fn from(number: $ty) -> Slot {
                Slot::Inline(number.to_le_bytes().to_vec(), size_of::<$ty>())
            }
        }
    )*};
}
scalars!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

impl From<bool> for Slot {
    fn from(yes: bool) -> Slot {
        u8::from(yes).into()
    }
}

/// The vtable of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum VTable {
    /// New: its bytes. Equal ones are written once.
    New(Vec<u8>),
    /// One of the buffer that is being edited.
    Kept(usize),
}

#[derive(Clone, Debug)]
pub(crate) enum Object<'a> {
    /// A table's own part; the first four bytes, and those of references, are filled in when it is written. Its place
    /// is `remainder` more than a multiple of `modulus`.
    Table {
        bytes: Vec<u8>,
        references: Vec<(usize, Target)>,
        vtable: VTable,
        modulus: usize,
        remainder: usize,
    },
    /// A vector or string: the count, the bytes after it, and the references among them.
    Vector { count: u32, data: Cow<'a, [u8]>, references: Vec<(usize, Target)>, align: usize },
    /// A struct that is a member of a union: its bytes alone.
    Struct { data: Vec<u8>, align: usize },
    /// A vector of bytes that stay where they are.
    Bulk { data: Output<'a>, align: usize },
}

/// A collection of objects.
#[derive(Clone, Debug, Default)]
pub struct Builder<'a> {
    objects: Vec<Object<'a>>,
}

fn too_large() -> Error {
    let kind = ErrorKind::Limit { what: "bytes in a FlatBuffer", limit: MAX_SIZE as u64 };
    Error::new(kind, Span::default())
}

fn too_large_table() -> Error {
    let kind = ErrorKind::Limit { what: "bytes in a table, or in its vtable", limit: u16::MAX.into() };
    Error::new(kind, Span::default())
}

impl<'a> Builder<'a> {
    /// An empty one.
    pub fn new() -> Builder<'a> {
        Builder::default()
    }

    pub(crate) fn add(&mut self, object: Object<'a>) -> Ref {
        self.objects.push(object);
        Ref(self.objects.len() - 1)
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Ref {
        self.bytes_of_string(text.as_bytes())
    }

    /// A string of bytes that may not be UTF-8.
    pub fn bytes_of_string(&mut self, text: &[u8]) -> Ref {
        let mut data = text.to_vec();
        data.push(0);
        let count = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.add(Object::Vector { count, data: data.into(), references: Vec::new(), align: 4 })
    }

    /// A vector of scalars or structs of `element` bytes each, as they stand on the wire. Its first element is aligned
    /// to `align`, even in an empty vector, which official verifiers demand.
    pub fn vector(&mut self, data: impl Into<Cow<'a, [u8]>>, element: usize, align: usize) -> Ref {
        let data = data.into();
        let count = u32::try_from(data.len() / element.max(1)).unwrap_or(u32::MAX);
        self.add(Object::Vector { count, data, references: Vec::new(), align: align.max(4) })
    }

    /// A vector of bytes, aligned as that of [`Builder::vector`], which are not copied: see [`Buffer`].
    pub fn bulk(&mut self, data: Output<'a>, align: usize) -> Ref {
        self.add(Object::Bulk { data, align: align.max(4) })
    }

    /// A struct that a union refers to, as it stands on the wire.
    pub fn structure(&mut self, data: impl Into<Vec<u8>>, align: usize) -> Ref {
        self.add(Object::Struct { data: data.into(), align: align.max(1) })
    }

    /// A vector of `u32` or `i32`.
    pub fn u32s(&mut self, items: impl IntoIterator<Item = u32>) -> Ref {
        let data: Vec<u8> = items.into_iter().flat_map(u32::to_le_bytes).collect();
        self.vector(data, 4, 4)
    }

    /// A vector of `u64` or `i64`.
    pub fn u64s(&mut self, items: impl IntoIterator<Item = u64>) -> Ref {
        let data: Vec<u8> = items.into_iter().flat_map(u64::to_le_bytes).collect();
        self.vector(data, 8, 8)
    }

    /// A vector of references: tables or strings.
    pub fn references(&mut self, items: impl IntoIterator<Item = Target>) -> Ref {
        let references: Vec<(usize, Target)> =
            items.into_iter().enumerate().map(|(i, target)| (4 * i, target)).collect();
        let count = u32::try_from(references.len()).unwrap_or(u32::MAX);
        let data = vec![0; 4 * references.len()];
        self.add(Object::Vector { count, data: data.into(), references, align: 4 })
    }

    /// A table with these fields, by slot number. Of two for one slot the last one counts.
    pub fn table(&mut self, fields: impl IntoIterator<Item = (u16, Slot)>) -> Ref {
        let fields: BTreeMap<u16, Slot> = fields.into_iter().collect();
        let mut fields: Vec<(u16, Slot)> = fields.into_iter().collect();
        // Large ones first, so that no padding stands between; one of four bytes fills the place after the vtable's.
        fields.sort_short_by_key(|(id, slot)| (std::cmp::Reverse(slot.align()), *id));
        let align = fields.iter().map(|(_, slot)| slot.align()).max().unwrap_or(4).max(4);
        if align > 4
            && let Some(at) = fields.iter().position(|(_, slot)| slot.size() == 4)
        {
            let filler = fields.remove(at);
            fields.insert(0, filler);
        }
        let (mut bytes, mut references, mut entries) = (vec![0; 4], Vec::new(), Vec::new());
        for (id, slot) in fields {
            bytes.resize(bytes.len().next_multiple_of(slot.align()), 0);
            entries.push((id, bytes.len()));
            match slot {
                Slot::Inline(raw, _) => bytes.extend(raw),
                Slot::To(target) => {
                    references.push((bytes.len(), target));
                    bytes.extend([0; 4]);
                }
            }
        }
        let vtable = VTable::New(vtable(&entries, bytes.len()));
        self.add(Object::Table { bytes, references, vtable, modulus: align, remainder: 0 })
    }

    /// A whole buffer with this root table. `reserve` bytes after the identifier stay free for a header; without an
    /// identifier nothing may be reserved.
    pub fn finish(&self, root: Ref, identifier: Option<&[u8; 4]>, reserve: usize) -> Result<Vec<u8>> {
        Ok(self.finish_with_bulk(root, identifier, reserve)?.into_vec())
    }

    /// As [`Builder::finish`], with bulk data where they are.
    pub(crate) fn finish_with_bulk(
        &self,
        root: Ref,
        identifier: Option<&[u8; 4]>,
        reserve: usize,
    ) -> Result<Buffer<'a>> {
        let start = match identifier {
            Some(_) => reserve.checked_add(8).ok_or_else(too_large)?,
            None if reserve == 0 => 4,
            None => {
                let why = "without an identifier there is no place for a header".to_string();
                return Err(Error::new(
                    ErrorKind::Invalid { what: "layout of a FlatBuffer", why },
                    Span::default(),
                ));
            }
        };
        let layout = self.layout(&[root], start)?;
        let mut out = vec![0; layout.end];
        self.write(&layout, &mut out, 0, &|kept| kept)?;
        if let Some(identifier) = identifier {
            put(&mut out, 4, identifier)?;
        }
        let at = u32::try_from(layout.place_of(root)?).map_err(|_| too_large())?;
        put(&mut out, 0, &at.to_le_bytes())?;
        Ok(Buffer::new(out, self.bulk_in(&layout)))
    }

    #[expect(clippy::indexing_slicing, reason = "`add` gives out the numbers, and no object is removed")]
    pub(crate) fn object(&self, object: Ref) -> &Object<'a> {
        &self.objects[object.0]
    }

    fn references_of(&self, object: Ref) -> &[(usize, Target)] {
        match self.object(object) {
            Object::Table { references, .. } | Object::Vector { references, .. } => references,
            Object::Struct { .. } | Object::Bulk { .. } => &[],
        }
    }

    /// Everything that hangs on `roots`, each object before those that it refers to.
    pub(crate) fn reachable(&self, roots: &[Ref]) -> Vec<Ref> {
        let mut seen = Marks::none(self.objects.len());
        let mut order = Vec::new();
        for root in roots.iter().rev() {
            let mut stack = vec![(*root, 0)];
            while let Some((object, next)) = stack.pop() {
                if next == 0 && !seen.insert(object.0) {
                    continue;
                }
                let references = self.references_of(object);
                // From the last to the first, because the order is turned round at the end.
                match references.len().checked_sub(next + 1).and_then(|at| references.get(at)) {
                    Some((_, target)) => {
                        stack.push((object, next + 1));
                        if let Target::New(child) = target
                            && !seen.contains(child.0)
                        {
                            stack.push((*child, 0));
                        }
                    }
                    None => order.push(object),
                }
            }
        }
        order.reverse();
        order
    }

    /// Which objects refer to the original, themselves or by what hangs on them.
    pub(crate) fn leading_back(&self) -> Marks {
        let all: Vec<Ref> = (0..self.objects.len()).map(Ref).collect();
        let mut back = Marks::none(self.objects.len());
        for object in self.reachable(&all).into_iter().rev() {
            let leads = self.references_of(object).iter().any(|(_, target)| match target {
                Target::Kept(_) => true,
                Target::New(child) => back.contains(child.0),
            });
            if leads {
                back.insert(object.0);
            }
        }
        back
    }

    /// Every place of the original that an object refers to.
    pub(crate) fn kept_places(&self) -> impl Iterator<Item = usize> + '_ {
        let all = (0..self.objects.len()).flat_map(|n| self.references_of(Ref(n)));
        all.filter_map(|(_, target)| match target {
            Target::Kept(at) => Some(*at),
            Target::New(_) => None,
        })
    }
}

/// The bytes of a vtable: entries by slot, for a table of this size.
pub(crate) fn vtable(entries: &[(u16, usize)], table_size: usize) -> Vec<u8> {
    let slots = entries.iter().map(|(id, _)| usize::from(*id) + 1).max().unwrap_or(0);
    let mut offsets = vec![0u16; slots];
    let word = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    for (id, offset) in entries {
        if let Some(entry) = offsets.get_mut(usize::from(*id)) {
            *entry = word(*offset);
        }
    }
    [word(4 + 2 * slots), word(table_size)].into_iter().chain(offsets).flat_map(u16::to_le_bytes).collect()
}

impl Slot {
    /// Bytes that it takes in its table.
    pub(crate) fn size(&self) -> usize {
        match self {
            Slot::Inline(raw, _) => raw.len(),
            Slot::To(_) => 4,
        }
    }

    pub(crate) fn align(&self) -> usize {
        match self {
            Slot::Inline(_, align) => (*align).max(1),
            Slot::To(_) => 4,
        }
    }
}
