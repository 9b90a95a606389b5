//! [`rewrite`]: a portable artifact for another version, written as StableHLO's serialiser writes it.

use std::fmt;

use outlast_core::Error;

use crate::defs::{section, version};
use crate::dialect::Dialects;
use crate::file::File;
use crate::ids::OpNameId;
use crate::module::{Builder, Module};
use crate::op_schema::OpSchema;
use crate::schema::{self, FileSchemas, Known, ReleaseSchemas};
use crate::steps::{BuiltinCodes, StepError, lower_builtin_codes, set_version, unify};
use crate::tables::Tables;
use crate::wire::{Piece, varint};
use crate::write::CanonicalError;

use super::Version;
use super::convert::{Done, Refusal, Vhlo, Wanted, expanded, to_version};
use super::defs::Expansion;
use super::expand::Making;
use super::facts::facts;
use super::legal::{self, Unlike};
use super::values::Maker;
use crate::vhlo_defs::{OpAttrs, definition, schema_of};

/// Why an artifact is not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// There is no such version.
    NoVersion(Version),
    /// The version has no form for some operations: all of them.
    Refused(Vec<Refusal>),
    /// Something cannot be said in the version's container.
    Step(StepError),
    /// An operation, attribute or type stands for nothing in the other dialect.
    Unlike(Unlike),
    /// Something would have to be renumbered that is not known.
    Opaque(String),
    /// The file is damaged.
    Read(Error),
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RewriteError::NoVersion(version) => {
                write!(f, "there is no version {version} of StableHLO that is known here")
            }
            RewriteError::Refused(all) => {
                write!(f, "{} kinds of operations have no form in that version", all.len())
            }
            RewriteError::Step(error) => error.fmt(f),
            RewriteError::Unlike(unlike) => {
                write!(f, "{} of `{}` has no counterpart in the other dialect", unlike.what, unlike.name)
            }
            RewriteError::Opaque(what) => f.write_str(what),
            RewriteError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RewriteError {}

impl From<Error> for RewriteError {
    fn from(error: Error) -> RewriteError {
        RewriteError::Read(error)
    }
}

impl From<StepError> for RewriteError {
    fn from(error: StepError) -> RewriteError {
        match error {
            StepError::Read(error) => RewriteError::Read(error),
            error => RewriteError::Step(error),
        }
    }
}

/// An artifact that was written for a version.
#[derive(Debug)]
pub struct Rewritten<'a> {
    /// The file.
    pub pieces: Vec<Piece<'a>>,
    /// What happened to operations.
    pub done: Done,
    /// Locations and other builtin attributes and types that were written as older readers know them.
    pub lowered: usize,
    /// The version of the container before and after.
    pub container: (u64, u64),
}

/// Who reads an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The version of StableHLO, which the artifact is written for.
    pub version: Version,
    /// The builtin codes that it knows.
    pub codes: BuiltinCodes,
    /// What is rewritten for it though its version has it.
    pub lacks: Vec<Expansion>,
}

