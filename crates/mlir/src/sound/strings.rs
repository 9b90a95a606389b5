//! Strings: each is there once, and stands where the writer meets it first: in dialects, operation names, attributes and types.

use crate::codec::{self, Codecs, EntryKind, Reference};
use crate::tables::Tables;
use outlast_core::QuickSet;

/// What is wrong with the order of strings; none if nothing is, or if an encoding is not known.
pub(super) fn check(tables: &Tables<'_>) -> Option<String> {
    let mut seen: QuickSet<&[u8]> =
        QuickSet::with_capacity_and_hasher(tables.strings.len(), Default::default());
    if let Some(at) = tables.strings.iter().position(|text| !seen.insert(text)) {
        return Some(format!("string {at} occurs twice"));
    }
    let mut next = 0_u32;
    let mut out = None;
    let mut meet = |id: u32| match id {
        id if id == next => next += 1,
        id if id > next && out.is_none() => out = Some(id),
        _ => {}
    };
    for dialect in &tables.dialects {
        meet(dialect.name.0);
        // What a version has of strings only its dialect knows.
        if dialect.version.is_some() {
            return None;
        }
    }
    tables.op_names.iter().for_each(|name| meet(name.name.0));
    let codecs = Codecs::of(tables);
    for (kind, entries) in [(EntryKind::Attr, &tables.attrs), (EntryKind::Type, &tables.types)] {
        for entry in entries.iter().filter(|entry| entry.custom) {
            let (_, fields) = codecs.find(tables, &entry, kind)?;
            codec::references(&entry, fields, |reference| {
                if let Reference::Str(id) = reference {
                    meet(id);
                }
                Ok(())
            })
            .ok()?;
        }
    }
    out.map(|id| format!("string {id} is not where MLIR's writer puts it"))
}
