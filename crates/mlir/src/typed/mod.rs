//! Attributes and types as values: [`Attr`] and [`Ty`], read from the entries of a file.
//!
//! What the builtin dialect (and quant) has encoded is decoded. Where the builtin dialect has left assembly text in a file, [`mod@crate::parse`] reads it; of other
//! dialects, that text is all there is, and is kept as it stands in the file. Nothing is printed to be read again.

mod affine;
mod attr;
mod text;
mod ty;

use std::rc::Rc;

pub(crate) use affine::{Map, MapResult};
pub(crate) use attr::{Attr, Elements, Form};
pub(crate) use text::{inside, list, parameter, shaped, word};
pub(crate) use ty::{DYNAMIC, Dim, Layout, Ty, known};

use outlast_core::{Budget, QuickMap, QuickSet};

use crate::codec::{self, EntryKind};
use crate::ids::{AttrId, Reference, TypeId};
use crate::tables::{Entry, Tables};

/// The most entries that a type consists of, each counted as often as it is used: what has more is compared by its number alone.
const MOST: usize = 1 << 12;
/// The most entries that stand in each other.
const DEEPEST: usize = 256;

/// A value, with how many others it consists of, and how deep they stand in each other.
#[derive(Debug)]
struct Made<T> {
    value: Rc<T>,
    count: usize,
    depth: usize,
}

/// The entries of a file as values, each made once.
#[derive(Debug)]
pub(crate) struct Typed<'t> {
    tables: &'t Tables<'t>,
    types: QuickMap<u32, Made<Ty>>,
    attrs: QuickMap<u32, Made<Attr>>,
    budget: Budget,
}

impl<'t> Typed<'t> {
    /// None so far.
    pub(crate) fn new(tables: &'t Tables<'t>) -> Typed<'t> {
        Typed { tables, types: QuickMap::default(), attrs: QuickMap::default(), budget: tables.budget() }
    }

    /// A type.
    pub(crate) fn ty(&mut self, id: TypeId) -> Rc<Ty> {
        self.make(Reference::Type(id.0));
        self.known_type(id.0)
    }

    /// An attribute.
    pub(crate) fn attr(&mut self, id: AttrId) -> Rc<Attr> {
        self.make(Reference::Attr(id.0));
        self.known_attr(id.0)
    }

    fn known_type(&self, id: u32) -> Rc<Ty> {
        self.types.get(&id).map_or_else(|| Rc::new(Ty::unknown()), |made| Rc::clone(&made.value))
    }

    fn known_attr(&self, id: u32) -> Rc<Attr> {
        self.attrs.get(&id).map_or_else(|| Rc::new(Attr::Other), |made| Rc::clone(&made.value))
    }

    fn entry(&self, item: Reference) -> Option<(Entry<'t>, EntryKind)> {
        match item {
            Reference::Type(id) => Some((self.tables.types.get(id)?, EntryKind::Type)),
            Reference::Attr(id) => Some((self.tables.attrs.get(id)?, EntryKind::Attr)),
            Reference::Str(_) | Reference::Resource(_) => None,
        }
    }

    fn is_made(&self, item: Reference) -> bool {
        match item {
            Reference::Type(id) => self.types.contains_key(&id),
            Reference::Attr(id) => self.attrs.contains_key(&id),
            Reference::Str(_) | Reference::Resource(_) => true,
        }
    }

    /// What an entry refers to.
    fn parts(&self, item: Reference) -> Vec<Reference> {
        let mut parts = Vec::new();
        let Some((entry, kind)) = self.entry(item) else { return parts };
        if let Some((_, fields)) = codec::find(self.tables, &entry, kind) {
            let found = codec::references(&entry, fields, |part| {
                parts.push(part);
                Ok(())
            });
            if found.is_err() {
                parts.clear();
            }
        }
        parts
    }

    /// Makes an entry's value after those of all its parts. What has itself inside is not known.
    fn make(&mut self, root: Reference) {
        let mut open = QuickSet::default();
        let mut stack = vec![root];
        while let Some(item) = stack.last().copied() {
            if self.is_made(item) {
                stack.pop();
                continue;
            }
            let parts = self.parts(item);
            let before = stack.len();
            if open.insert(item) {
                stack.extend(parts.iter().filter(|part| !self.is_made(**part) && !open.contains(part)));
            }
            if stack.len() == before {
                stack.pop();
                self.build(item, &parts);
            }
        }
    }

    fn build(&mut self, item: Reference, parts: &[Reference]) {
        let (mut count, mut depth) = (1_usize, 1_usize);
        for part in parts {
            let (more, below) = match part {
                Reference::Type(id) => self.types.get(id).map_or((0, 0), |made| (made.count, made.depth)),
                Reference::Attr(id) => self.attrs.get(id).map_or((0, 0), |made| (made.count, made.depth)),
                Reference::Str(_) | Reference::Resource(_) => (0, 0),
            };
            (count, depth) = (count.saturating_add(more), depth.max(below.saturating_add(1)));
        }
        let found = self.entry(item);
        if let Some(text) = found.and_then(|(entry, _)| entry.text()) {
            count += text.len() / 64;
        }
        match (item, found) {
            (Reference::Type(id), Some((entry, _))) => {
                let fits = count <= MOST && depth <= DEEPEST;
                let ty = if fits { self.read_type(&entry) } else { None };
                let value = Rc::new(ty.unwrap_or_else(Ty::unknown));
                self.types.insert(id, Made { value, count, depth });
            }
            (Reference::Attr(id), Some((entry, _))) => {
                let attr = if depth <= DEEPEST { self.read_attr(&entry) } else { None };
                self.attrs.insert(id, Made { value: Rc::new(attr.unwrap_or(Attr::Other)), count, depth });
            }
            _ => {}
        }
    }
}