/// Writes a portable artifact for a reader, as StableHLO's serialiser does it: operations of its version, the container and the producer
/// of that version.
///
/// # Errors
///
/// As [`RewriteError`] says; nothing is written then.
pub fn rewrite<'a>(file: &File<'a>, reader: &Reader) -> Result<Rewritten<'a>, RewriteError> {
    let to = reader.version;
    let wanted = Wanted { version: to, lacks: reader.lacks.clone() };
    let container = to.container().ok_or(RewriteError::NoVersion(to))?;
    let (mut module, known, chosen) = read(file)?;
    // The hooks would stop at the first operation; all of them are wanted.
    let (mut tables, mut ir) = (module.tables.clone(), module.ir.clone());
    expanded((&mut tables, &mut Maker::default(), &mut Builder::default()), &mut ir, file.version(), &wanted);
    let refusals = facts(&tables, &ir, file.producer(), file.version()).refusals(to);
    drop((tables, ir));
    if !refusals.is_empty() {
        return Err(RewriteError::Refused(refusals));
    }
    let done = if Version::of_producer(file.producer()).is_some() {
        let mut dialects = Dialects::new();
        let done = dialects_done(&mut dialects, wanted);
        module = Module::read_with(file.data(), &dialects)?;
        done.take()
    } else {
        // Who wrote it does not say for which version: no hook is asked then.
        let Module { tables, ir, .. } = &mut module;
        let stuck = |stuck: super::convert::Stuck| RewriteError::Opaque(stuck.to_string());
        to_version(tables, ir, &mut Builder::default(), file.version(), &wanted).map_err(stuck)?
    };
    module.ir.announce_defined();
    let from = module.layout.version;
    let mut schemas = all_schemas(&module.tables, known, &chosen);
    if container != from {
        set_version(&mut module, container, &schemas)?;
        if container >= version::NATIVE_PROPERTIES_ENCODING {
            schemas = encode_properties(&mut module);
        }
    }
    let lowered = lower_builtin_codes(&mut module, reader.codes, crate::print::NEWEST)?;
    if lowered > 0 {
        unify(&mut module);
    }
    module.layout.producer = to.producer().into_bytes().into();
    let pieces = canonical(module, &schemas)?;
    Ok(Rewritten { pieces, done, lowered, container: (from, container) })
}

/// The producer of files that are no portable artifacts any more.
const PRODUCER: &str = "Outlast";

/// Writes an artifact as operations of StableHLO and func, as jaxlib's `deserialize` makes them: version 4 of the container, in which
/// attributes have names, so that tools of many releases read it. The second number says how many operations there are.
///
/// # Errors
///
/// As [`RewriteError`] says; nothing is written then.
pub fn as_stablehlo<'a>(file: &File<'a>) -> Result<Vec<Piece<'a>>, RewriteError> {
    let (mut module, known, chosen) = read(file)?;
    let newest = Version::newest();
    let refusals = facts(&module.tables, &module.ir, file.producer(), file.version()).refusals(newest);
    if !refusals.is_empty() {
        return Err(RewriteError::Refused(refusals));
    }
    let Module { tables, ir, .. } = &mut module;
    let stuck = |stuck: super::convert::Stuck| RewriteError::Opaque(stuck.to_string());
    to_version(tables, ir, &mut Builder::default(), file.version(), &Wanted::of(newest)).map_err(stuck)?;
    named(&mut module, known, &chosen)?;
    legal::to_stablehlo(&mut module).map_err(RewriteError::Unlike)?;
    finish(module)
}

/// Writes operations of StableHLO and func as those of VHLO, of the newest version: in version 4 of the container, to be written for a
/// version by [`rewrite`].
///
/// # Errors
///
/// As [`RewriteError`] says; nothing is written then.
pub fn as_vhlo<'a>(file: &File<'a>) -> Result<Vec<Piece<'a>>, RewriteError> {
    let (mut module, known, chosen) = read(file)?;
    named(&mut module, known, &chosen)?;
    legal::to_vhlo(&mut module).map_err(RewriteError::Unlike)?;
    finish(module)
}

type Read<'a> = (Module<'a>, usize, FileSchemas);

fn read<'a>(file: &File<'a>) -> Result<Read<'a>, RewriteError> {
    let mut module = Module::read(file.data())?;
    module.ir.announce_defined();
    let chosen = FileSchemas::choose(file, &module.tables, &module.ir).schemas;
    let known = module.tables.op_names.len();
    Ok((module, known, chosen))
}

/// Properties become attributes, which have names.
fn named(module: &mut Module<'_>, known: usize, chosen: &FileSchemas) -> Result<(), RewriteError> {
    let schemas = all_schemas(&module.tables, known, chosen);
    Ok(set_version(module, version::NATIVE_PROPERTIES_ENCODING - 1, &schemas)?)
}

