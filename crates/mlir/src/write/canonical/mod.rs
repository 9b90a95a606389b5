//! Canonical writing: everything renumbered, as upstream's writer does it. What nothing refers to goes.
//!
//! `IRNumbering.cpp`, `BytecodeWriter.cpp`. Works if the encodings of everything that is referred to are known: custom attributes and
//! types by [`mod@crate::codec`], properties by [`FileSchemas`].

mod as_written;
mod followed;
mod number;
mod order;
mod resources;
mod stable;
mod tables;

use std::borrow::Cow;

use outlast_core::Result;

use super::{Layout, encode};
use crate::defs::version;
use crate::ids::Reference;
use crate::ids::{AttrId, OpNameId, PropertiesId, TypeId};
use crate::ir::Ir;
use crate::schema::{FileSchemas, transcode};
use crate::tables::Tables;
use crate::wire::{Piece, varint};

pub(crate) use as_written::AsWritten;
use number::Numbering;

/// What stands in the way of renumbering a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// What has an encoding that is not known: ``the properties of `iree.op` ``.
    pub what: String,
}

impl std::fmt::Display for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the encoding of {} is not known", self.what)
    }
}

impl std::error::Error for Opaque {}

/// Why a file cannot be rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanonicalError {
    /// An encoding is not known.
    Opaque(Opaque),
    /// The content contradicts itself.
    Read(outlast_core::Error),
}

impl std::fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CanonicalError::Opaque(opaque) => opaque.fmt(f),
            CanonicalError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CanonicalError {}

impl From<outlast_core::Error> for CanonicalError {
    fn from(error: outlast_core::Error) -> CanonicalError {
        CanonicalError::Read(error)
    }
}

/// Tables and operations of a file as upstream's writer would number them. Operations are numbered in place.
///
/// # Errors
///
/// [`CanonicalError::Opaque`] if an encoding is not known that may have references in it.
pub fn renumber<'a>(
    version: u64,
    producer: &[u8],
    tables: &Tables<'a>,
    ir: Ir,
    schemas: &FileSchemas,
) -> Result<(Tables<'a>, Ir), CanonicalError> {
    renumber_or_back(version, producer, tables, ir, schemas).map_err(|back| back.0)
}

/// As [`renumber`]; the operations come back where that fails, and announce what they define.
pub(crate) fn renumber_or_back<'a>(
    version: u64,
    producer: &[u8],
    tables: &Tables<'a>,
    mut ir: Ir,
    schemas: &FileSchemas,
) -> Result<(Tables<'a>, Ir), Box<(CanonicalError, Ir)>> {
    ir.announce_defined();
    let all = || -> Result<_, CanonicalError> {
        let numbering = Numbering::of(version, contradicts(producer), tables, &ir, schemas)?;
        let mut new = tables::build(version, tables, &numbering)?;
        let properties = properties(version, tables, &ir, schemas, &numbering, &mut new)?;
        Ok((numbering, new, properties))
    };
    let (numbering, mut new, properties) = match all() {
        Ok(all) => all,
        Err(error) => return Err(Box::new((error, ir))),
    };
    operations(&mut ir, &numbering, &properties);
    resources::build(tables, &numbering, &mut new);
    Ok((new, ir))
}

/// Whether a producer groups by dialect with the comparison of LLVM 16.
fn contradicts(producer: &[u8]) -> bool {
    producer.strip_prefix(b"MLIR16").is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_digit))
}

/// A file rewritten: [`renumber`], in the order of sections that upstream's writer has.
///
/// # Errors
///
/// As for [`renumber`].
pub fn canonical<'a>(
    version: u64,
    producer: impl Into<Cow<'a, [u8]>>,
    tables: &Tables<'a>,
    ir: Ir,
    schemas: &FileSchemas,
) -> Result<Vec<Piece<'a>>, CanonicalError> {
    let producer = producer.into();
    let (tables, ir) = renumber(version, &producer, tables, ir, schemas)?;
    Ok(encode(&Layout::upstream(version, producer), tables, ir, None))
}

