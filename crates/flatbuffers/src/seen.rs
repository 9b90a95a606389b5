//! [`Seen`]: which objects a walk has visited.
//!
//! A set of places with kinds, packed into one word each and hashed by a multiplication: the walk asks it twice per
//! object, and the standard hash would be most of its cost. Crafted files cannot make it slow beyond the walk's own
//! limit: the words are mixed so that neither high nor low bits repeat over many places.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::object::ObjectKind;
use crate::schema::{Element, Scalar, Type};

/// The objects visited so far.
#[derive(Debug)]
pub(crate) struct Seen(HashSet<u64, BuildHasherDefault<Mix>>);

impl Seen {
    /// A set with room for the objects of a buffer of this length, as genuine ones have them.
    pub(crate) fn for_buffer(len: usize) -> Seen {
        Seen(HashSet::with_capacity_and_hasher((len / 32).min(1 << 20), BuildHasherDefault::default()))
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

/// Multiplies by an odd constant and folds the high half onto the low one.
#[derive(Debug, Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = fold(product);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The two words of a product, folded: every bit of the input reaches every bit that a table uses.
fn fold(product: u128) -> u64 {
    let bytes = product.to_le_bytes();
    let (low, high) = bytes.split_at(8);
    let read = |half: &[u8]| half.iter().rev().fold(0, |n, b| (n << 8) | u64::from(*b));
    read(low) ^ read(high)
}
