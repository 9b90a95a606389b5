//! [`Seen`]: which objects a walk has visited.
//!
//! A set of places with kinds, packed into one word each: the walk asks it twice per object, and the standard hash would be most of its cost.

use outlast_core::QuickSet;

use crate::object::ObjectKind;
use crate::schema::{Element, Scalar, Type};

/// The objects visited so far.
#[derive(Debug)]
pub(crate) struct Seen(QuickSet<u64>);

impl Seen {
    /// A set with room for the objects of a buffer of this length, as genuine ones have them.
    pub(crate) fn for_buffer(len: usize) -> Seen {
        Seen(QuickSet::with_capacity_and_hasher((len / 32).min(1 << 20), <_>::default()))
    }

    /// Records an object; false if it was there.
    pub(crate) fn insert(&mut self, place: usize, kind: ObjectKind) -> bool {
        self.0.insert(word(place, kind))
    }

    /// Whether an object was recorded.
    pub(crate) fn contains(&self, place: usize, kind: ObjectKind) -> bool {
        self.0.contains(&word(place, kind))
    }
}

/// Place and kind in one word: FlatBuffers have at most 2^31 bytes, and schemas far fewer than 2^24 types.
fn word(place: usize, kind: ObjectKind) -> u64 {
    let scalar = |s: Scalar| s as u64;
    let element = |e: Element| match e {
        Element::Scalar(s) => scalar(s),
        Element::String => 16,
        Element::Enum(s, id) => 17 + scalar(s) + (u64::from(id.0) << 8),
        Element::UnionTag(s, id) => 33 + scalar(s) + (u64::from(id.0) << 8),
        Element::Struct(id) => 49 + (u64::from(id.0) << 8),
        Element::Table(id) => 50 + (u64::from(id.0) << 8),
        Element::Union(id) => 51 + (u64::from(id.0) << 8),
    };
    let code = match kind {
        ObjectKind::Head => 0,
        ObjectKind::String => 1,
        ObjectKind::VTable(id) => 2 + (u64::from(id.0) << 8),
        ObjectKind::Table(id) => 3 + (u64::from(id.0) << 8),
        ObjectKind::Vector(ty) => {
            let shape = match ty {
                Type::Single(_) => 0,
                Type::Vector(_) => 64,
                Type::Vector64(_) => 128,
                Type::Array(..) => 192,
            };
            4 + ((element(ty.element()) + shape) << 3)
        }
    };
    ((place as u64) << 32) ^ code
}
