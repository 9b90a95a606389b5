//! Attributes and types by content: the same in two files whatever their numbers are there.

use std::hash::{DefaultHasher, Hash, Hasher};

use outlast_core::to_index;

use crate::codec::{EntryKind, Reference, find, transcode};
use crate::ids::StringId;
use crate::tables::{Entry, Tables};
use crate::wire::Reader;

/// Digests of a file's attributes and types, made where they are asked for.
#[derive(Debug)]
pub(super) struct Digests<'t> {
    tables: &'t Tables<'t>,
    attrs: Vec<Option<u64>>,
    types: Vec<Option<u64>>,
}

/// An entry without its references, and these.
type Parts = (Vec<u8>, Vec<Reference>);

impl<'t> Digests<'t> {
    pub(super) fn new(tables: &'t Tables<'t>) -> Digests<'t> {
        Digests { tables, attrs: vec![None; tables.attrs.len()], types: vec![None; tables.types.len()] }
    }

    fn slot(&mut self, kind: EntryKind, index: u32) -> Option<&mut Option<u64>> {
        let all = match kind {
            EntryKind::Attr => &mut self.attrs,
            EntryKind::Type => &mut self.types,
        };
        all.get_mut(to_index(index))
    }

    /// The digest of an attribute; none if the file does not have it.
    pub(super) fn attr(&mut self, index: u32) -> Option<u64> {
        let mut stack = vec![(EntryKind::Attr, index, false)];
        while let Some((kind, index, children_done)) = stack.pop() {
            let entry = match kind {
                EntryKind::Attr => self.tables.attrs.get(index),
                EntryKind::Type => self.tables.types.get(index),
            };
            let (Some(entry), Some(slot)) = (entry, self.slot(kind, index)) else { continue };
            if slot.is_some() && !children_done {
                continue;
            }
            // An entry that contains itself counts as nothing in itself.
            *slot = Some(0);
            let parts = parts(self.tables, kind, &entry);
            if children_done {
                let digest = self.digest(&entry, parts.as_ref());
                *self.slot(kind, index)? = Some(digest);
                continue;
            }
            stack.push((kind, index, true));
            for reference in parts.map(|parts| parts.1).unwrap_or_default() {
                match reference {
                    Reference::Attr(child) => stack.push((EntryKind::Attr, child, false)),
                    Reference::Type(child) => stack.push((EntryKind::Type, child, false)),
                    _ => {}
                }
            }
        }
        *self.slot(EntryKind::Attr, index)?
    }

    /// The digest of an entry whose children have theirs. An encoding that is not known counts by its dialect and code only.
    fn digest(&mut self, entry: &Entry<'_>, parts: Option<&Parts>) -> u64 {
        let mut hash = DefaultHasher::new();
        self.tables.dialect_name(entry.dialect).hash(&mut hash);
        entry.custom.hash(&mut hash);
        let Some((bytes, references)) = parts else {
            Reader::new(entry.bytes).varint("code").unwrap_or_default().hash(&mut hash);
            return hash.finish();
        };
        bytes.hash(&mut hash);
        for reference in references {
            match *reference {
                Reference::Attr(child) => {
                    self.slot(EntryKind::Attr, child).and_then(|slot| *slot).hash(&mut hash);
                }
                Reference::Type(child) => {
                    self.slot(EntryKind::Type, child).and_then(|slot| *slot).hash(&mut hash);
                }
                Reference::Str(text) => self.tables.string(StringId(text)).hash(&mut hash),
                // Keys may be renamed: a resource is any resource.
                Reference::Resource(_) => {}
            }
        }
        hash.finish()
    }
}

/// None if the encoding is not known.
fn parts(tables: &Tables<'_>, kind: EntryKind, entry: &Entry<'_>) -> Option<Parts> {
    if !entry.custom {
        return Some((entry.bytes.to_vec(), Vec::new()));
    }
    let (_, fields) = find(tables, entry, kind)?;
    let (mut bytes, mut references) = (Vec::new(), Vec::new());
    let mut collect = |reference| {
        references.push(reference);
        Ok(0)
    };
    transcode(entry, fields, &mut bytes, &mut collect).ok()?;
    Some((bytes, references))
}
