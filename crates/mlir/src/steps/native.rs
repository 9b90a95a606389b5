//! Attributes become properties: those of operations that have properties which are no attributes in a release.
//!
//! Readers take inherent attributes from a dictionary, but no property that is a number, a truth value or a list. An operation that has
//! such a property gets a blob as the release encodes it; all others keep their dictionaries, and are read as before version 5.

use super::values::{builtin, integer_value};
use crate::defs::{section, version};
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId};
use crate::module::{Builder, Module};
use crate::schema::{FileSchemas, Known, OpSchema, PropertyForm, PropertyKind, ReleaseSchemas};
use crate::tables::Tables;
use crate::tables::dictionary_items;
use crate::wire::{sparse_sizes, svarint, varint};
use outlast_core::QuickMap;

type Items = Vec<(Vec<u8>, AttrId)>;

/// Gives operations the properties of a release where a dictionary cannot hold what they are: a module of version 5 or 6 whose operations
/// have no properties. Returned are what they are encoded by, and names of operations with how many there are. What cannot be encoded
/// stays in dictionaries.
pub fn attributes_to_properties(
    module: &mut Module<'_>,
    release: ReleaseSchemas,
) -> (FileSchemas, Vec<(String, usize)>) {
    let mut schemas = vec![None; module.tables.op_names.len()];
    let mut done = Vec::new();
    let by_name = by_name(module);
    for (name, ops) in by_name {
        let text = String::from_utf8_lossy(&module.tables.op_name(name)).into_owned();
        let Known::Properties(schema) = release.op(&text) else { continue };
        let Some(encoded) = encode_all(module, &schema, &ops) else { continue };
        let mut builder = Builder::default();
        let mut known: QuickMap<Vec<u8>, PropertiesId> = QuickMap::default();
        for (op, (rest, blob)) in ops.iter().zip(encoded) {
            let tables = &mut module.tables;
            let attrs = (!rest.is_empty()).then(|| builder.dictionary(tables, rest));
            let id = *known.entry(blob).or_insert_with_key(|blob| {
                tables.properties.push(blob.clone().into());
                PropertiesId::new(tables.properties.len() - 1)
            });
            module.ir.set_attrs(*op, attrs);
            module.ir.set_properties(*op, Some(id));
        }
        if let (Some(known), Some(place)) =
            (module.tables.op_names.get_mut(name.index()), schemas.get_mut(name.index()))
        {
            known.registered = Some(true);
            *place = Some(schema);
        }
        done.push((text, ops.len()));
    }
    module.set_section(section::PROPERTIES, true);
    (FileSchemas::new(schemas), done)
}

/// Operations by name, in the order of the table of names.
fn by_name(module: &Module<'_>) -> Vec<(OpNameId, Vec<OpId>)> {
    let mut all: Vec<(OpNameId, Vec<OpId>)> =
        (0..module.tables.op_names.len()).map(|at| (OpNameId::new(at), Vec::new())).collect();
    for op in module.ir.ops() {
        if let Some((_, ops)) = all.get_mut(module.ir.name(op).index()) {
            ops.push(op);
        }
    }
    all
}

fn is_native(kind: &PropertyKind) -> bool {
    !matches!(kind, PropertyKind::Attr | PropertyKind::OptAttr | PropertyKind::Segments(_))
}

/// What stays in each operation's dictionary, and its blob; none if no dictionary has a property that is no attribute, or one of them
/// cannot be encoded: all operations of a name have properties, or none.
fn encode_all(module: &Module<'_>, schema: &OpSchema, ops: &[OpId]) -> Option<Vec<(Items, Vec<u8>)>> {
    let native = |name: &[u8]| {
        schema.fields.iter().any(|field| is_native(&field.kind) && field.name.as_bytes() == name)
    };
    let mut needed = false;
    let mut all = Vec::new();
    for op in ops {
        let items = match module.ir.attrs(*op) {
            Some(attrs) => dictionary_items(&module.tables, attrs)?,
            None => Vec::new(),
        };
        needed |= items.iter().any(|(name, _)| native(name));
        all.push(items);
    }
    if !needed {
        return None;
    }
    let version = module.layout.version;
    all.into_iter().map(|items| encode(&module.tables, version, schema, items)).collect()
}

fn encode(
    tables: &Tables<'_>,
    version: u64,
    schema: &OpSchema,
    mut items: Items,
) -> Option<(Items, Vec<u8>)> {
    let mut blob = Vec::new();
    for field in schema.in_order(version) {
        let found = items.iter().position(|(name, _)| *name == field.name.as_bytes());
        let value = found.map(|at| items.remove(at).1);
        write(tables, version, &mut blob, &field.kind, &field.form, value)?;
    }
    Some((items, blob))
}

/// Appends a field; none if the attribute is not what it can be made of.
fn write(
    tables: &Tables<'_>,
    version: u64,
    out: &mut Vec<u8>,
    kind: &PropertyKind,
    form: &PropertyForm,
    value: Option<AttrId>,
) -> Option<()> {
    match kind {
        PropertyKind::Attr => varint(out, u64::from(value?.0)),
        PropertyKind::OptAttr => varint(out, value.map_or(0, |value| u64::from(value.0) << 1 | 1)),
        PropertyKind::Segments(_) if version < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE => {
            varint(out, u64::from(value?.0));
        }
        PropertyKind::Segments(count) => {
            let sizes = match value {
                Some(value) => crate::schema::sizes(tables, value)?,
                None => Vec::new(),
            };
            let count = outlast_core::to_index(*count);
            if !sizes.is_empty() && sizes.len() != count {
                return None;
            }
            sparse_sizes(out, &if sizes.is_empty() { vec![0; count] } else { sizes });
        }
        PropertyKind::VarInt => varint(out, value.map_or(Some(0), |value| number(tables, form, value))?),
        PropertyKind::SVarInt => {
            let number = value.map_or(Some(0), |value| number(tables, form, value))?;
            svarint(out, number.cast_signed());
        }
        PropertyKind::Bool => {
            let unit =
                value.is_some_and(|value| builtin(tables, value).is_some_and(|(code, _)| code == UNIT));
            let bit = unit || value.map_or(Some(0), |value| number(tables, form, value))? != 0;
            out.push(u8::from(bit));
        }
        PropertyKind::Optional(inner) => {
            let (value, form) = match (value, form) {
                (Some(value), PropertyForm::OneOrNone(form)) => (one_or_none(tables, value)?, &**form),
                (value, form) => (value, form),
            };
            out.push(u8::from(value.is_some()));
            if value.is_some() {
                write(tables, version, out, inner, form, value)?;
            }
        }
        // No release that was measured has these in an operation that can be converted.
        PropertyKind::List(_) | PropertyKind::Str => return None,
    }
    Some(())
}

const ARRAY: u64 = 0;
const UNIT: u64 = 7;

fn one_or_none(tables: &Tables<'_>, attr: AttrId) -> Option<Option<AttrId>> {
    let (ARRAY, mut reader) = builtin(tables, attr)? else { return None };
    match reader.varint("count").ok()? {
        0 => Some(None),
        1 => Some(Some(AttrId(reader.index(usize::MAX, "attribute").ok()?))),
        _ => None,
    }
}

/// A number that is not negative: an integer attribute, or flags by their names.
fn number(tables: &Tables<'_>, form: &PropertyForm, attr: AttrId) -> Option<u64> {
    if let PropertyForm::Flags(flags) = form
        && let Some(text) = tables.attrs.get(attr.0).and_then(|entry| entry.text())
    {
        return flags.bits(text);
    }
    u64::try_from(integer_value(tables, attr)?.0).ok()
}
