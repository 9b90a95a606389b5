//! Hooks without the type of their version, so that a registry can have many.

use std::any::Any;

use outlast_core::Result;

use super::{Asm, DialectHooks, DialectReader, DialectWriter, ErasedHooks, Upgrade};
use crate::ids::EntryKind;

/// A version that was read, and what it is called.
pub(super) struct AnyVersion {
    value: Box<dyn Any + Send + Sync>,
    pub(super) text: String,
}

impl AnyVersion {
    pub(super) fn get<V: 'static>(&self) -> Option<&V> {
        self.value.downcast_ref()
    }
}

impl<D: DialectHooks> ErasedHooks for D {
    fn name(&self) -> &str {
        self.namespace()
    }

    fn version(&self, reader: &mut DialectReader<'_>) -> Result<AnyVersion> {
        let value = self.read_version(reader)?;
        Ok(AnyVersion { text: value.to_string(), value: Box::new(value) })
    }

    fn implied_version(&self, producer: &[u8]) -> Option<AnyVersion> {
        let value = self.producer_version(producer)?;
        Some(AnyVersion { text: value.to_string(), value: Box::new(value) })
    }

    fn say_version(&self, writer: &mut DialectWriter) {
        self.write_version(writer);
    }

    fn read(
        &self,
        kind: EntryKind,
        reader: &mut DialectReader<'_>,
        version: Option<&AnyVersion>,
    ) -> Result<Option<Asm>> {
        let version = version.and_then(AnyVersion::get);
        match kind {
            EntryKind::Attr => self.read_attr(reader, version),
            EntryKind::Type => self.read_type(reader, version),
        }
    }

    fn write(&self, kind: EntryKind, asm: &Asm, writer: &mut DialectWriter) -> Option<()> {
        match kind {
            EntryKind::Attr => self.write_attr(asm, writer),
            EntryKind::Type => self.write_type(asm, writer),
        }
    }

    fn upgrade(&self, kind: EntryKind, asm: &Asm, version: &AnyVersion) -> Result<Option<Asm>> {
        let Some(version) = version.get() else { return Ok(None) };
        match kind {
            EntryKind::Attr => self.upgrade_attr(asm, version),
            EntryKind::Type => self.upgrade_type(asm, version),
        }
    }

    fn upgrade_part(&self, part: &mut Upgrade<'_, '_>, version: &AnyVersion) -> Result<()> {
        version.get().map_or(Ok(()), |version| self.upgrade_from_version(part, version))
    }
}
