//! What a file has, without reading its bulk: dialects, functions, resources, sizes; and what of it Outlast cannot read.
//!
//! Functions are found in the regions of the top-level operation; regions that are isolated from above stay unread.

use std::collections::BTreeMap;

use outlast_core::{QuickMap, Result, SortShort};

use crate::codec::{self, EntryKind};
use crate::defs::section;
use crate::file::File;
use crate::ids::{AttrId, OpId, OpNameId};
use crate::ir::{Ir, Nested};
use crate::print::Snippets;
use crate::schema::{self, Chosen, FileSchemas, PropertyValue};
use crate::tables::{Entries, ResourceValue, Tables};
use crate::tables::{dictionary_items, string_value};
use crate::wire::Reader;

pub use crate::defs::producer_release;

/// Bytes of blobs in resources: what is neither decoded nor copied.
///
/// # Errors
///
/// As for [`Tables::read`].
pub fn blob_bytes(file: &File<'_>) -> Result<usize> {
    let tables = Tables::read(file)?;
    let external = tables.resources.external.iter().flat_map(|group| &group.members);
    let dialects = tables.resources.dialects.iter().flat_map(|group| &group.members);
    let size = |value: &ResourceValue<'_>| match value {
        ResourceValue::Blob { data, .. } => data.len(),
        _ => 0,
    };
    Ok(external.chain(dialects).map(|resource| size(&resource.value)).sum())
}

/// A file, opened, and of its operations those that stand outside of isolated regions.
#[derive(Debug)]
pub struct Overview<'a> {
    file: File<'a>,
    /// The tables.
    pub tables: Tables<'a>,
    /// The operations that were read.
    pub ir: Ir,
    /// What is known about their properties.
    pub chosen: Chosen,
}

/// A function, or what looks like one: an operation with a symbol's name and a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The operation.
    pub op: OpId,
    /// Its symbol's name.
    pub name: String,
    /// The text of its type.
    pub ty: String,
    /// Its visibility, if it says one.
    pub visibility: Option<String>,
    /// Bytes of its regions, if they are a section of their own.
    pub bytes: Option<usize>,
}

/// What a dialect has in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectUse {
    /// Its name.
    pub name: String,
    /// Its version as it is encoded.
    pub version: Option<Vec<u8>>,
    /// Names of operations.
    pub op_names: usize,
    /// Attributes, and how many of them in an encoding of its own.
    pub attrs: Encoded,
    /// Types, and how many of them in an encoding of its own.
    pub types: Encoded,
}

/// How many entries there are, and in what encodings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// All.
    pub all: u64,
    /// Those in an encoding of the dialect; others are text.
    pub custom: u64,
    /// Those in an encoding that is not known here.
    pub opaque: u64,
}

impl<'a> Overview<'a> {
    /// Reads the tables, and operations outside of isolated regions; all operations if `nested` says so.
    ///
    /// # Errors
    ///
    /// As for [`Tables::read`] and [`Ir::read`].
    pub fn read(file: &File<'a>, nested: Nested) -> Result<Overview<'a>> {
        let tables = Tables::read(file)?;
        let ir = Ir::read(file, &tables, nested)?;
        let chosen = FileSchemas::choose(file, &tables, &ir);
        Ok(Overview { file: file.clone(), tables, ir, chosen })
    }

    /// How often each operation name is used, most often first; those that are not are left out.
    pub fn histogram(&self) -> Vec<(String, u64)> {
        let mut counts = vec![0_u64; self.tables.op_names.len()];
        for op in self.ir.ops() {
            if let Some(count) = counts.get_mut(self.ir.name(op).index()) {
                *count += 1;
            }
        }
        let mut named = BTreeMap::new();
        for (at, count) in counts.into_iter().enumerate().filter(|(_, count)| *count != 0) {
            *named.entry(self.op_name(OpNameId::new(at))).or_insert(0) += count;
        }
        let mut all: Vec<_> = named.into_iter().collect();
        all.sort_short_by(|(one, many), (other, more)| more.cmp(many).then_with(|| one.cmp(other)));
        all
    }

    /// The name of an operation, readable.
    pub fn op_name(&self, name: OpNameId) -> String {
        lossy(&self.tables.op_name(name))
    }

    /// Functions that stand directly in the top-level operation, in order.
    pub fn functions(&self) -> Vec<Function> {
        let Some(top) = self.ir.ops().next() else { return Vec::new() };
        let mut snippets = Snippets::new(&self.tables, self.file.producer());
        let regions = self.ir.regions(top);
        let ops =
            regions.flat_map(|region| self.ir.blocks(region)).flat_map(|block| self.ir.block_ops(block));
        let mut known = QuickMap::default();
        ops.filter_map(|op| self.function(op, &mut snippets, &mut known)).collect()
    }

    fn function(
        &self,
        op: OpId,
        snippets: &mut Snippets<'_>,
        known: &mut QuickMap<AttrId, Signature>,
    ) -> Option<Function> {
        let mut found = Signature::default();
        if let Some(attrs) = self.ir.attrs(op) {
            // Many operations may have one dictionary.
            found = *known.entry(attrs).or_insert_with(|| {
                let mut found = Signature::default();
                let items = dictionary_items(&self.tables, attrs).unwrap_or_default();
                items.into_iter().for_each(|(name, attr)| found.take(&name, attr));
                found
            });
        }
        self.properties(op).into_iter().for_each(|(name, attr)| found.take(&name, attr));
        let Signature { name, ty, visibility } = found;
        let text = |attr: AttrId, snippets: &mut Snippets<'_>| {
            let entry = self.tables.attrs.get(attr.0);
            let string = entry.and_then(|entry| string_value(&self.tables, &entry).map(lossy));
            string.unwrap_or_else(|| bare(snippets.attr(attr), "#vhlo.string_v1<\"", "\">"))
        };
        Some(Function {
            op,
            name: text(name?, snippets),
            ty: bare(snippets.attr(ty?), "#vhlo.type_v1<", ">"),
            visibility: visibility.map(|attr| text(attr, snippets)),
            bytes: self.ir.lazy(op).map(|lazy| lazy.end - lazy.start),
        })
    }

