//! Properties of operations as text: a dictionary where a schema serves, an attribute where the producer did not know the
//! operation, opaque otherwise.

use crate::text::Text;
use outlast_core::{QuickMap, SortShort};
use std::ops::Range;

use super::text::{Item, Texts};
use super::{PrintOptions, Source, Style};
use crate::defs::version;
use crate::escape;
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId};
use crate::schema::{self, FileSchemas, OpSchema, PropertyField, PropertyForm, PropertyKind, PropertyValue};
use crate::tables::Tables;
use crate::wire::Reader;

/// What stands in front of regions and behind them: places in the arena of texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// ` <…>`, or nothing.
    pub(super) properties: Range<usize>,
    /// ` {…}`, or nothing.
    pub(super) attrs: Range<usize>,
}

/// Properties and dictionaries that were printed already.
#[derive(Debug, Default)]
pub(super) struct Printed {
    properties: QuickMap<(OpNameId, PropertiesId), Range<usize>>,
    split: QuickMap<(OpNameId, Option<AttrId>), Parts>,
    whole: QuickMap<AttrId, Range<usize>>,
}

impl Printed {
    /// Texts of the properties and attributes of an operation.
    pub(super) fn parts(&mut self, texts: &mut Texts<'_>, source: &Source<'_>, op: OpId) -> Parts {
        let ir = source.ir;
        let name = ir.name(op);
        let attrs = ir.attrs(op);
        if source.version < version::NATIVE_PROPERTIES_ENCODING
            && let Some(schema) = source.schemas.get(name)
            && !schema.fields.is_empty()
            && texts.style.has_properties()
        {
            let split = self.split.entry((name, attrs));
            let parts = split.or_insert_with(|| match attrs {
                Some(attrs) => split_of(texts, attrs, schema),
                None => self::split(texts, &[], schema),
            });
            return parts.clone();
        }
        let attrs = attrs
            .map_or(0..0, |attrs| self.whole.entry(attrs).or_insert_with(|| whole(texts, attrs)).clone());
        let properties = ir.properties(op).map_or(0..0, |properties| {
            let entry = self.properties.entry((name, properties));
            entry.or_insert_with(|| of_blob(texts, source, name, properties)).clone()
        });
        Parts { properties, attrs }
    }
}

fn written(texts: &mut Texts<'_>, write: impl FnOnce(&mut Texts<'_>)) -> Range<usize> {
    let start = texts.arena.len();
    write(texts);
    start..texts.arena.len()
}

fn whole(texts: &mut Texts<'_>, attrs: AttrId) -> Range<usize> {
    let memo = texts.get(Item::Attr(attrs.0));
    if texts.bytes(memo) == b"{}" {
        return 0..0;
    }
    written(texts, |texts| {
        texts.arena.push(b' ');
        texts.attr(attrs.0);
    })
}

/// Appends named attributes in braces; nothing if there are none.
fn braces(texts: &mut Texts<'_>, named: &[(&[u8], u32)], open: &[u8], close: &[u8]) -> Range<usize> {
    if named.is_empty() {
        return 0..0;
    }
    for (_, attr) in named {
        texts.get(Item::Attr(*attr));
    }
    written(texts, |texts| {
        texts.arena.extend_from_slice(open);
        for (at, (name, attr)) in named.iter().enumerate() {
            if at != 0 {
                texts.arena.extend_from_slice(b", ");
            }
            texts.named(name, *attr);
        }
        texts.arena.extend_from_slice(close);
    })
}

/// A dictionary of before version 5: what the operation knows is printed as properties, with defaults for those that are no attributes.
fn split_of(texts: &mut Texts<'_>, attrs: AttrId, schema: &OpSchema) -> Parts {
    let Some(all) = members(texts, attrs) else {
        return Parts { properties: 0..0, attrs: whole(texts, attrs) };
    };
    split(texts, &all, schema)
}

fn split(texts: &mut Texts<'_>, all: &[(&[u8], u32)], schema: &OpSchema) -> Parts {
    let inherent = |name: &[u8]| schema.fields.iter().any(|field| field.name.as_bytes() == name);
    let (given, rest): (Vec<_>, Vec<_>) = all.iter().copied().partition(|(name, _)| inherent(name));
    let value = |field: &PropertyField| {
        let attr = given.iter().find(|(name, _)| field.name.as_bytes() == *name);
        attr.map(|(_, attr)| PropertyValue::Attr(AttrId(*attr))).or_else(|| default_of(field))
    };
    let mut fields: Vec<_> = schema.fields.iter().filter_map(|field| Some((field, value(field)?))).collect();
    fields.sort_short_by(|(one, _), (other, _)| one.name.cmp(&other.name));
    let properties = dictionary(texts, &fields);
    Parts { properties, attrs: braces(texts, &rest, b" {", b"}") }
}

