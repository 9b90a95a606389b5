//! Attributes and types against the shapes of their encodings, and against what builtin ones need inside.

use outlast_core::{Path, Place, Span, to_index};

use super::kinds::{Kind, Kinds};
use super::{Findings, path_of, sizes, span_in};
use crate::codec::{self, Codecs, EntryKind, Reference, Shape};
use crate::defs::section;
use crate::file::File;
use crate::ids::AttrId;
use crate::tables::string_value;
use crate::tables::{Entries, Entry, Tables};
use crate::wire::Reader;

pub(super) fn verify(file: &File<'_>, tables: &Tables<'_>, kinds: &Kinds, findings: &mut Findings) {
    let mut end = 0;
    let mut inside = Vec::new();
    let codecs = Codecs::of(tables);
    for (kind, entries) in [(EntryKind::Attr, &tables.attrs), (EntryKind::Type, &tables.types)] {
        for (index, entry) in entries.iter().enumerate() {
            if findings.full() {
                return;
            }
            let place = || place(file, entries, kind, index);
            verify_entry((tables, &codecs), kinds, kind, &entry, &place, &mut inside, findings);
        }
        if let Some(range) =
            entries.len().checked_sub(1).and_then(|last| entries.range(u32::try_from(last).ok()?))
        {
            end = to_index(range.end);
        }
    }
    let len = file.section(section::ATTR_TYPE).map_or(0, crate::wire::Section::len);
    if end < len {
        let title = format!("{} bytes after the last type", len - end);
        findings.warn(1406, title, span_in(file, section::ATTR_TYPE, end..len), path_of(section::ATTR_TYPE));
    }
}

fn place(file: &File<'_>, entries: &Entries<'_>, kind: EntryKind, index: usize) -> (Span, Path) {
    let range = entries.range(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0..0);
    let span = span_in(file, section::ATTR_TYPE, to_index(range.start)..to_index(range.end));
    let name = if kind == EntryKind::Attr { "attribute" } else { "type" };
    (span, path_of(section::ATTR_TYPE).item(name, index))
}

