//! Values of builtin attributes that are made of others: strings, arrays, dictionaries.

use crate::ids::{AttrId, StringId};
use crate::wire::Reader;

use super::{Entry, Tables};

/// The text of a string attribute without a type; none for other attributes.
pub(crate) fn string_value<'t>(tables: &'t Tables<'_>, entry: &Entry<'_>) -> Option<&'t [u8]> {
    if !entry.custom {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    if reader.varint("code").ok()? != 2 {
        return None;
    }
    let id = reader.index(tables.strings.len(), "string").ok()?;
    tables.strings.get(StringId(id))
}

/// The members of an array; none if the attribute is no array of the builtin dialect.
pub(crate) fn array_items(tables: &Tables<'_>, id: AttrId) -> Option<Vec<AttrId>> {
    let entry = tables.attrs.get(id.0).filter(|entry| entry.custom)?;
    let mut reader = Reader::new(entry.bytes);
    if tables.dialect_name(entry.dialect) != b"builtin" || reader.varint("code").ok()? != 0 {
        return None;
    }
    let count = reader.count("attributes").ok()?;
    (0..count).map(|_| Some(AttrId(reader.index(tables.attrs.len(), "attribute").ok()?))).collect()
}

/// Names and values of a dictionary; none if the attribute is no dictionary of the builtin dialect.
pub(crate) fn dictionary_items(tables: &Tables<'_>, id: AttrId) -> Option<Vec<(Vec<u8>, AttrId)>> {
    let entry = tables.attrs.get(id.0).filter(|entry| entry.custom)?;
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    if reader.varint("code").ok()? != 1 {
        return None;
    }
    let count = reader.count("number of attributes").ok()?;
    let limit = tables.attrs.len();
    let mut items = Vec::with_capacity(count);
    for _ in 0..count {
        let name = reader.index(limit, "name of an attribute").ok()?;
        let value = reader.index(limit, "attribute").ok()?;
        let name = string_value(tables, &tables.attrs.get(name)?)?;
        items.push((name.to_vec(), AttrId(value)));
    }
    reader.is_empty().then_some(items)
}
