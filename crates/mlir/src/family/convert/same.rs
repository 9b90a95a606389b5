//! Whether attributes of two files are the same, by their encodings: for what has no text that says it all.

use crate::codec::{self, EntryKind, Reference};
use crate::tables::{Entry, Tables};
use crate::{AttrId, ResourceId, StringId};
use outlast_core::{Budget, QuickSet};

/// What an encoding has besides numbers of other things, and these.
type Parts = (Vec<u8>, Vec<Reference>);

/// Whether an attribute of one file is encoded as one of another is, and so is all that it refers to. Not if the budget is used up.
pub(super) fn same(one: (&Tables<'_>, AttrId), other: (&Tables<'_>, AttrId), budget: &mut Budget) -> bool {
    let mut work = vec![(EntryKind::Attr, one.1.0, other.1.0)];
    let mut seen = QuickSet::default();
    while let Some((kind, ours, theirs)) = work.pop() {
        if !seen.insert((kind == EntryKind::Attr, ours, theirs)) {
            continue;
        }
        let entry = |tables: &'_ Tables<'_>, index| entry_parts(tables, kind, index);
        let (Some(our), Some(their)) = (entry(one.0, ours), entry(other.0, theirs)) else { return false };
        if our.0 != their.0 || our.1.0 != their.1.0 || our.1.1.len() != their.1.1.len() {
            return false;
        }
        if !budget.spend(our.1.0.len().saturating_add(our.1.1.len()).saturating_add(1)) {
            return false;
        }
        for pair in our.1.1.into_iter().zip(their.1.1) {
            let same = match pair {
                (Reference::Attr(ours), Reference::Attr(theirs)) => {
                    work.push((EntryKind::Attr, ours, theirs));
                    true
                }
                (Reference::Type(ours), Reference::Type(theirs)) => {
                    work.push((EntryKind::Type, ours, theirs));
                    true
                }
                (Reference::Str(ours), Reference::Str(theirs)) => {
                    one.0.string(StringId(ours)) == other.0.string(StringId(theirs))
                }
                (Reference::Resource(ours), Reference::Resource(theirs)) => {
                    key(one.0, ours) == key(other.0, theirs)
                }
                _ => false,
            };
            if !same {
                return false;
            }
        }
    }
    true
}

/// The dialect of an entry, whether that has encoded it, and the parts of its encoding; of an encoding that is not known, all bytes.
fn entry_parts(tables: &Tables<'_>, kind: EntryKind, index: u32) -> Option<((Vec<u8>, bool), Parts)> {
    let table = if kind == EntryKind::Attr { &tables.attrs } else { &tables.types };
    let entry = table.get(index)?;
    let of = (tables.dialect_name(entry.dialect).to_vec(), entry.custom);
    Some((of, parts(tables, &entry, kind).unwrap_or_else(|| (entry.bytes.to_vec(), Vec::new()))))
}

fn parts(tables: &Tables<'_>, entry: &Entry<'_>, kind: EntryKind) -> Option<Parts> {
    let (_, fields) = codec::find(tables, entry, kind)?;
    let (mut bytes, mut references) = (Vec::new(), Vec::new());
    let mut map = |reference| {
        references.push(reference);
        Ok(0)
    };
    codec::transcode(entry, fields, &mut bytes, &mut map).ok()?;
    Some((bytes, references))
}

fn key<'t>(tables: &'t Tables<'_>, resource: u32) -> Option<&'t [u8]> {
    tables.resources.get(ResourceId(resource)).map(|(_, found)| tables.string(found.key))
}
