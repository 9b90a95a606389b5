//! [`Loader`]: a file read with hooks, at once or piece by piece.

use std::fmt;

use outlast_core::{Error, Result, Step};

use super::entries::{Hooked, decode, encode};
use super::erased::AnyVersion;
use super::reader::Indices;
use super::upgrade::{Made, Upgrade};
use super::{DialectReader, DialectWriter, Dialects};
use crate::defs::section;
use crate::encoding::Encoding;
use crate::file::File;
use crate::ids::DialectId;
use crate::ir::{Ir, LazyRegions, Limits, Nested};
use crate::module::Module;
use crate::tables::Tables;
use crate::wire::Reader;
use crate::write::Layout;

/// A file that is read with the hooks of its dialects. Opening it reads the tables' outlines and the versions; attributes and types
/// are read with the first operations; regions that are isolated from above can be read later, one by one. Whatever is read has
/// been upgraded.
///
/// ```no_run
/// use outlast_mlir::dialect::{Dialects, Loader};
/// use outlast_mlir::ir::Nested;
///
/// # fn main() -> outlast_core::Result<()> {
/// # let (data, dialects) = (Vec::new(), Dialects::new());
/// let mut loader = Loader::open(&data, &dialects)?;
/// if let Some(version) = loader.version("test") {
///     println!("{version}");
/// }
/// let module = loader.read(Nested::Skip(1))?;
/// for lazy in module.all_lazy() {
///     let function = loader.materialize(lazy, Nested::Read)?;
/// }
/// # Ok(())
/// # }
/// ```
pub struct Loader<'a, 'd> {
    file: File<'a>,
    tables: Tables<'a>,
    dialects: &'d Dialects,
    /// By dialect of the file: the version that it states, if hooks can read it.
    versions: Vec<Option<AnyVersion>>,
    /// How many entries the file has: upgrades may add some, which it cannot refer to.
    limits: Limits,
    /// What upgrades made.
    made: Made,
    /// What came of reading attributes and types, once it was done.
    decoded: Option<Result<()>>,
}

impl fmt::Debug for Loader<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").field("dialects", self.dialects).finish_non_exhaustive()
    }
}

impl<'a, 'd> Loader<'a, 'd> {
    /// Opens a file and reads the versions that it states.
    ///
    /// # Errors
    ///
    /// As for [`File::open`] and [`Tables::read`]; and a version that its dialect's hooks cannot read.
    pub fn open(data: &'a [u8], dialects: &'d Dialects) -> Result<Loader<'a, 'd>> {
        let file = File::open(data)?;
        let tables = Tables::read(&file)?;
        let versions = (0..tables.dialects.len())
            .map(|at| version(&file, &tables, dialects, DialectId::new(at)))
            .collect::<Result<_>>()?;
        let limits = Limits::of(&file, &tables);
        Ok(Loader { file, tables, dialects, versions, limits, made: Made::default(), decoded: None })
    }

    /// The file.
    pub fn file(&self) -> &File<'a> {
        &self.file
    }

    /// The tables: once operations were read, with what hooks made of them.
    pub fn tables(&self) -> &Tables<'a> {
        &self.tables
    }

    /// The version that the file states of a dialect, or implies; none if the dialect has no hooks.
    pub fn version(&self, namespace: &str) -> Option<&str> {
        self.loaded(namespace).map(|version| &*version.text)
    }

    /// The same as what its hooks have made of it: none as well if that is of another type.
    pub fn version_as<V: 'static>(&self, namespace: &str) -> Option<&V> {
        self.loaded(namespace)?.get()
    }

    fn loaded(&self, namespace: &str) -> Option<&AnyVersion> {
        let dialect = self.tables.find_dialect(namespace.as_bytes())?;
        self.versions.get(dialect.index())?.as_ref()
    }

    /// Reads the operations, and upgrades them. Regions may be left to be read later.
    ///
    /// # Errors
    ///
    /// As for [`Ir::read`]; and what hooks refuse.
    pub fn read(&mut self, nested: Nested) -> Result<Ir> {
        self.decode()?;
        let mut ir = Ir::read_within(&self.file, self.limits, nested)?;
        self.upgrade(&mut ir)?;
        Ok(ir)
    }

    /// Reads regions that were left, and upgrades them.
    ///
    /// # Errors
    ///
    /// As for [`Ir::materialize`]; and what hooks refuse.
    pub fn materialize(&mut self, lazy: &LazyRegions, nested: Nested) -> Result<Ir> {
        self.decode()?;
        let mut ir = Ir::materialize_within(&self.file, self.limits, lazy, nested)?;
        self.upgrade(&mut ir)?;
        Ok(ir)
    }

    /// The whole file. To be written with [`Module::encode`] or [`Module::canonical`].
    ///
    /// # Errors
    ///
    /// As for [`Loader::read`].
    pub fn into_module(mut self) -> Result<Module<'a>> {
        let ir = self.read(Nested::Read)?;
        Ok(Module { layout: Layout::of(&self.file), tables: self.tables, ir })
    }

    /// Attributes and types, once.
    fn decode(&mut self) -> Result<()> {
        let done = match self.decoded.take() {
            Some(done) => done,
            None => self.decode_all(),
        };
        self.decoded.insert(done).clone()
    }

    fn decode_all(&mut self) -> Result<()> {
        let limits = Indices::of(&self.tables);
        for at in 0..self.tables.dialects.len() {
            let id = DialectId::new(at);
            let Some(hooks) = self.dialects.get(self.tables.dialect_name(id)) else { continue };
            let written = written_version(|writer| hooks.say_version(writer))?;
            let version = self.versions.get(at).and_then(Option::as_ref);
            let bytes = (!written.is_empty()).then(|| written.bytes(&mut self.tables.strings));
            let Some(dialect) = self.tables.dialects.get_mut(at) else { continue };
            // A version that is implied by the producer changes no encoding.
            let other = version.is_some() && dialect.version.as_deref() != bytes.as_deref();
            if other {
                dialect.version = bytes.map(Into::into);
            }
            dialect.written = Some(written);
            decode(&self.file, &mut self.tables, limits, &Hooked { id, hooks, version, other })?;
        }
        Ok(())
    }

    /// Every operation of a part comes here once, when it was read.
    fn upgrade(&mut self, ir: &mut Ir) -> Result<()> {
        for (at, version) in self.versions.iter().enumerate() {
            let Some(version) = version else { continue };
            let Some(hooks) = self.dialects.get(self.tables.dialect_name(DialectId::new(at))) else {
                continue;
            };
            let mut part = Upgrade::new(&self.file, &mut self.tables, ir, self.dialects, &mut self.made);
            hooks.upgrade_part(&mut part, version).map_err(|error| part.placed(error))?;
        }
        Ok(())
    }
}