    /// Attributes among the properties of an operation by name, if their schema is known.
    fn properties(&self, op: OpId) -> Vec<(Vec<u8>, AttrId)> {
        let mut all = Vec::new();
        let Some(blob) = self.ir.properties(op).and_then(|id| self.tables.properties.get(id.index())) else {
            return all;
        };
        let Some(schema) = self.chosen.schemas.get(self.ir.name(op)) else { return all };
        let Ok(values) = schema::decode(schema, self.file.version(), blob) else { return all };
        for (field, value) in values {
            match value {
                PropertyValue::Attr(attr) if schema.is_unregistered() => {
                    all.extend(dictionary_items(&self.tables, attr).unwrap_or_default());
                }
                PropertyValue::Attr(attr) => all.push((field.name.clone().into_bytes(), attr)),
                _ => {}
            }
        }
        all
    }

    /// What each dialect has, in the order of the file.
    pub fn dialects(&self) -> Vec<DialectUse> {
        let tables = &self.tables;
        let named = |dialect: &crate::tables::Dialect<'_>| DialectUse {
            name: lossy(tables.string(dialect.name)),
            version: dialect.version.as_ref().map(|bytes| bytes.to_vec()),
            op_names: 0,
            attrs: Encoded::default(),
            types: Encoded::default(),
        };
        let mut all: Vec<DialectUse> = tables.dialects.iter().map(named).collect();
        for name in &tables.op_names {
            if let Some(dialect) = all.get_mut(name.dialect.index()) {
                dialect.op_names += 1;
            }
        }
        self.count(&mut all, &tables.attrs, EntryKind::Attr);
        self.count(&mut all, &tables.types, EntryKind::Type);
        all
    }

    fn count(&self, all: &mut [DialectUse], entries: &Entries<'_>, kind: EntryKind) {
        let shapes =
            |dialect: &crate::tables::Dialect<'_>| codec::shapes(self.tables.string(dialect.name), kind);
        let shapes: Vec<_> = self.tables.dialects.iter().map(shapes).collect();
        for entry in entries.iter() {
            let Some(dialect) = all.get_mut(entry.dialect.index()) else { continue };
            let counts = if kind == EntryKind::Attr { &mut dialect.attrs } else { &mut dialect.types };
            counts.all += 1;
            if entry.custom {
                counts.custom += 1;
                let code = Reader::new(entry.bytes).varint("code").ok();
                let known = shapes
                    .get(entry.dialect.index())
                    .is_some_and(|shapes| shapes.iter().any(|shape| Some(shape.code) == code));
                counts.opaque += u64::from(!known);
            }
        }
    }

    /// What the sections hold, in the order of the file: id, first byte of the data, bytes of the data, and what is in it.
    pub fn sections(&self) -> Vec<(u8, usize, usize, String)> {
        let tables = &self.tables;
        let resources = &tables.resources;
        let external: usize = resources.external.iter().map(|group| group.members.len()).sum();
        let holds = |id: u8| match id {
            section::STRING => format!("{} strings", tables.strings.len()),
            section::DIALECT => {
                format!("{} dialects, {} operation names", tables.dialects.len(), tables.op_names.len())
            }
            section::ATTR_TYPE => format!("{} attributes, {} types", tables.attrs.len(), tables.types.len()),
            section::PROPERTIES => format!("{} properties", tables.properties.len()),
            section::RESOURCE => format!("{} resources", external + resources.dialect_len()),
            _ => String::new(),
        };
        let found = self.file.order().iter().filter_map(|id| self.file.section(*id));
        found.map(|found| (found.id, found.start, found.len(), holds(found.id))).collect()
    }
}

/// Attributes that say what a function is.
#[derive(Clone, Copy, Default)]
struct Signature {
    name: Option<AttrId>,
    ty: Option<AttrId>,
    visibility: Option<AttrId>,
}

impl Signature {
    fn take(&mut self, name: &[u8], attr: AttrId) {
        match name {
            b"sym_name" => self.name = Some(attr),
            b"function_type" => self.ty = Some(attr),
            b"sym_visibility" => self.visibility = Some(attr),
            _ => {}
        }
    }
}

/// A text without what StableHLO's artifacts wrap around strings and types.
fn bare(text: String, before: &str, behind: &str) -> String {
    match text.strip_prefix(before).and_then(|text| text.strip_suffix(behind)) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
