//! Encodings that a reader does not know become what it knows: assembly text, or an older encoding.

use std::collections::BTreeSet;

use super::StepError;
use super::identity::shared;
use crate::codec::{EntryKind, find};
use crate::ids::DialectId;
use crate::module::Module;
use crate::print::Snippets;
use crate::tables::Tables;
use crate::wire::{Reader, varint};

/// The newest codes of the builtin dialect that a reader knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinCodes {
    /// Of attributes and locations.
    pub attr: u64,
    /// Of types.
    pub ty: u64,
}

/// Code of a location with a file and up to four numbers.
const FILE_LINE_COL_RANGE: u64 = 22;

/// Rewrites builtin attributes and types with newer codes than these: locations with a range keep where they start; others become
/// the text that a release of LLVM prints for them. How many there were.
///
/// # Errors
///
/// [`StepError::NoText`] if a newer kind has no text.
pub fn lower_builtin_codes(
    module: &mut Module<'_>,
    newest: BuiltinCodes,
    release: u32,
) -> Result<usize, StepError> {
    let Some(builtin) = module.tables.find_dialect(b"builtin") else { return Ok(0) };
    let newer = |kind: EntryKind, bytes: &[u8]| {
        let code = Reader::new(bytes).varint("code").ok()?;
        (code > if kind == EntryKind::Attr { newest.attr } else { newest.ty }).then_some(code)
    };
    Ok(rewrite(module, builtin, release, newer)?.count)
}

/// What became text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// How many attributes and types.
    pub count: usize,
    /// How many of them have a compile unit of debug information of their own now, which was one with others: two texts cannot have the same.
    pub units: usize,
}

/// Rewrites what a dialect has encoded as the text that a release of LLVM prints for it.
///
/// # Errors
///
/// [`StepError::NoText`] if an encoding is not known; [`StepError::Identity`] if several texts had something that is told apart by more than what it says.
pub fn dialect_to_text(module: &mut Module<'_>, dialect: &str, release: u32) -> Result<Texts, StepError> {
    let Some(dialect) = module.tables.find_dialect(dialect.as_bytes()) else { return Ok(Texts::default()) };
    rewrite(module, dialect, release, |_, bytes| Reader::new(bytes).varint("code").ok())
}

fn rewrite(
    module: &mut Module<'_>,
    dialect: DialectId,
    release: u32,
    newer: impl Fn(EntryKind, &[u8]) -> Option<u64>,
) -> Result<Texts, StepError> {
    let (mut changes, mut with_identity) = (Vec::new(), BTreeSet::new());
    let tables = &module.tables;
    let mut texts = Snippets::of_release(tables, release);
    for (kind, entries) in [(EntryKind::Attr, &tables.attrs), (EntryKind::Type, &tables.types)] {
        for (index, entry) in (0_u32..).zip(entries.iter()) {
            if entry.dialect != dialect || !entry.custom {
                continue;
            }
            let Some(code) = newer(kind, entry.bytes) else { continue };
            let change = match (kind, code) {
                (EntryKind::Attr, FILE_LINE_COL_RANGE) => (true, start_of_range(entry.bytes)?),
                _ => (false, text(tables, &mut texts, kind, index, code)?),
            };
            // A distinct attribute in a text is another one for each text that it stands in.
            if !change.0 && change.1.windows(9).any(|part| part == b"distinct[") {
                match kind {
                    EntryKind::Attr => with_identity.insert(index),
                    EntryKind::Type => return Err(StepError::Identity { what: "type", index }),
                };
            }
            changes.push((kind, index, change));
        }
    }
    let mut units = 0;
    if !with_identity.is_empty() {
        let shared = shared(module, &with_identity);
        if let Some(index) = shared.texts.into_iter().next() {
            return Err(StepError::Identity { what: "attribute", index });
        }
        units = shared.units.len();
    }
    let count = changes.len();
    for (kind, index, (custom, bytes)) in changes {
        match kind {
            EntryKind::Attr => module.tables.attrs.replace(index, dialect, custom, bytes),
            EntryKind::Type => module.tables.types.replace(index, dialect, custom, bytes),
        }
    }
    Ok(Texts { count, units })
}