/// What a property is that was not given.
fn default_of(field: &PropertyField) -> Option<PropertyValue> {
    match (&field.kind, &field.form) {
        (PropertyKind::VarInt, PropertyForm::Flags(_)) => Some(PropertyValue::Number(0)),
        (PropertyKind::Bool, PropertyForm::UnitOrFalse) => Some(PropertyValue::Bool(false)),
        _ => None,
    }
}

/// The members of a dictionary.
pub(super) fn members<'t>(texts: &Texts<'t>, attrs: AttrId) -> Option<Vec<(&'t [u8], u32)>> {
    let (1, mut reader) = texts.builtin_entry(Item::Attr(attrs.0))? else { return None };
    let count = reader.count("number of attributes").ok()?;
    let member = |_| {
        let name = reader.index(usize::MAX, "name").ok()?;
        Some((texts.string(name).ok()?, reader.index(usize::MAX, "attribute").ok()?))
    };
    (0..count).map(member).collect()
}

fn of_blob(
    texts: &mut Texts<'_>,
    source: &Source<'_>,
    name: OpNameId,
    properties: PropertiesId,
) -> Range<usize> {
    let Some(bytes) = source.tables.properties.get(properties.index()) else { return 0..0 };
    let registered = source.tables.op_names.get(name.index()).and_then(|name| name.registered);
    if registered == Some(false) {
        let mut reader = Reader::new(bytes);
        if let Ok(attr) = reader.index(source.tables.attrs.len(), "attribute")
            && reader.is_empty()
        {
            texts.get(Item::Attr(attr));
            return written(texts, |texts| {
                texts.arena.extend_from_slice(b" <");
                texts.attr(attr);
                texts.arena.push(b'>');
            });
        }
    }
    let decoded = source.schemas.get(name).and_then(|schema| {
        let mut fields = schema::decode(schema, source.version, bytes).ok()?;
        fields.retain(|(field, value)| {
            *value != PropertyValue::None || matches!(field.form, PropertyForm::OneOrNone(_))
        });
        fields.sort_short_by(|(one, _), (other, _)| one.name.cmp(&other.name));
        Some(fields)
    });
    match decoded {
        Some(fields) => dictionary(texts, &fields),
        None => written(texts, |texts| {
            texts.arena.extend_from_slice(b" <#outlast.opaque<\"properties\", ");
            escape::hex_string(&mut texts.arena, bytes);
            texts.arena.extend_from_slice(b">>");
        }),
    }
}

/// What the release that is followed knows of the operations of a file: which attributes of a dictionary of before version 5 it
/// prints as properties. Of StableHLO's dialects, that is what their newest release knows.
pub fn reader_schemas(producer: &[u8], tables: &Tables<'_>, options: &PrintOptions) -> FileSchemas {
    let wanted = format!("mlir-{}", Style::of(producer, options).release);
    let mlir = schema::release(&wanted);
    let stablehlo = schema::releases().filter(|release| release.name().starts_with("stablehlo-")).last();
    let of = |at| {
        let name = tables.op_name(OpNameId::new(at));
        let name = std::str::from_utf8(&name).ok()?;
        let is_stablehlo = ["vhlo.", "stablehlo.", "chlo."].iter().any(|prefix| name.starts_with(prefix));
        schema::op_schema(if is_stablehlo { stablehlo? } else { mlir? }, name)
    };
    FileSchemas::new((0..tables.op_names.len()).map(of).collect())
}

/// Fields as properties; nothing if there are none.
fn dictionary(texts: &mut Texts<'_>, fields: &[(&PropertyField, PropertyValue)]) -> Range<usize> {
    if fields.is_empty() {
        return 0..0;
    }
    fields.iter().for_each(|(_, value)| prepare(texts, value));
    written(texts, |texts| {
        texts.arena.extend_from_slice(b" <{");
        fields_of(texts, fields);
        texts.arena.extend_from_slice(b"}>");
    })
}

/// Appends fields. Those of a property that has some of its own (`property.field`) stand in a dictionary.
fn fields_of(texts: &mut Texts<'_>, fields: &[(&PropertyField, PropertyValue)]) {
    let mut inside: Option<&str> = None;
    for (at, (field, value)) in fields.iter().enumerate() {
        let (around, name) = field.name.split_once('.').map_or((None, &*field.name), |(a, b)| (Some(a), b));
        let same = around.is_some() && around == inside;
        if inside.is_some() && !same {
            texts.arena.push(b'}');
        }
        if at != 0 {
            texts.arena.extend_from_slice(b", ");
        }
        if let Some(around) = around
            && !same
        {
            escape::keyword(&mut texts.arena, around.as_bytes());
            texts.arena.extend_from_slice(b" = {");
        }
        inside = around;
        property(texts, name.as_bytes(), value, &field.form);
    }
    if inside.is_some() {
        texts.arena.push(b'}');
    }
}

