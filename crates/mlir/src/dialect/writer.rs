//! [`DialectWriter`]: what hooks write to.

use super::{Asm, ErasedHooks};
use crate::encoding::{Encoding, Numbered, Piece};
use crate::ids::{AttrId, EntryKind, Reference, ResourceId, TypeId};
use crate::tables::Strings;
use crate::wire::{svarint, varint};

impl Encoding {
    /// The bytes for the tables that it was made for; strings are added.
    pub(crate) fn bytes(&self, strings: &mut Strings<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        let done = self.write(&mut out, |numbered| {
            Ok(match numbered {
                Numbered::Str(text) => strings.intern(text).0,
                Numbered::Index(
                    Reference::Attr(index)
                    | Reference::Type(index)
                    | Reference::Str(index)
                    | Reference::Resource(index),
                ) => index,
            })
        });
        debug_assert!(done.is_ok());
        out
    }
}

/// What a hook writes: an attribute, a type, a version or properties.
#[derive(Clone, Debug, Default)]
pub struct DialectWriter {
    encoding: Encoding,
}

impl DialectWriter {
    pub(super) fn new() -> DialectWriter {
        DialectWriter::default()
    }

    pub(super) fn into_encoding(self) -> Encoding {
        self.encoding
    }

    fn with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.encoding.with(write);
    }

    /// A number.
    pub fn varint(&mut self, number: u64) {
        self.with(|out| varint(out, number));
    }

    /// A signed number.
    pub fn signed_varint(&mut self, number: i64) {
        self.with(|out| svarint(out, number));
    }

    /// A number with a flag as its lowest bit.
    pub fn varint_with_flag(&mut self, number: u64, flag: bool) {
        self.with(|out| varint(out, number << 1 | u64::from(flag)));
    }

    /// A count of what follows.
    pub fn count(&mut self, count: usize) {
        self.with(|out| varint(out, u64::try_from(count).unwrap_or(u64::MAX)));
    }

    /// A byte.
    pub fn byte(&mut self, byte: u8) {
        self.with(|out| out.push(byte));
    }

    /// A byte that is 0 or 1.
    pub fn bool(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    /// Bytes as they are, without their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.with(|out| out.extend_from_slice(bytes));
    }

    /// A length and so many bytes.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes(bytes);
    }

    /// A string of the string section; added there if need be.
    pub fn string(&mut self, text: &[u8]) {
        self.encoding.push(Piece::Str(text.to_vec()));
    }

    fn index(&mut self, reference: Reference, flagged: bool) {
        self.encoding.push(Piece::Index(reference, flagged));
    }

    /// An attribute.
    pub fn attr(&mut self, attr: AttrId) {
        self.index(Reference::Attr(attr.0), false);
    }

    /// An attribute or none.
    pub fn optional_attr(&mut self, attr: Option<AttrId>) {
        match attr {
            Some(attr) => self.index(Reference::Attr(attr.0), true),
            None => self.varint(0),
        }
    }

    /// A type.
    pub fn ty(&mut self, ty: TypeId) {
        self.index(Reference::Type(ty.0), false);
    }

    /// A type or none.
    pub fn optional_ty(&mut self, ty: Option<TypeId>) {
        match ty {
            Some(ty) => self.index(Reference::Type(ty.0), true),
            None => self.varint(0),
        }
    }

    /// A resource of a dialect.
    pub fn resource(&mut self, resource: ResourceId) {
        self.index(Reference::Resource(resource.0), false);
    }
}

/// Encodes by a hook; none if it is to be text.
pub(super) fn encoding_of(hooks: &dyn ErasedHooks, kind: EntryKind, asm: &Asm) -> Option<Encoding> {
    let mut writer = DialectWriter::new();
    hooks.write(kind, asm, &mut writer)?;
    Some(writer.into_encoding())
}