/// The new numbers of operations' properties, in the order in which operations are written.
fn properties<'a>(
    version: u64,
    old: &Tables<'a>,
    ir: &Ir,
    schemas: &FileSchemas,
    numbering: &Numbering,
    new: &mut Tables<'a>,
) -> Result<Vec<u32>, CanonicalError> {
    let mut properties = Properties::new(old.properties.len());
    let mut all = Vec::new();
    for record in ir.ops.iter().filter(|record| record.properties != crate::ir::NONE) {
        // Versions before have no place for them: they would be lost.
        if version < version::NATIVE_PROPERTIES_ENCODING {
            return Err(opaque_properties(old, record.name));
        }
        let found = PropertiesId(record.properties);
        all.push(properties.renumber(version, old, schemas, numbering, new, record.name, found)?);
    }
    Ok(all)
}

/// The operations with new numbers.
fn operations(out: &mut Ir, numbering: &Numbering, properties: &[u32]) {
    let mut properties = properties.iter();
    for record in &mut out.ops {
        if record.properties != crate::ir::NONE {
            record.properties = properties.next().copied().unwrap_or(crate::ir::NONE);
        }
        record.name = OpNameId(numbering.op_names.number(record.name.0));
        record.location = AttrId(numbering.attrs.number(record.location.0));
        if record.attrs != crate::ir::NONE {
            record.attrs = numbering.attrs.number(record.attrs);
        }
    }
    for ty in &mut out.results {
        *ty = TypeId(numbering.types.number(ty.0));
    }
    for arg in &mut out.args {
        arg.ty = TypeId(numbering.types.number(arg.ty.0));
        arg.location = arg.location.map(|location| AttrId(numbering.attrs.number(location.0)));
    }
}

/// Properties that were written: equal bytes are one entry.
struct Properties {
    by_content: std::collections::HashMap<Vec<u8>, u32>,
    /// By old number: the operation name it was last renumbered for, and the new number.
    known: Vec<(u32, u32)>,
}

impl Properties {
    fn new(count: usize) -> Properties {
        Properties { by_content: std::collections::HashMap::new(), known: vec![(u32::MAX, 0); count] }
    }

    #[allow(clippy::too_many_arguments)]
    fn renumber(
        &mut self,
        version: u64,
        old: &Tables<'_>,
        schemas: &FileSchemas,
        numbering: &Numbering,
        new: &mut Tables<'_>,
        name: OpNameId,
        id: PropertiesId,
    ) -> Result<u32, CanonicalError> {
        let known = self.known.get(id.index()).copied();
        if let Some((_, number)) = known.filter(|known| known.0 == name.0) {
            return Ok(number);
        }
        let bytes = old.properties.get(id.index()).map_or(&[][..], |bytes| bytes);
        let mut out = Vec::with_capacity(bytes.len());
        let mut map = |reference: Reference| {
            Ok(match reference {
                Reference::Attr(attr) => numbering.attrs.number(attr),
                Reference::Type(ty) => numbering.types.number(ty),
                Reference::Str(text) => new.strings.intern(old.string(crate::StringId(text))).0,
                Reference::Resource(resource) => numbering.resources.number(resource),
            })
        };
        if old.op_names.get(name.index()).and_then(|known| known.registered) == Some(true) {
            let schema = schemas.get(name).ok_or_else(|| opaque_properties(old, name))?;
            transcode(schema, version, bytes, &mut out, &mut map)?;
        } else {
            let attr = crate::wire::Reader::new(bytes).varint("attributes of an unregistered operation")?;
            let attr = u32::try_from(attr).unwrap_or(u32::MAX);
            varint(&mut out, u64::from(numbering.attrs.number(attr)));
        }
        let next = u32::try_from(new.properties.len()).unwrap_or(u32::MAX);
        let number = *self.by_content.entry(out).or_insert_with_key(|bytes| {
            new.properties.push(Cow::Owned(bytes.clone()));
            next
        });
        if let Some(known) = self.known.get_mut(id.index()) {
            *known = (name.0, number);
        }
        Ok(number)
    }
}

/// The properties of an operation are opaque.
fn opaque_properties(tables: &Tables<'_>, name: OpNameId) -> CanonicalError {
    let name = tables.op_name(name);
    CanonicalError::Opaque(Opaque { what: format!("the properties of `{}`", name.escape_ascii()) })
}
