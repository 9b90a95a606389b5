//! What a file says of each operation, by names: properties and attributes, whatever the version of the container has of them.
//!
//! Properties of versions 5 and 6 have no names; they are decoded by the schemas that serve for the file. Before that, and in converted
//! files, they stand in the dictionary of attributes, and only a release's definitions tell them from discardable attributes.

use outlast_core::Result;

use crate::file::File;
use crate::ids::{AttrId, OpNameId, PropertiesId};
use crate::intern::Interner;
use crate::ir::Ir;
use crate::schema::{self, FileSchemas, PropertyKind, PropertyValue, Survey, decode};
use crate::tables::Tables;
use crate::tables::dictionary_items;

/// What an operation says under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// An attribute.
    Attr(AttrId),
    /// A property that is no attribute, and not what it is by default.
    Native(PropertyValue),
    /// Sizes of segments, of operands or results.
    Sizes(Vec<i64>),
}

/// A name of an operation, and what is said under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The name; of sizes of segments that of LLVM 17 and later.
    pub name: String,
    /// What it is.
    pub value: Value,
    /// Whether it stands among the encoded properties; else in the dictionary of attributes.
    pub encoded: bool,
}

/// Operations with the same key say the same: name, properties, dictionary.
pub type SaidKey = (OpNameId, Option<PropertiesId>, Option<AttrId>);

/// A file, with the schemas that serve for it.
#[derive(Debug)]
pub struct Sayings<'a> {
    /// Its tables.
    pub tables: Tables<'a>,
    version: u64,
    schemas: FileSchemas,
    keys: Interner<SaidKey>,
    /// By operation: the number of its key.
    order: Vec<u32>,
}

impl<'a> Sayings<'a> {
    /// Reads all of a file.
    ///
    /// # Errors
    ///
    /// The file is damaged.
    pub fn read(file: &File<'a>) -> Result<Sayings<'a>> {
        let tables = Tables::read(file)?;
        let (mut keys, mut order) = (Interner::default(), Vec::new());
        // Distinct operations as schemas are chosen by: which key they have, and the last one of each name.
        let mut uses: Interner<(SaidKey, u32, u32)> = Interner::default();
        let mut of_use: Vec<u32> = Vec::new();
        let mut survey = Survey::new(&tables);
        Ir::walk(file, &tables, |part| {
            let ir = part.ir;
            for (op, number) in part.ops() {
                let key = (ir.name(op), ir.properties(op), ir.attrs(op));
                let (operands, results) = (ir.operands(op).len(), ir.results(op).len());
                let narrow = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
                let (at, new) = uses.intern((key, narrow(operands), narrow(results)));
                if new {
                    survey.add(key.0, key.1, (operands, results), number);
                    survey.count(key.0, u64::from(key.1.is_some()));
                    of_use.push(narrow(keys.intern(key).0));
                }
                order.extend(of_use.get(at).copied());
            }
        })?;
        let schemas = FileSchemas::choose_among(file, &tables, &survey).schemas;
        Ok(Sayings { version: file.version(), tables, schemas, keys, order })
    }

    /// The name of operations.
    pub fn name(&self, name: OpNameId) -> String {
        String::from_utf8_lossy(&self.tables.op_name(name)).into_owned()
    }

    /// What operations are distinguished by, each distinct one once.
    pub fn keys(&self) -> &[SaidKey] {
        self.keys.keys()
    }

    /// Every operation in the order of the file, as an index of [`Sayings::keys`].
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// What operations of this key say: encoded properties first, then the dictionary. Properties that are not there, and those that
    /// are no attributes and have their default, are left out. None if the properties are opaque.
    pub fn said(&self, key: SaidKey) -> Option<Vec<Said>> {
        said(&self.tables, &self.schemas, self.version, key)
    }
}

/// As [`Sayings::said`], of a file of a version with these tables and schemas.
pub(crate) fn said(
    tables: &Tables<'_>,
    schemas: &FileSchemas,
    version: u64,
    (name, properties, attrs): SaidKey,
) -> Option<Vec<Said>> {
    let mut all = Vec::new();
    let mut attrs: Vec<AttrId> = attrs.into_iter().collect();
    if let Some(properties) = properties {
        let schema = schemas.get(name)?;
        let blob = tables.properties.get(properties.index())?;
        for (field, value) in decode(schema, version, blob).ok()? {
            let value = match (&field.kind, value) {
                (PropertyKind::Segments(_), PropertyValue::Attr(attr)) => {
                    Value::Sizes(schema::sizes(tables, attr)?)
                }
                // All properties of an operation that the producer did not know are one dictionary.
                (_, PropertyValue::Attr(attr)) if schema.is_unregistered() => {
                    attrs.push(attr);
                    continue;
                }
                (_, PropertyValue::Attr(attr)) => Value::Attr(attr),
                (_, PropertyValue::Segments(sizes)) => Value::Sizes(sizes),
                (_, value) if value.is_default() => continue,
                (_, value) => Value::Native(value),
            };
            all.push(Said { name: field.name.clone(), value, encoded: true });
        }
    }
    for attrs in attrs {
        all.extend(dictionary_items(tables, attrs)?.into_iter().map(|item| discardable(tables, item)));
    }
    Some(all)
}

/// An item of a dictionary.
fn discardable(tables: &Tables<'_>, (name, attr): (Vec<u8>, AttrId)) -> Said {
    let name = match &*name {
        b"operand_segment_sizes" => "operandSegmentSizes".to_owned(),
        b"result_segment_sizes" => "resultSegmentSizes".to_owned(),
        name => String::from_utf8_lossy(name).into_owned(),
    };
    let sizes = name.ends_with("SegmentSizes").then(|| schema::sizes(tables, attr)).flatten();
    Said { value: sizes.map_or(Value::Attr(attr), Value::Sizes), name, encoded: false }
}