/// Makes texts that a value needs.
fn prepare(texts: &mut Texts<'_>, value: &PropertyValue) {
    match value {
        PropertyValue::Attr(attr) => {
            texts.get(Item::Attr(attr.0));
        }
        PropertyValue::List(values) => values.iter().for_each(|value| prepare(texts, value)),
        _ => {}
    }
}

/// Appends `name = value`, as the operation would give it as an attribute.
fn property(texts: &mut Texts<'_>, name: &[u8], value: &PropertyValue, form: &PropertyForm) {
    if let PropertyValue::Attr(attr) = value {
        return texts.named(name, attr.0);
    }
    escape::keyword(&mut texts.arena, name);
    if (value, form) == (&PropertyValue::Bool(true), &PropertyForm::UnitOrFalse) {
        return;
    }
    texts.arena.extend_from_slice(b" = ");
    self::value(texts, value, form, false);
}

/// Appends a value; without its type inside of an array, if that is what it would be read with anyway.
fn value(texts: &mut Texts<'_>, value: &PropertyValue, form: &PropertyForm, elide: bool) {
    if let PropertyForm::OneOrNone(inner) = form
        && *value != PropertyValue::None
    {
        texts.arena.push(b'[');
        self::value(texts, value, inner, true);
        return texts.arena.push(b']');
    }
    let out = &mut texts.arena;
    match value {
        PropertyValue::None => out.extend_from_slice(b"[]"),
        PropertyValue::Attr(attr) => texts.attr_eliding(attr.0, elide),
        PropertyValue::Segments(sizes) => {
            out.extend_from_slice(b"array<i32");
            for (at, size) in sizes.iter().enumerate() {
                out.extend_from_slice(if at == 0 { b": " } else { b", " });
                escape::signed(out, *size);
            }
            out.push(b'>');
        }
        PropertyValue::Number(number) => match form {
            PropertyForm::Flags(flags) => match flags.text(*number) {
                Some(text) => out.extend_from_slice(text.as_bytes()),
                None => typed(out, number.cast_signed(), 64, elide),
            },
            PropertyForm::Number(bits) => typed(out, sign_extended(*number, *bits), *bits, elide),
            _ => typed(out, number.cast_signed(), 64, elide),
        },
        PropertyValue::Signed(number) => {
            let bits = if let PropertyForm::Number(bits) = form { *bits } else { 64 };
            typed(out, *number, bits, elide);
        }
        PropertyValue::Bool(bit) => out.extend_from_slice(if *bit { b"true" } else { b"false" }),
        PropertyValue::Str(text) => escape::quoted(out, texts.tables.string(*text)),
        PropertyValue::List(values) => list(texts, values, form),
    }
}

fn list(texts: &mut Texts<'_>, values: &[PropertyValue], form: &PropertyForm) {
    if let PropertyForm::Numbers(bits) = form {
        let out = &mut texts.arena;
        out.extend_from_slice(b"array<i");
        escape::number(out, u64::from(*bits));
        for (at, value) in values.iter().enumerate() {
            out.extend_from_slice(if at == 0 { b": " } else { b", " });
            match value {
                PropertyValue::Number(number) => escape::signed(out, sign_extended(*number, *bits)),
                PropertyValue::Signed(number) => escape::signed(out, *number),
                _ => {}
            }
        }
        return out.push(b'>');
    }
    texts.arena.push(b'[');
    for (at, one) in values.iter().enumerate() {
        if at != 0 {
            texts.arena.extend_from_slice(b", ");
        }
        value(texts, one, form, true);
    }
    texts.arena.push(b']');
}

fn sign_extended(number: u64, bits: u32) -> i64 {
    let unused = 64_u32.saturating_sub(bits).min(63);
    (number << unused).cast_signed() >> unused
}

/// Appends a number with its type.
fn typed(out: &mut impl Text, number: i64, bits: u32, elide: bool) {
    if bits == 1 {
        return out.extend_from_slice(if number != 0 { b"true" } else { b"false" });
    }
    escape::signed(out, number);
    if !elide || bits != 64 {
        out.extend_from_slice(b" : i");
        escape::number(out, u64::from(bits));
    }
}
