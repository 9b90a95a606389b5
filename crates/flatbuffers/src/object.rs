//! [`Object`]: what a buffer is made of, and which bytes each piece owns.

use crate::schema::{ObjectId, Type};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// The offset of the root table and, if the buffer has one, the identifier.
    Head,
    /// The vtable of a table; shared by tables of one shape.
    VTable(ObjectId),
    /// A table's own part.
    Table(ObjectId),
    /// A vector with its count.
    Vector(Type),
    /// A string with its count and the NUL.
    String,
}

/// An object and the bytes it owns, as offsets in the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// First byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// What it is.
    pub kind: ObjectKind,
}

/// The part of a sorted table behind the entries that are `before` something.
pub(crate) fn from_first<T>(sorted: &[T], before: impl FnMut(&T) -> bool) -> &[T] {
    sorted.split_at(sorted.partition_point(before)).1
}
