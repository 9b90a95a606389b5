//! What a reader comes across that does not know some dialects. It takes the first number of their operations' properties for an attribute, and never looks at
//! what follows: attributes and types that stand only there are no matter to it.

use outlast_core::{QuickSet, Result, to_index};

use crate::codec::{self, Codecs, EntryKind, Reference};
use crate::file::File;
use crate::ids::{OpNameId, PropertiesId};
use crate::ir::Ir;
use crate::schema::{FileSchemas, transcode};
use crate::tables::Tables;
use crate::wire::Reader;

/// Attributes and types that are come across.
#[derive(Debug)]
pub(super) struct Reached {
    attrs: Vec<bool>,
    types: Vec<bool>,
}

impl Reached {
    /// None where all is, or where that cannot be said.
    pub(super) fn of(
        file: &File<'_>,
        tables: &Tables<'_>,
        schemas: &FileSchemas,
        foreign: &dyn Fn(&str) -> bool,
    ) -> Result<Option<Reached>> {
        let names: Vec<bool> = tables
            .op_names
            .iter()
            .map(|name| {
                name.registered == Some(true)
                    && foreign(&String::from_utf8_lossy(tables.dialect_name(name.dialect)))
            })
            .collect();
        if !names.contains(&true) || tables.properties.is_empty() {
            return Ok(None);
        }
        let mut walk = Walk {
            tables,
            version: file.version(),
            schemas,
            foreign: names,
            codecs: Codecs::of(tables),
            found: Reached { attrs: vec![false; tables.attrs.len()], types: vec![false; tables.types.len()] },
            properties: QuickSet::default(),
            waiting: Vec::new(),
            known: true,
        };
        Ir::walk(file, tables, |part| {
            let ir = part.ir;
            for arg in &ir.args {
                walk.follow(Reference::Type(arg.ty.0));
                if let Some(location) = arg.location {
                    walk.follow(Reference::Attr(location.0));
                }
            }
            for (op, _) in part.ops() {
                ir.results(op).iter().for_each(|ty| walk.follow(Reference::Type(ty.0)));
                walk.follow(Reference::Attr(ir.location(op).0));
                if let Some(attrs) = ir.attrs(op) {
                    walk.follow(Reference::Attr(attrs.0));
                }
                if let Some(properties) = ir.properties(op) {
                    walk.properties(ir.name(op), properties);
                }
            }
        })?;
        Ok(walk.known.then_some(walk.found))
    }

    /// Whether an entry is come across.
    pub(super) fn has(&self, kind: EntryKind, index: usize) -> bool {
        let all = if kind == EntryKind::Attr { &self.attrs } else { &self.types };
        all.get(index).copied().unwrap_or(true)
    }
}

struct Walk<'w, 'a> {
    tables: &'w Tables<'a>,
    version: u64,
    schemas: &'w FileSchemas,
    /// By operation name.
    foreign: Vec<bool>,
    codecs: Codecs,
    found: Reached,
    properties: QuickSet<(OpNameId, PropertiesId)>,
    waiting: Vec<Reference>,
    /// Whether all could be followed so far.
    known: bool,
}

impl Walk<'_, '_> {
    fn properties(&mut self, name: OpNameId, id: PropertiesId) {
        if !self.known || !self.properties.insert((name, id)) {
            return;
        }
        let Some(blob) = self.tables.properties.get(id.index()) else { return };
        let registered = self.tables.op_names.get(name.index()).and_then(|name| name.registered);
        if registered != Some(true) || self.foreign.get(name.index()) == Some(&true) {
            let first =
                Reader::new(blob).varint("attribute").ok().and_then(|first| u32::try_from(first).ok());
            first.into_iter().for_each(|attr| self.follow(Reference::Attr(attr)));
            return;
        }
        let Some(schema) = self.schemas.get(name) else {
            self.known = false;
            return;
        };
        let mut references = Vec::new();
        let mut map = |reference: Reference| {
            references.push(reference);
            Ok(0)
        };
        self.known = transcode(schema, self.version, blob, &mut Vec::new(), &mut map).is_ok();
        references.into_iter().for_each(|reference| self.follow(reference));
    }

    /// Marks an entry, and all that it refers to.
    fn follow(&mut self, reference: Reference) {
        self.waiting.push(reference);
        while let Some(next) = self.waiting.pop() {
            let (kind, index) = match next {
                Reference::Attr(index) => (EntryKind::Attr, index),
                Reference::Type(index) => (EntryKind::Type, index),
                Reference::Str(_) | Reference::Resource(_) => continue,
            };
            let (marks, entries) = match kind {
                EntryKind::Attr => (&mut self.found.attrs, &self.tables.attrs),
                EntryKind::Type => (&mut self.found.types, &self.tables.types),
            };
            // What is out of range is reached by nothing.
            let Some(mark) = marks.get_mut(to_index(index)).filter(|mark| !**mark) else { continue };
            *mark = true;
            let Some(entry) = entries.get(index).filter(|entry| entry.custom) else { continue };
            let Some((_, fields)) = self.codecs.find(self.tables, &entry, kind) else {
                self.known = false;
                continue;
            };
            let waiting = &mut self.waiting;
            let done = codec::references(&entry, fields, |reference| {
                waiting.push(reference);
                Ok(())
            });
            self.known &= done.is_ok();
        }
    }
}
