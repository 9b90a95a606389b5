//! The tables that operations refer to: strings, dialects, operation names, attributes, types, properties, resources.
//!
//! Indices in encoded attributes, types and properties are meaningful only beside the tables they were written for. Tables
//! can be added to; an index, once given, keeps its meaning.

mod entries;
mod grouping;
mod names;
mod read;
mod resources;
mod strings;
mod values;
mod write;

use std::borrow::Cow;

pub use entries::{Entries, Entry};
pub(crate) use grouping::Grouping;
pub use resources::{Blob, Resource, ResourceGroup, ResourceValue, Resources};
pub use strings::Strings;
pub(crate) use values::{array_items, dictionary_items, string_value};
pub(crate) use write::Form;

use outlast_core::Budget;

use crate::budget::budget_for;
use crate::encoding::Encoding;
use crate::ids::{DialectId, OpNameId, StringId};

/// A dialect that a file mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect<'a> {
    /// Its namespace.
    pub name: StringId,
    /// Its version, as the dialect encodes it; since version 1 of the container.
    pub version: Option<Cow<'a, [u8]>>,
    /// Where its version is in the file.
    pub(crate) version_at: usize,
    /// The version that hooks write, if the dialect has some: nothing, if it has no versions.
    pub(crate) written: Option<Encoding>,
}

impl<'a> Dialect<'a> {
    /// A dialect without a version.
    pub fn new(name: StringId) -> Dialect<'a> {
        Dialect { name, version: None, version_at: 0, written: None }
    }
}

/// The name of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpName {
    /// Its dialect.
    pub dialect: DialectId,
    /// Its name without the dialect. Empty if the name has no dot: then the dialect's name is all.
    pub name: StringId,
    /// Whether the producer knew the operation; none before version 5, which does not say.
    pub registered: Option<bool>,
}

/// All tables of a file.
#[derive(Clone, Debug, Default)]
pub struct Tables<'a> {
    /// Strings.
    pub strings: Strings<'a>,
    /// Dialects.
    pub dialects: Vec<Dialect<'a>>,
    /// Operation names, over all groups.
    pub op_names: Vec<OpName>,
    /// Attributes, locations among them.
    pub attrs: Entries<'a>,
    /// Types.
    pub types: Entries<'a>,
    /// Properties, encoded.
    pub properties: Vec<Cow<'a, [u8]>>,
    /// Resources.
    pub resources: Resources<'a>,
}

impl Tables<'_> {
    /// The work that they justify, by their entries, strings and properties. Blobs of resources are not among them.
    pub(crate) fn budget(&self) -> Budget {
        let entries = self.attrs.iter().chain(self.types.iter()).map(|entry| entry.bytes.len() + 1);
        let strings = self.strings.iter().map(|string| string.len() + 1);
        let properties = self.properties.iter().map(|blob| blob.len() + 1);
        budget_for(entries.chain(strings).chain(properties).fold(0, usize::saturating_add))
    }

    /// A string; empty if there is no such string.
    pub fn string(&self, id: StringId) -> &[u8] {
        self.strings.get(id).unwrap_or_default()
    }

    /// The namespace of a dialect; empty if there is no such dialect.
    pub fn dialect_name(&self, id: DialectId) -> &[u8] {
        self.dialects.get(id.index()).map_or(&[], |dialect| self.string(dialect.name))
    }

    /// The full name of an operation: `arith.addi`; only the dialect's if its own is empty.
    pub fn op_name(&self, id: OpNameId) -> Vec<u8> {
        let Some(op) = self.op_names.get(id.index()) else { return Vec::new() };
        let (dialect, name) = (self.dialect_name(op.dialect), self.string(op.name));
        if name.is_empty() { dialect.to_vec() } else { [dialect, b".", name].concat() }
    }

    /// The dialect of a namespace.
    pub fn find_dialect(&self, name: &[u8]) -> Option<DialectId> {
        self.dialects.iter().position(|dialect| self.string(dialect.name) == name).map(DialectId::new)
    }
}
