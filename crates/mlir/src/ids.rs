//! Typed indices: an index into one table is not an index into another.

use outlast_core::to_index;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a place in a slice.
            #[inline]
            pub fn index(self) -> usize {
                to_index(self.0)
            }

            /// The id of a place in a table. Tables have fewer than 2³² entries; more would have been refused on reading.
            #[inline]
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    )*};
}

ids! {
    /// A string of the string section.
    StringId
    /// A dialect of the dialect section.
    DialectId
    /// An operation name of the dialect section, counted over all groups.
    OpNameId
    /// An attribute (also: a location) of the attribute table.
    AttrId
    /// A type of the type table.
    TypeId
    /// A resource of a dialect, counted over all dialect groups.
    ResourceId
    /// An entry of the properties section.
    PropertiesId
    /// An operation of an [`Ir`](crate::ir::Ir), in the order of the file.
    OpId
    /// A region of an [`Ir`](crate::ir::Ir).
    RegionId
    /// A block of an [`Ir`](crate::ir::Ir).
    BlockId
}

/// Whether an entry is an attribute or a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// An attribute, or a location.
    Attr,
    /// A type.
    Type,
}

/// What a field refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// An attribute.
    Attr(u32),
    /// A type.
    Type(u32),
    /// A string.
    Str(u32),
    /// A resource of a dialect.
    Resource(u32),
}