fn text(
    tables: &Tables<'_>,
    texts: &mut Snippets<'_>,
    kind: EntryKind,
    index: u32,
    code: u64,
) -> Result<Vec<u8>, StepError> {
    let what = match kind {
        EntryKind::Attr => "attribute",
        EntryKind::Type => "type",
    };
    let entries = if kind == EntryKind::Attr { &tables.attrs } else { &tables.types };
    let dialect = entries.get(index).map_or(DialectId(0), |entry| entry.dialect);
    let dialect = tables.dialect_name(dialect).escape_ascii().to_string();
    let none = || StepError::NoText { what, dialect, code };
    let mut text = texts.exact(kind, index).ok_or_else(none)?;
    text.push(0);
    Ok(text)
}

/// A location with a range as one with a line and a column.
fn start_of_range(bytes: &[u8]) -> Result<Vec<u8>, StepError> {
    let mut reader = Reader::new(bytes);
    reader.varint("code")?;
    let file = reader.varint("filename")?;
    let count = reader.count("positions")?;
    let mut positions = [0, 0];
    for at in 0..count {
        let number = reader.varint("position")?;
        if let Some(slot) = positions.get_mut(at) {
            *slot = number;
        }
    }
    let mut out = Vec::new();
    for number in [11, file, positions[0], positions[1]] {
        varint(&mut out, number);
    }
    Ok(out)
}

/// Code of a vector with scalable dimensions.
const SCALABLE_VECTOR: u64 = 20;

/// Rewrites vectors with scalable dimensions: `counted` as LLVM 16 has them, by how many of the last dimensions are; else as later
/// releases do, with a flag for each. How many there were. Vectors that cannot be counted so stay as they are.
///
/// # Errors
///
/// An entry contradicts itself.
pub fn scalable_vectors(module: &mut Module<'_>, counted: bool) -> Result<usize, StepError> {
    let Some(builtin) = module.tables.find_dialect(b"builtin") else { return Ok(0) };
    let mut changes = Vec::new();
    for (index, entry) in (0_u32..).zip(module.tables.types.iter()) {
        if entry.dialect != builtin || Reader::new(entry.bytes).varint("code").ok() != Some(SCALABLE_VECTOR) {
            continue;
        }
        let Some((shape, fields)) = find(&module.tables, &entry, EntryKind::Type) else { continue };
        let has_flags = fields == shape.fields;
        if entry.custom
            && has_flags == counted
            && let Some(bytes) = if counted { count_of(entry.bytes)? } else { flags_of(entry.bytes)? }
        {
            changes.push((index, bytes));
        }
    }
    let count = changes.len();
    for (index, bytes) in changes {
        module.tables.types.replace(index, builtin, true, bytes);
    }
    Ok(count)
}

/// Flags as their number; none if others than the last are scalable.
fn count_of(bytes: &[u8]) -> Result<Option<Vec<u8>>, StepError> {
    let mut reader = Reader::new(bytes);
    reader.varint("code")?;
    let dimensions = reader.count("dimensions")?;
    let flags = reader.bytes(u64::try_from(dimensions).unwrap_or(u64::MAX), "flags")?;
    let fixed = flags.iter().take_while(|flag| **flag == 0).count();
    if flags.iter().skip(fixed).any(|flag| *flag == 0) {
        return Ok(None);
    }
    let mut out = Vec::new();
    varint(&mut out, SCALABLE_VECTOR);
    varint(&mut out, u64::try_from(dimensions - fixed).unwrap_or(u64::MAX));
    out.extend_from_slice(reader.rest());
    Ok(Some(out))
}

/// A number of scalable dimensions as flags.
fn flags_of(bytes: &[u8]) -> Result<Option<Vec<u8>>, StepError> {
    let mut reader = Reader::new(bytes);
    reader.varint("code")?;
    let scalable = reader.varint("scalable dimensions")?;
    let rest = reader.rest();
    let dimensions = Reader::new(rest).count("dimensions")?;
    let wide = u64::try_from(dimensions).unwrap_or(u64::MAX);
    let Some(fixed) = wide.checked_sub(scalable) else { return Ok(None) };
    let mut out = Vec::new();
    varint(&mut out, SCALABLE_VECTOR);
    varint(&mut out, wide);
    (0..wide).for_each(|at| out.push(u8::from(at >= fixed)));
    out.extend_from_slice(rest);
    Ok(Some(out))
}
