//! Resources: blobs, booleans and strings by key, grouped by dialect or by an external owner.
//!
//! Blobs are slices of the file.

use std::ops::Deref;
use std::sync::Arc;

use outlast_core::{Error, ErrorKind, Result, to_index};

use crate::defs::{ResourceKind, section};
use crate::file::File;
use crate::ids::{DialectId, ResourceId, StringId};
use crate::wire::Reader;

/// Bytes of a resource: those of the file, or some that were made. Never copied.
#[derive(Clone, Debug)]
pub enum Blob<'a> {
    /// Bytes of the file.
    File(&'a [u8]),
    /// Other bytes.
    Own(Arc<[u8]>),
}

impl Deref for Blob<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Blob::File(bytes) => bytes,
            Blob::Own(bytes) => bytes,
        }
    }
}

impl PartialEq for Blob<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Blob<'_> {}

/// What a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceValue<'a> {
    /// Named, but without content.
    Declared(ResourceKind),
    /// Bytes.
    Blob {
        /// The alignment that they need in memory, in bytes.
        alignment: u64,
        /// The bytes.
        data: Blob<'a>,
        /// Where they start in the file; 0 for others.
        offset: usize,
    },
    /// True or false, as the byte that stands there.
    Bool(u8),
    /// A string.
    String(StringId),
}

/// A resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource<'a> {
    /// Its key.
    pub key: StringId,
    /// Its content.
    pub value: ResourceValue<'a>,
    /// Where its bytes are in the file, with header and padding.
    pub range: (usize, usize),
}

/// Resources of one owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceGroup<'a, Owner> {
    /// Whose they are.
    pub owner: Owner,
    /// The resources, in order.
    pub members: Vec<Resource<'a>>,
}

/// All resources of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources<'a> {
    /// Of external owners, by the name of the owner.
    pub external: Vec<ResourceGroup<'a, StringId>>,
    /// Of dialects.
    pub dialects: Vec<ResourceGroup<'a, DialectId>>,
}

impl<'a> Resources<'a> {
    /// A resource of a dialect, by its number over all groups.
    pub fn get(&self, id: ResourceId) -> Option<(DialectId, &Resource<'a>)> {
        let mut left = to_index(id.0);
        for group in &self.dialects {
            match group.members.get(left) {
                Some(found) => return Some((group.owner, found)),
                None => left -= group.members.len(),
            }
        }
        None
    }

    /// How many resources dialects have.
    pub fn dialect_len(&self) -> usize {
        self.dialects.iter().map(|group| group.members.len()).sum()
    }

    pub(super) fn read(file: &File<'a>, strings: usize, dialects: usize) -> Result<Resources<'a>> {
        let mut parser = Parser {
            offsets: file.reader(section::RESOURCE_OFFSET),
            data: file.reader(section::RESOURCE),
            strings,
        };
        let mut resources = Resources::default();
        let external = parser.offsets.count("number of external resource groups")?;
        for _ in 0..external {
            let owner = StringId(parser.offsets.index(strings, "owner of resources")?);
            resources.external.push(ResourceGroup { owner, members: parser.group()? });
        }
        while !parser.offsets.is_empty() {
            let owner = DialectId(parser.offsets.index(dialects, "dialect of resources")?);
            resources.dialects.push(ResourceGroup { owner, members: parser.group()? });
        }
        Ok(resources)
    }
}

struct Parser<'a> {
    offsets: Reader<'a>,
    data: Reader<'a>,
    strings: usize,
}

impl<'a> Parser<'a> {
    fn group(&mut self) -> Result<Vec<Resource<'a>>> {
        let count = self.offsets.count("number of resources")?;
        (0..count).map(|_| self.resource()).collect()
    }

    fn resource(&mut self) -> Result<Resource<'a>> {
        let key = StringId(self.offsets.index(self.strings, "key of a resource")?);
        let size_at = self.offsets.offset();
        let size = self.offsets.varint("size of a resource")?;
        let kind_at = self.offsets.offset();
        let kind = self.offsets.byte("kind of a resource")?;
        let kind = ResourceKind::from_byte(kind).ok_or_else(|| {
            self.offsets.invalid(kind_at, "kind of a resource", format!("{kind} is not a kind"))
        })?;
        let start = self.data.offset();
        if size == 0 {
            return Ok(Resource { key, value: ResourceValue::Declared(kind), range: (start, start) });
        }
        let have = u64::try_from(self.data.remaining()).unwrap_or(u64::MAX);
        if self.data.bytes(size, "resource").is_err() {
            let span = self.offsets.span_from(size_at, kind_at);
            return Err(Error::new(ErrorKind::UnexpectedEnd { what: "resource", need: size, have }, span));
        }
        let end = self.data.offset();
        let value = self
            .value(kind, self.data.window(start, end))
            .map_err(|error| error.within(File::step(section::RESOURCE)))?;
        Ok(Resource { key, value, range: (start, end) })
    }

    fn value(&self, kind: ResourceKind, mut reader: Reader<'a>) -> Result<ResourceValue<'a>> {
        let value = match kind {
            ResourceKind::Blob => {
                let alignment = reader.varint("alignment of a resource")?;
                let size = reader.varint("size of a blob")?;
                reader.align(alignment, "alignment of a resource")?;
                let offset = reader.offset();
                ResourceValue::Blob { alignment, data: Blob::File(reader.bytes(size, "blob")?), offset }
            }
            ResourceKind::Bool => ResourceValue::Bool(reader.byte("boolean resource")?),
            ResourceKind::String => {
                ResourceValue::String(StringId(reader.index(self.strings, "string resource")?))
            }
        };
        reader.finish("resource")?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Parser;
    use crate::wire::{Reader, varint};

    /// A resource without bytes, of this kind: key, size, kind.
    fn declared(kind: u8) -> Result<(), String> {
        let mut offsets = Vec::new();
        [0, 0].into_iter().for_each(|number| varint(&mut offsets, number));
        offsets.push(kind);
        let mut parser = Parser { offsets: Reader::new(&offsets), data: Reader::new(&[]), strings: 1 };
        parser.resource().map(drop).map_err(|error| format!("{} {}", error.code(), error))
    }

    #[test]
    fn kinds_are_known() {
        assert!([0, 1, 2].into_iter().all(|kind| declared(kind).is_ok()));
        let said = declared(3).unwrap_err();
        assert!(said.contains("OL0108") && said.contains("3 is not a kind"), "{said}");
    }
}
