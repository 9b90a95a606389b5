//! Hooks of dialects: their versions, their own encodings of attributes and types, and upgrades from older versions.
//!
//! A [`DialectHooks`] is what upstream calls a bytecode dialect interface. Those that are registered in [`Dialects`] are asked when a
//! file is read with [`Module::read_with`](crate::Module::read_with) or a [`Loader`]:
//!
//! 1. [`read_version`](DialectHooks::read_version), before anything else of the dialect is read; where the file states none,
//!    [`producer_version`](DialectHooks::producer_version);
//! 2. [`read_attr`](DialectHooks::read_attr) and [`read_type`](DialectHooks::read_type) for what the dialect has encoded, with that
//!    version: they say which assembly text it is ([`Asm`]). What they do not know stays bytes;
//! 3. if the version is known, [`upgrade_attr`](DialectHooks::upgrade_attr) and [`upgrade_type`](DialectHooks::upgrade_type) for
//!    every attribute and type of the dialect, once, and [`upgrade_from_version`](DialectHooks::upgrade_from_version) for operations,
//!    once for each: those that are read at once, and those of regions that are read later (upstream leaves these as they are);
//! 4. [`write_attr`](DialectHooks::write_attr) and [`write_type`](DialectHooks::write_type), which encode what they want to and leave the
//!    rest to be text, and [`write_version`](DialectHooks::write_version).
//!
//! What comes out is of the version that the hooks write. A file of that version keeps its bytes, until it is rewritten
//! ([`Module::canonical`](crate::Module::canonical)); one of another version is encoded again at once, and says so.
//!
//! Hooks see bytes that anybody may have made. They need not be careful: what is read is held against the end and the tables by
//! [`DialectReader`]. They must not loop or allocate by a number that they read; [`DialectReader::count`] is for that.
//!
//! Without hooks, `builtin`, `quant`, `llvm`, `vhlo`, `stablehlo` and `chlo` are known by their tables ([`mod@crate::codec`]). Hooks of
//! one of these names are asked first.
//!
//! ```
//! use outlast_core::Result;
//! use outlast_mlir::dialect::{Asm, DialectHooks, DialectReader, DialectWriter, Dialects};
//!
//! /// A dialect whose `#point.at<x, y>` is two numbers; version 1 had them the other way round.
//! struct Point;
//!
//! impl DialectHooks for Point {
//!     type Version = u64;
//!
//!     fn namespace(&self) -> &str {
//!         "point"
//!     }
//!
//!     fn read_version(&self, reader: &mut DialectReader<'_>) -> Result<u64> {
//!         reader.varint("version of dialect `point`")
//!     }
//!
//!     fn write_version(&self, writer: &mut DialectWriter) {
//!         writer.varint(2);
//!     }
//!
//!     fn read_attr(&self, reader: &mut DialectReader<'_>, version: Option<&u64>) -> Result<Option<Asm>> {
//!         let (one, other) = (reader.signed_varint("x")?, reader.signed_varint("y")?);
//!         let (x, y) = if version == Some(&1) { (other, one) } else { (one, other) };
//!         let mut asm = Asm::of("#point.at<");
//!         asm.signed(x).text(", ").signed(y).text(">");
//!         Ok(Some(asm))
//!     }
//!
//!     fn write_attr(&self, asm: &Asm, writer: &mut DialectWriter) -> Option<()> {
//!         let mut text = asm.cursor();
//!         text.literal("#point.at<")?;
//!         writer.signed_varint(text.signed()?);
//!         text.literal(",")?;
//!         writer.signed_varint(text.signed()?);
//!         text.literal(">")?;
//!         text.end()
//!     }
//! }
//!
//! let mut dialects = Dialects::new();
//! dialects.register(Point);
//! assert_eq!(dialects.namespaces().collect::<Vec<_>>(), ["point"]);
//! ```

mod entries;
mod erased;
mod load;
mod reader;
mod upgrade;
mod writer;

use std::fmt;
use std::sync::Arc;

use outlast_core::Result;

use crate::ids::EntryKind;

pub use crate::asm::{Asm, AsmCursor};
pub use load::Loader;
pub use reader::DialectReader;
pub use upgrade::Upgrade;
pub use writer::DialectWriter;

use erased::AnyVersion;

/// What a dialect does with its part of a file. Every hook but the name may be left out.
pub trait DialectHooks: Send + Sync {
    /// A version of the dialect: whatever it is, a number or not.
    type Version: fmt::Display + Send + Sync + 'static;

    /// The dialect's namespace.
    fn namespace(&self) -> &str;

    /// Reads the version that a file states. Bytes that are left are not looked at, as upstream has it: a version that has to end asks
    /// [`DialectReader::finish`].
    ///
    /// # Errors
    ///
    /// It is no version of this dialect. Then nothing of the file is read. That is also what happens without this hook.
    fn read_version(&self, reader: &mut DialectReader<'_>) -> Result<Self::Version> {
        Err(reader.invalid(reader.offset(), "version of a dialect", "the dialect has no versions"))
    }