fn finish(mut module: Module<'_>) -> Result<Vec<Piece<'_>>, RewriteError> {
    unify(&mut module);
    module.layout.producer = PRODUCER.as_bytes().into();
    let schemas = FileSchemas::new(vec![None; module.tables.op_names.len()]);
    canonical(module, &schemas)
}

fn canonical<'a>(module: Module<'a>, schemas: &FileSchemas) -> Result<Vec<Piece<'a>>, RewriteError> {
    module.into_canonical(schemas).map_err(|error| match error {
        CanonicalError::Opaque(opaque) => RewriteError::Opaque(opaque.to_string()),
        CanonicalError::Read(error) => RewriteError::Read(error),
    })
}

/// Registers hooks that write a version, and tell what they did.
fn dialects_done(dialects: &mut Dialects, to: Wanted) -> super::convert::Told {
    let told = super::convert::Told::default();
    dialects.register(Vhlo::telling(to, told.clone()));
    told
}

/// Schemas for all operations: by definition those of VHLO, and what was chosen for others.
fn all_schemas(tables: &Tables<'_>, known: usize, chosen: &FileSchemas) -> FileSchemas {
    let names = (0..tables.op_names.len()).map(OpNameId::new);
    let of = |id: OpNameId| {
        let own = definition(&tables.op_name(id)).map(|(_, def)| schema_of(def));
        own.or_else(|| chosen.get(id).filter(|_| id.index() < known).cloned())
    };
    FileSchemas::new(names.map(of).collect())
}

/// The release whose encoding of builtin operations counts: it has never changed.
fn builtin_release() -> Option<ReleaseSchemas> {
    schema::release("mlir-22")
}

/// Notes the schema of a name.
fn set(schemas: &mut [Option<OpSchema>], id: OpNameId, schema: OpSchema) {
    if let Some(known) = schemas.get_mut(id.index()) {
        *known = Some(schema);
    }
}

/// Operations of VHLO and `builtin.module` get properties; others keep their dictionaries.
fn encode_properties(module: &mut Module<'_>) -> FileSchemas {
    let Module { tables, ir, .. } = module;
    let (mut maker, mut builder) = (Maker::default(), Builder::default());
    let mut schemas: Vec<Option<OpSchema>> = vec![None; tables.op_names.len()];
    for op in ir.ops() {
        let id = ir.name(op);
        let text = tables.op_name(id);
        if let Some((name, def)) = definition(&text) {
            // Before version 5, everything is in the dictionary.
            let Some(attrs) = OpAttrs::read(tables, 0, ir, op, def) else { continue };
            let mut making =
                Making { tables: &mut *tables, maker: &mut maker, builder: &mut builder, properties: true };
            let Some((dictionary, blob)) = making.said(name, &attrs) else { continue };
            ir.set_attrs(op, dictionary);
            ir.set_properties(op, blob);
            set(&mut schemas, id, schema_of(def));
        } else if text == b"builtin.module"
            && let Some(Known::Properties(schema)) =
                builtin_release().map(|release| release.op("builtin.module"))
        {
            let mut items = ir
                .attrs(op)
                .and_then(|attrs| crate::tables::dictionary_items(tables, attrs))
                .unwrap_or_default();
            let mut blob = Vec::new();
            for field in &schema.fields {
                let at = items.iter().position(|(name, _)| *name == field.name.as_bytes());
                let value = at.map(|at| items.remove(at).1);
                varint(&mut blob, value.map_or(0, |value| u64::from(value.0) << 1 | 1));
            }
            let dictionary = (!items.is_empty()).then(|| builder.dictionary(tables, items));
            tables.properties.push(blob.into());
            ir.set_attrs(op, dictionary);
            ir.set_properties(op, Some(crate::ids::PropertiesId::new(tables.properties.len() - 1)));
            set(&mut schemas, id, schema);
        } else {
            continue;
        }
        if let Some(name) = tables.op_names.get_mut(id.index()) {
            name.registered = Some(true);
        }
    }
    module.set_section(section::PROPERTIES, true);
    FileSchemas::new(schemas)
}
