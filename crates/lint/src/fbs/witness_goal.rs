//! [`Aim`]: the change that a witness has to show.

use outlast_flatbuffers::schema::{EnumId, ObjectId};

/// What changed, in the types of both versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The identifier of files.
    Identifier,
    /// The root table: anything in it.
    Root,
    /// A field of a table: its slots in the old and the new version.
    Field { old: ObjectId, new: ObjectId, was: Option<u16>, is: Option<u16> },
    /// The old field was deprecated: only a writer that is older still sets it.
    Deprecated { old: ObjectId, new: ObjectId, slot: u16 },
    /// A struct, or a type that was or is one, wherever it is in a table.
    Struct { old: ObjectId, new: ObjectId },
    /// A value of an enum, by its numbers in the old and the new version, wherever a field holds it.
    Number { old: EnumId, new: EnumId, was: Option<i128>, is: Option<i128> },
    /// Any number of an enum.
    Numbers { old: EnumId, new: EnumId },
    /// A member of a union, by its tags in the old and the new version.
    Member { old: EnumId, new: EnumId, was: Option<i128>, is: Option<i128> },
    /// The order of vectors of a table or struct.
    Order { old: ObjectId, new: ObjectId },
}
