//! [`DialectReader`]: what hooks read from: the bytes of one attribute, type, version or properties, beside the tables.

use outlast_core::{Error, Result};

use crate::ids::{AttrId, ResourceId, StringId, TypeId};
use crate::tables::Tables;
use crate::wire::Reader;

/// The bytes of one attribute, type, version or properties. References are held against the tables of the file.
///
/// Methods take what is read, for errors: `reader.varint("major")`.
#[derive(Clone, Copy, Debug)]
pub struct DialectReader<'r> {
    reader: Reader<'r>,
    tables: &'r Tables<'r>,
    limits: Indices,
    bytecode_version: u64,
}

/// How many entries can be referred to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indices {
    pub(super) attrs: usize,
    pub(super) types: usize,
}

impl Indices {
    /// All that the tables have.
    pub(super) fn of(tables: &Tables<'_>) -> Indices {
        Indices { attrs: tables.attrs.len(), types: tables.types.len() }
    }
}

impl<'r> DialectReader<'r> {
    pub(super) fn new(
        reader: Reader<'r>,
        tables: &'r Tables<'r>,
        limits: Indices,
        bytecode_version: u64,
    ) -> DialectReader<'r> {
        DialectReader { reader, tables, limits, bytecode_version }
    }

    /// Version of the container.
    pub fn bytecode_version(&self) -> u64 {
        self.bytecode_version
    }

    /// The tables of the file.
    pub fn tables(&self) -> &'r Tables<'r> {
        self.tables
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.reader.is_empty()
    }

    /// Offset of the next byte: of attributes, types and versions from the start of the file, of properties from theirs.
    pub fn offset(&self) -> usize {
        self.reader.offset()
    }

    /// An error about the bytes from an offset up to here.
    pub fn invalid(&self, start: usize, what: &'static str, why: impl Into<String>) -> Error {
        self.reader.invalid(start, what, why)
    }

    /// A number.
    ///
    /// # Errors
    ///
    /// It is cut off, as with all that is read.
    pub fn varint(&mut self, what: &'static str) -> Result<u64> {
        self.reader.varint(what)
    }

    /// A signed number.
    ///
    /// # Errors
    ///
    /// It is cut off.
    pub fn signed_varint(&mut self, what: &'static str) -> Result<i64> {
        self.reader.svarint(what)
    }

    /// A number with a flag as its lowest bit.
    ///
    /// # Errors
    ///
    /// It is cut off.
    pub fn varint_with_flag(&mut self, what: &'static str) -> Result<(u64, bool)> {
        self.reader.flagged(what)
    }

    /// A number that counts things of a byte at least: no more than bytes are left.
    ///
    /// # Errors
    ///
    /// It is cut off or too large.
    pub fn count(&mut self, what: &'static str) -> Result<usize> {
        self.reader.count(what)
    }

    /// A byte.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn byte(&mut self, what: &'static str) -> Result<u8> {
        self.reader.byte(what)
    }

    /// A byte that is 0 or 1.
    ///
    /// # Errors
    ///
    /// There is none, or it is another.
    pub fn bool(&mut self, what: &'static str) -> Result<bool> {
        let at = self.offset();
        match self.byte(what)? {
            0 => Ok(false),
            1 => Ok(true),
            byte => Err(self.invalid(at, what, format!("the byte {byte} is neither 0 nor 1"))),
        }
    }

    /// A length and so many bytes.
    ///
    /// # Errors
    ///
    /// They are cut off.
    pub fn blob(&mut self, what: &'static str) -> Result<&'r [u8]> {
        let len = self.reader.varint(what)?;
        self.reader.bytes(len, what)
    }

    /// All bytes that are left.
    pub fn rest(&mut self) -> &'r [u8] {
        self.reader.rest()
    }

    /// A string of the string section, by its index.
    ///
    /// # Errors
    ///
    /// There is no such string.
    pub fn string(&mut self, what: &'static str) -> Result<&'r [u8]> {
        let id = self.reader.index(self.tables.strings.len(), what)?;
        Ok(self.tables.string(StringId(id)))
    }

    /// An attribute.
    ///
    /// # Errors
    ///
    /// There is no such attribute.
    pub fn attr(&mut self, what: &'static str) -> Result<AttrId> {
        self.reader.index(self.limits.attrs, what).map(AttrId)
    }

    /// An attribute or none.
    ///
    /// # Errors
    ///
    /// There is no such attribute.
    pub fn optional_attr(&mut self, what: &'static str) -> Result<Option<AttrId>> {
        let limit = self.limits.attrs;
        Ok(self.optional(limit, what)?.map(AttrId))
    }

    /// A type.
    ///
    /// # Errors
    ///
    /// There is no such type.
    pub fn ty(&mut self, what: &'static str) -> Result<TypeId> {
        self.reader.index(self.limits.types, what).map(TypeId)
    }

    /// A type or none.
    ///
    /// # Errors
    ///
    /// There is no such type.
    pub fn optional_ty(&mut self, what: &'static str) -> Result<Option<TypeId>> {
        let limit = self.limits.types;
        Ok(self.optional(limit, what)?.map(TypeId))
    }

    /// A resource of a dialect.
    ///
    /// # Errors
    ///
    /// There is no such resource.
    pub fn resource(&mut self, what: &'static str) -> Result<ResourceId> {
        self.reader.index(self.tables.resources.dialect_len(), what).map(ResourceId)
    }

    fn optional(&mut self, limit: usize, what: &'static str) -> Result<Option<u32>> {
        let at = self.offset();
        match self.reader.flagged(what)? {
            (0, false) => Ok(None),
            (index, false) => {
                Err(self.invalid(at, what, format!("{index} without the flag that it is there")))
            }
            (index, true) => self.reader.checked(at, index, limit, what).map(Some),
        }
    }

    /// Nothing may be left. Of attributes and types that is asked anyway when their hook is done; of versions and properties it is
    /// for the hook to ask.
    ///
    /// # Errors
    ///
    /// Bytes are left over.
    pub fn finish(&self, what: &'static str) -> Result<()> {
        self.reader.finish(what)
    }
}