    /// The version of the dialect in a file that states none, by the file's producer: that of a dialect whose version goes without a
    /// section of its own, as VHLO's does.
    fn producer_version(&self, _producer: &[u8]) -> Option<Self::Version> {
        None
    }

    /// Writes the version in which the other hooks write: numbers, bytes and strings, no attributes or types. Without it, or if it
    /// writes nothing, files do not state one.
    fn write_version(&self, _writer: &mut DialectWriter) {}

    /// Reads an attribute that the dialect has encoded: all of its bytes. None if the encoding is not known: it then stays bytes.
    ///
    /// A file that states no version has none here; upstream's dialects take it for the newest.
    ///
    /// # Errors
    ///
    /// The encoding contradicts itself.
    fn read_attr(
        &self,
        _reader: &mut DialectReader<'_>,
        _version: Option<&Self::Version>,
    ) -> Result<Option<Asm>> {
        Ok(None)
    }

    /// Reads a type: as [`DialectHooks::read_attr`].
    ///
    /// # Errors
    ///
    /// The encoding contradicts itself.
    fn read_type(
        &self,
        _reader: &mut DialectReader<'_>,
        _version: Option<&Self::Version>,
    ) -> Result<Option<Asm>> {
        Ok(None)
    }

    /// Encodes an attribute. None if it is to be text; what was written until then does not count.
    fn write_attr(&self, _asm: &Asm, _writer: &mut DialectWriter) -> Option<()> {
        None
    }

    /// Encodes a type. None if it is to be text.
    fn write_type(&self, _asm: &Asm, _writer: &mut DialectWriter) -> Option<()> {
        None
    }

    /// What an attribute of an older version is now; none if it is the same. It may have been encoded or text.
    ///
    /// # Errors
    ///
    /// It cannot be upgraded.
    fn upgrade_attr(&self, _asm: &Asm, _version: &Self::Version) -> Result<Option<Asm>> {
        Ok(None)
    }

    /// What a type of an older version is now; none if it is the same.
    ///
    /// # Errors
    ///
    /// It cannot be upgraded.
    fn upgrade_type(&self, _asm: &Asm, _version: &Self::Version) -> Result<Option<Asm>> {
        Ok(None)
    }

    /// Upgrades operations that were just read, of whatever dialect, in files whose version of this one is known: those of the
    /// whole file, or of regions that are read apart. Each operation comes once. The hook decides whether the version is an older one;
    /// hooks that write an older version than the file's make its operations older.
    ///
    /// # Errors
    ///
    /// They cannot be upgraded: the version is one of the future, say.
    fn upgrade_from_version(&self, _part: &mut Upgrade<'_, '_>, _version: &Self::Version) -> Result<()> {
        Ok(())
    }
}

/// [`DialectHooks`] of any version. A version is always one that the same hooks have read.
trait ErasedHooks: Send + Sync {
    fn name(&self) -> &str;
    fn version(&self, reader: &mut DialectReader<'_>) -> Result<AnyVersion>;
    fn implied_version(&self, producer: &[u8]) -> Option<AnyVersion>;
    fn say_version(&self, writer: &mut DialectWriter);
    fn read(
        &self,
        kind: EntryKind,
        reader: &mut DialectReader<'_>,
        version: Option<&AnyVersion>,
    ) -> Result<Option<Asm>>;
    fn write(&self, kind: EntryKind, asm: &Asm, writer: &mut DialectWriter) -> Option<()>;
    fn upgrade(&self, kind: EntryKind, asm: &Asm, version: &AnyVersion) -> Result<Option<Asm>>;
    fn upgrade_part(&self, part: &mut Upgrade<'_, '_>, version: &AnyVersion) -> Result<()>;
}

/// The dialects whose hooks are asked.
#[derive(Clone, Default)]
pub struct Dialects {
    all: Vec<Arc<dyn ErasedHooks>>,
}

impl fmt::Debug for Dialects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.namespaces()).finish()
    }
}

impl Dialects {
    /// No hooks: what is known is in [`mod@crate::codec`].
    pub fn new() -> Dialects {
        Dialects::default()
    }

    /// Adds a dialect; one of the same namespace goes.
    pub fn register(&mut self, dialect: impl DialectHooks + 'static) -> &mut Dialects {
        self.all.retain(|other| other.name() != dialect.namespace());
        self.all.push(Arc::new(dialect));
        self
    }

    /// Names of the dialects, in the order in which they were added.
    pub fn namespaces(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|dialect| dialect.name())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn get(&self, namespace: &[u8]) -> Option<&dyn ErasedHooks> {
        self.all.iter().find(|dialect| dialect.name().as_bytes() == namespace).map(|dialect| &**dialect)
    }
}
