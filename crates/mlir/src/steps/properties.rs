//! Properties become attributes: what versions 5 and 6 encode without names stands in the dictionary under its name.

use std::collections::HashMap;

use super::StepError;
use super::values::dense;
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId};
use crate::intern::Mix;
use crate::module::{Builder, Module};
use crate::schema::{FileSchemas, Known, PropertyField, PropertyForm, PropertyValue, ReleaseSchemas, decode};
use crate::tables::Tables;
use crate::tables::dictionary_items;
use crate::wire::Reader;

/// Turns the properties of every operation into attributes of its dictionary. Afterwards no operation has properties, and none
/// claims to be registered.
///
/// # Errors
///
/// An operation whose properties are not known, or have no form as an attribute.
pub fn properties_to_attributes(module: &mut Module<'_>, schemas: &FileSchemas) -> Result<(), StepError> {
    properties_in_form(module, schemas, None)
}

/// As [`properties_to_attributes`]; properties that are no attributes become what stands for them in a release, and are left out
/// where they are zero, false or nothing.
///
/// # Errors
///
/// As there.
pub fn properties_in_form(
    module: &mut Module<'_>,
    schemas: &FileSchemas,
    release: Option<ReleaseSchemas>,
) -> Result<(), StepError> {
    let mut lowering = Lowering {
        version: module.layout.version,
        schemas,
        release,
        builder: Builder::default(),
        known: HashMap::default(),
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
    release: Option<ReleaseSchemas>,
    builder: Builder,
    known: HashMap<(OpNameId, PropertiesId, Option<AttrId>), Option<AttrId>, Mix>,
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
            Some(attrs) => dictionary_items(tables, attrs).ok_or_else(|| opaque(tables, key.0, attrs))?,
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
        if tables.op_names.get(name.index()).and_then(|known| known.registered) != Some(true) {
            let attr =
                Reader::new(&bytes).index(tables.attrs.len(), "attributes of an unregistered operation")?;
            let items = dictionary_items(tables, AttrId(attr));
            return items.ok_or_else(|| opaque(tables, name, AttrId(attr)));
        }
        let Some(schema) = self.schemas.get(name) else {
            return Err(StepError::UnknownProperties { op: op_name(tables, name) });
        };
        let mut items = Vec::new();
        for (field, value) in decode(schema, self.version, &bytes)? {
            if value == PropertyValue::None && !matches!(field.form, PropertyForm::OneOrNone(_)) {
                continue;
            }
            if self.release.is_some() && value.is_default() {
                continue;
            }
            let other = self.form_there(tables, name, field);
            let forms = other.iter().chain([&field.form]);
            let made = forms.into_iter().find_map(|form| self.attribute(tables, form, &value));
            let value = made.ok_or_else(|| StepError::NoAttributeForm {
                op: op_name(tables, name),
                property: field.name.clone(),
            })?;
            items.push((field.name.clone().into_bytes(), value));
        }
        Ok(items)
    }

    /// What stands for a property in the release that is written for, if it encodes it alike.
    fn form_there(&self, tables: &Tables<'_>, name: OpNameId, field: &PropertyField) -> Option<PropertyForm> {
        let Known::Properties(schema) = self.release?.op(&op_name(tables, name)) else { return None };
        let same = |other: &&PropertyField| other.name == field.name && other.kind == field.kind;
        schema.fields.iter().find(same).map(|other| other.form.clone())
    }

    /// The attribute that stands for a value; none if that is not known.
    fn attribute(
        &mut self,
        tables: &mut Tables<'_>,
        form: &PropertyForm,
        value: &PropertyValue,
    ) -> Option<AttrId> {
        Some(match (value, form) {
            (PropertyValue::Attr(attr), _) => *attr,
            (PropertyValue::Segments(sizes), _) => dense(&mut self.builder, tables, 32, sizes)?,
            (PropertyValue::Bool(true), PropertyForm::UnitOrFalse) => {
                self.builder.attr(tables, vec![7 << 1 | 1])
            }
            (PropertyValue::Bool(bit), PropertyForm::UnitOrFalse | PropertyForm::Integer) => {
                self.builder.integer(tables, 1, i64::from(*bit))
            }
            (PropertyValue::Number(number), PropertyForm::Number(width)) => {
                self.builder.integer(tables, *width, i64::try_from(*number).ok()?)
            }
            (PropertyValue::Signed(number), PropertyForm::Number(width)) => {
                self.builder.integer(tables, *width, *number)
            }
            (PropertyValue::Number(bits), PropertyForm::Flags(flags)) => {
                let text = flags.text(*bits)?;
                let dialect = flags.attr.split('.').next()?;
                let dialect = self.builder.dialect(tables, dialect.as_bytes());
                self.builder.text(tables, dialect, text.as_bytes())
            }
            (PropertyValue::List(values), PropertyForm::Numbers(width)) => {
                let numbers = values.iter().map(|value| match value {
                    PropertyValue::Number(number) => i64::try_from(*number).ok(),
                    PropertyValue::Signed(number) => Some(*number),
                    _ => None,
                });
                let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
                dense(&mut self.builder, tables, *width, &numbers)?
            }
            (PropertyValue::None, PropertyForm::OneOrNone(_)) => self.builder.array(tables, &[]),
            (value, PropertyForm::OneOrNone(inner)) => {
                let one = self.attribute(tables, inner, value)?;
                self.builder.array(tables, &[one])
            }
            (PropertyValue::Str(text), _) => {
                let text = tables.string(*text).to_vec();
                self.builder.string(tables, &text)
            }
            _ => return None,
        })
    }
}

fn op_name(tables: &Tables<'_>, name: OpNameId) -> String {
    tables.op_name(name).escape_ascii().to_string()
}

fn opaque(tables: &Tables<'_>, name: OpNameId, attrs: AttrId) -> StepError {
    StepError::OpaqueAttributes { op: op_name(tables, name), attr: attrs.0 }
}