fn verify_entry(
    (tables, codecs): (&Tables<'_>, &Codecs),
    kinds: &Kinds,
    kind: EntryKind,
    entry: &Entry<'_>,
    place: &dyn Fn() -> (Span, Path),
    inside: &mut Vec<AttrId>,
    findings: &mut Findings,
) {
    let mut error = |code: u16, title: String| {
        let (span, path) = place();
        findings.error(code, title, span, path);
    };
    if !entry.custom {
        match entry.bytes.iter().position(|byte| *byte == 0) {
            Some(at) if at + 1 == entry.bytes.len() => {}
            Some(at) => {
                error(1405, format!("a NUL byte at {at} of {} bytes of assembly text", entry.bytes.len()));
            }
            None => error(1405, "assembly text without a NUL byte at its end".to_owned()),
        }
        return;
    }
    let (shape, fields) = match codecs.find(tables, entry, kind) {
        Some(found) => found,
        None => match shape(tables, entry, kind) {
            Ok(Some(shape)) => (shape, shape.fields),
            Ok(None) => return,
            Err((code, title)) => return error(code, title),
        },
    };
    let mut outside = None;
    inside.clear();
    let done = codec::references(entry, fields, |reference| {
        let (what, index, limit) = match reference {
            Reference::Attr(index) => {
                inside.push(AttrId(index));
                ("attribute", index, tables.attrs.len())
            }
            Reference::Type(index) => ("type", index, tables.types.len()),
            Reference::Str(index) => ("string", index, tables.strings.len()),
            Reference::Resource(index) => ("resource", index, tables.resources.dialect_len()),
        };
        if to_index(index) >= limit && outside.is_none() {
            outside = Some(format!("{} refers to {what} {index}, there are {limit}", shape.name));
        }
        Ok(())
    });
    if let Err(fault) = done {
        return error(1401, format!("{}: {}", shape.name, fault.kind()));
    }
    if let Some(title) = outside {
        return error(1402, title);
    }
    if kind == EntryKind::Attr && tables.dialect_name(entry.dialect) == b"builtin" {
        let mut unsure = Vec::new();
        for (attr, expected) in inner_kinds(shape, inside) {
            if kinds.is_not(attr, expected) {
                let found = kinds.get(attr).name();
                let title = format!(
                    "{} has {found} (attribute {}) where {} has to be",
                    shape.name,
                    attr.0,
                    expected.name()
                );
                error(1403, title);
            } else if kinds.get(attr) != expected {
                unsure.push((attr, expected));
            }
        }
        for (attr, expected) in unsure {
            findings.unsure(|| {
                let (span, path) = place();
                let what =
                    format!("{} has attribute {} where {} has to be", shape.name, attr.0, expected.name());
                (what, Place::new(span, path))
            });
        }
        let mut error = |code: u16, title: String| {
            let (span, path) = place();
            findings.error(code, title, span, path);
        };
        if let Some(title) = sizes::wrong_type(tables, entry) {
            error(1403, title);
        } else if let Some(title) = sizes::wrong_value(tables, entry) {
            error(1409, title.to_owned());
        }
        if shape.code == DICTIONARY
            && let Some(name) = twice(tables, inside)
        {
            let (span, path) = place();
            let title = format!("the name `{}` occurs twice in a dictionary", name.escape_ascii());
            return findings.warn(1412, title, span, path);
        }
        if matches!(shape.code, sizes::ARRAY | sizes::ELEMENTS)
            && let Some(title) = sizes::wrong(tables, entry)
        {
            error(1409, title);
        }
    }
}

/// The code of a dictionary.
const DICTIONARY: u64 = 1;

/// A name that a dictionary has twice: `attrs` are names and values in turn.
fn twice<'t>(tables: &'t Tables<'_>, attrs: &[AttrId]) -> Option<&'t [u8]> {
    let name = |attr: &AttrId| string_value(tables, &tables.attrs.get(attr.0)?);
    let names = || attrs.iter().step_by(2).filter_map(name);
    // Writers sort them: then they need not be sorted here.
    if names().is_sorted_by(|one, other| one < other) {
        return None;
    }
    let mut sorted: Vec<&[u8]> = names().collect();
    sorted.sort_unstable();
    sorted.iter().zip(sorted.iter().skip(1)).find(|(one, next)| one == next).map(|(one, _)| *one)
}

/// The shape of an entry that has none of the layouts of its code; none if the dialect's are not known.
fn shape(
    tables: &Tables<'_>,
    entry: &Entry<'_>,
    kind: EntryKind,
) -> Result<Option<&'static Shape>, (u16, String)> {
    let shapes = codec::shapes(tables.dialect_name(entry.dialect), kind);
    if shapes.is_empty() {
        return Ok(None);
    }
    let code = Reader::new(entry.bytes)
        .varint("code")
        .map_err(|fault| (1401, format!("an entry without a code: {}", fault.kind())))?;
    match shapes.iter().find(|shape| shape.code == code) {
        Some(shape) => Ok(Some(shape)),
        None => {
            let dialect = tables.dialect_name(entry.dialect).escape_ascii();
            Err((1408, format!("code {code} is not known of dialect `{dialect}`")))
        }
    }
}

/// Which kinds of attributes a builtin attribute has to have inside: `attrs`, in order.
fn inner_kinds(shape: &Shape, attrs: &[AttrId]) -> impl Iterator<Item = (AttrId, Kind)> {
    let last = attrs.len().saturating_sub(1);
    attrs.iter().enumerate().filter_map(move |(at, attr)| {
        let expected = match shape.code {
            // Names of a dictionary are at even places.
            1 if at % 2 == 0 => Kind::String,
            4 | 11 | 22 => Kind::String,
            5 if at == 0 => Kind::String,
            5 => Kind::FlatSymbol,
            10 | 12 => Kind::Location,
            13 if at < last => Kind::Location,
            14 if at == 0 => Kind::String,
            14 => Kind::Location,
            _ => return None,
        };
        Some((*attr, expected))
    })
}
