//! Properties become attributes: what versions 5 and 6 encode without names stands in the dictionary under its name.

use std::collections::HashMap;

use super::StepError;
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId};
use crate::module::{Builder, Module, dictionary_items};
use crate::schema::{FileSchemas, PropertyKind, PropertyValue, decode};
use crate::tables::Tables;
use crate::wire::{Reader, varint};

/// Turns the properties of every operation into attributes of its dictionary. Afterwards no operation has properties, and none
/// claims to be registered.
///
/// # Errors
///
/// An operation whose properties are not known, or have no form as an attribute.
pub fn properties_to_attributes(module: &mut Module<'_>, schemas: &FileSchemas) -> Result<(), StepError> {
    let mut lowering = Lowering {
        version: module.layout.version,
        schemas,
        builder: Builder::default(),
        known: HashMap::new(),
    };
    for op in module.ir.ops() {
        if let Some(properties) = module.ir.properties(op) {
            let attrs = lowering.dictionary(module, op, properties)?;
            module.ir.set_attrs(op, attrs);
            module.ir.set_properties(op, None);
        }
    }
    for name in &mut module.tables.op_names {
        name.registered = name.registered.map(|_| false);
    }
    module.tables.properties.clear();
    Ok(())
}

struct Lowering<'s> {
    version: u64,
    schemas: &'s FileSchemas,
    builder: Builder,
    known: HashMap<(OpNameId, PropertiesId, Option<AttrId>), Option<AttrId>>,
}

impl Lowering<'_> {
    /// The dictionary of an operation with its properties in it; none if it is empty.
    fn dictionary(
        &mut self,
        module: &mut Module<'_>,
        op: OpId,
        properties: PropertiesId,
    ) -> Result<Option<AttrId>, StepError> {
        let key = (module.ir.name(op), properties, module.ir.attrs(op));
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let tables = &mut module.tables;
        let mut items = match key.2 {
            Some(attrs) => dictionary_items(tables, attrs).ok_or_else(|| not_a_dictionary(tables, attrs))?,
            None => Vec::new(),
        };
        let inherent = self.items(tables, key.0, properties)?;
        for (name, value) in inherent {
            if items.iter().any(|(other, _)| *other == name) {
                let name = name.escape_ascii().to_string();
                return Err(StepError::NameTwice { op: op_name(tables, key.0), name });
            }
            items.push((name, value));
        }
        let made = (!items.is_empty()).then(|| self.builder.dictionary(tables, items));
        self.known.insert(key, made);
        Ok(made)
    }

    /// Names and values of properties.
    fn items(
        &mut self,
        tables: &mut Tables<'_>,
        name: OpNameId,
        id: PropertiesId,
    ) -> Result<Vec<(Vec<u8>, AttrId)>, StepError> {
        let Some(bytes) = tables.properties.get(id.index()).cloned() else { return Ok(Vec::new()) };
        if tables.op_names[name.index()].registered != Some(true) {
            let attr =
                Reader::new(&bytes).index(tables.attrs.len(), "attributes of an unregistered operation")?;
            let items = dictionary_items(tables, AttrId(attr));
            return Ok(items.ok_or_else(|| not_a_dictionary(tables, AttrId(attr)))?);
        }
        let Some(schema) = self.schemas.get(name) else {
            return Err(StepError::UnknownProperties { op: op_name(tables, name) });
        };
        let mut items = Vec::new();
        for (field, value) in decode(schema, self.version, &bytes)? {
            let value = match value {
                PropertyValue::None => continue,
                PropertyValue::Attr(attr) => attr,
                PropertyValue::Segments(sizes) => self.dense_i32(tables, &sizes),
                PropertyValue::Bool(bit) if field.kind == PropertyKind::Bool => self.bool(tables, bit),
                _ => {
                    let (op, property) = (op_name(tables, name), field.name.clone());
                    return Err(StepError::NoAttributeForm { op, property });
                }
            };
            items.push((field.name.clone().into_bytes(), value));
        }
        Ok(items)
    }

    /// `array<i32: …>`.
    fn dense_i32(&mut self, tables: &mut Tables<'_>, values: &[i64]) -> AttrId {
        let ty = self.integer_type(tables, 32);
        let mut bytes = Vec::new();
        varint(&mut bytes, 17);
        varint(&mut bytes, u64::from(ty));
        let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
        varint(&mut bytes, count);
        varint(&mut bytes, count * 4);
        for value in values {
            bytes.extend_from_slice(&i32::try_from(*value).unwrap_or(i32::MAX).to_le_bytes());
        }
        self.builder.attr(tables, bytes)
    }

    /// `true` or `false`.
    fn bool(&mut self, tables: &mut Tables<'_>, bit: bool) -> AttrId {
        let ty = self.integer_type(tables, 1);
        let mut bytes = Vec::new();
        varint(&mut bytes, 8);
        varint(&mut bytes, u64::from(ty));
        bytes.push(u8::from(bit));
        self.builder.attr(tables, bytes)
    }

    fn integer_type(&mut self, tables: &mut Tables<'_>, width: u64) -> u32 {
        let mut bytes = Vec::new();
        varint(&mut bytes, 0);
        varint(&mut bytes, width << 2);
        self.builder.ty(tables, bytes).0
    }
}

fn op_name(tables: &Tables<'_>, name: OpNameId) -> String {
    tables.op_name(name).escape_ascii().to_string()
}

fn not_a_dictionary(tables: &Tables<'_>, attrs: AttrId) -> outlast_core::Error {
    let count = tables.attrs.len();
    let why = format!("attribute {} of {count} is not a dictionary of the builtin dialect", attrs.0);
    Reader::new(&[]).invalid(0, "attributes of an operation", why)
}