impl<'a> Module<'a> {
    /// Reads a whole file with the hooks of dialects: what they encode is known, and what is of an older version is upgraded.
    ///
    /// # Errors
    ///
    /// As for [`Module::read`]; and what hooks refuse.
    pub fn read_with(data: &'a [u8], dialects: &Dialects) -> Result<Module<'a>> {
        Loader::open(data, dialects)?.into_module()
    }
}

impl Dialects {
    /// Asks the hooks about a module that was made from text: which of its attributes and types they encode, and the versions that
    /// they write. That is what [`Module::canonical`] writes; [`Module::encode`] writes what the module has, which is text.
    ///
    /// Attributes and types that stand in the text of others are not seen as entries there ([`AsmCursor::attr`](super::AsmCursor::attr)).
    ///
    /// # Errors
    ///
    /// Hooks write a version that refers to attributes or types.
    pub fn encode(&self, module: &mut Module<'_>) -> Result<()> {
        let tables = &mut module.tables;
        for id in (0..tables.dialects.len()).map(DialectId::new) {
            let Some(hooks) = self.get(tables.dialect_name(id)) else { continue };
            let written = written_version(|writer| hooks.say_version(writer))?;
            if let Some(dialect) = tables.dialects.get_mut(id.index()) {
                dialect.written = Some(written);
            }
            encode(tables, id, hooks);
        }
        Ok(())
    }
}

/// The version that hooks write.
fn written_version(write: impl FnOnce(&mut DialectWriter)) -> Result<Encoding> {
    let mut writer = DialectWriter::new();
    write(&mut writer);
    let written = writer.into_encoding();
    // Upstream's writer does not number what a version refers to.
    if written.references().next().is_some() {
        return Err(Reader::new(&[]).invalid(0, "version of a dialect", "it refers to an attribute or type"));
    }
    Ok(written)
}

/// Reads the version that a file states of a dialect.
fn version(
    file: &File<'_>,
    tables: &Tables<'_>,
    dialects: &Dialects,
    id: DialectId,
) -> Result<Option<AnyVersion>> {
    let name = tables.dialect_name(id);
    let (Some(hooks), Some(dialect)) = (dialects.get(name), tables.dialects.get(id.index())) else {
        return Ok(None);
    };
    let Some(bytes) = dialect.version.as_ref().filter(|bytes| !bytes.is_empty()) else {
        return Ok(hooks.implied_version(file.producer()));
    };
    let window = Reader::new(file.data()).window(dialect.version_at, dialect.version_at + bytes.len());
    let mut reader = DialectReader::new(window, tables, Indices::of(tables), file.version());
    let read = hooks.version(&mut reader).map_err(|error: Error| {
        let step = Step::Named("version of dialect", String::from_utf8_lossy(name).into_owned());
        let error = error.within(step).within(File::step(section::DIALECT));
        match error.help() {
            Some(_) => error,
            None => error.with_help("without the hooks of this dialect, the file is read as it is"),
        }
    })?;
    Ok(Some(read))
}
