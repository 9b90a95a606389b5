//! Whether a schema is that of a file: every blob has its fields, up to the end, and they refer to what they should.

use std::cell::Cell;

use outlast_core::to_index;

use super::{OpSchema, PropertyField, PropertyForm, PropertyKind, PropertyValue, decode};
use crate::defs::version;
use crate::ids::{AttrId, OpId, PropertiesId};
use crate::tables::{Entry, Tables};
use crate::wire::Reader;
use outlast_core::Budget;

/// Properties of an operation, and what they have to agree with. Many operations of a file are one use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// The properties.
    pub(super) properties: PropertiesId,
    /// How many operands the operation has.
    pub(super) operands: usize,
    /// How many results it has.
    pub(super) results: usize,
    /// The first such operation.
    pub(super) op: OpId,
}

/// Why a schema is not that of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproven {
    /// An operation that shows it.
    pub op: OpId,
    /// What is wrong.
    pub why: String,
}

/// Whether a schema is that of all these uses.
pub(super) fn prove(
    schema: &OpSchema,
    number: u64,
    tables: &Tables<'_>,
    uses: &[Use],
    budget: &Cell<Budget>,
) -> Result<(), Unproven> {
    for one in uses {
        // Many uses may be of the same properties, and of the same sizes of segments.
        let blob = tables.properties.get(one.properties.index()).map_or(0, |blob| blob.len());
        let attr = |attr: AttrId| tables.attrs.get(attr.0).map_or(0, |entry| entry.bytes.len());
        let segments = |field: &PropertyField| matches!(field.kind, PropertyKind::Segments(_));
        let mut work = blob;
        if number < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE && schema.fields.iter().any(segments) {
            let decoded =
                tables.properties.get(one.properties.index()).map(|blob| decode(schema, number, blob));
            for (field, value) in decoded.and_then(Result::ok).into_iter().flatten() {
                if let (true, PropertyValue::Attr(sizes)) = (segments(field), value) {
                    work = work.saturating_add(attr(sizes));
                }
            }
        }
        let mut left = budget.get();
        let enough = left.spend(work);
        budget.set(left);
        if !enough {
            let why = "its properties take more work than the bytes of the file justify".to_owned();
            return Err(Unproven { op: one.op, why });
        }
        let fits = fits(schema, number, tables, one);
        fits.map_err(|why| Unproven { op: one.op, why })?;
    }
    Ok(())
}

fn fits(schema: &OpSchema, version: u64, tables: &Tables<'_>, one: &Use) -> Result<(), String> {
    let blob = tables.properties.get(one.properties.index()).ok_or("there are no such properties")?;
    let values = decode(schema, version, blob).map_err(|error| error.to_string())?;
    values.iter().try_for_each(|(field, value)| value_fits(field, value, tables, one))
}

fn value_fits(
    field: &PropertyField,
    value: &PropertyValue,
    tables: &Tables<'_>,
    one: &Use,
) -> Result<(), String> {
    let name = &field.name;
    match value {
        PropertyValue::Attr(attr) if field.name.is_empty() && field.kind == PropertyKind::OptAttr => {
            Err(format!("attribute {} stands where no name is known", attr.0))
        }
        PropertyValue::Attr(attr) => {
            let Some(entry) = tables.attrs.get(attr.0) else {
                return Err(format!("{name} is attribute {}, of {}", attr.0, tables.attrs.len()));
            };
            if let PropertyKind::Segments(count) = field.kind {
                return match dense_i32s(tables, &entry) {
                    Some(sizes) if sizes.len() == to_index(count) => sum(field, &sizes, one),
                    _ => Err(format!("{name} is not an array of {count} sizes")),
                };
            }
            if attr_may_be(tables, *attr, &field.form) {
                Ok(())
            } else {
                Err(format!("{name} is of another kind"))
            }
        }
        PropertyValue::Segments(sizes) => sum(field, sizes, one),
        PropertyValue::Str(text) if text.index() >= tables.strings.len() => {
            Err(format!("{name} is string {}, of {}", text.0, tables.strings.len()))
        }
        PropertyValue::List(values) => {
            values.iter().try_for_each(|value| value_fits(field, value, tables, one))
        }
        _ => Ok(()),
    }
}

/// Sizes of segments are those of all operands or all results.
fn sum(field: &PropertyField, sizes: &[i64], one: &Use) -> Result<(), String> {
    let (all, of) = match &*field.name {
        "operandSegmentSizes" => (one.operands, "operands"),
        "resultSegmentSizes" => (one.results, "results"),
        _ => return Ok(()),
    };
    let total = sizes.iter().try_fold(0_i64, |total, size| total.checked_add(*size).filter(|_| *size >= 0));
    match total.and_then(|total| usize::try_from(total).ok()) {
        Some(total) if total == all => Ok(()),
        _ => Err(format!("{} are sizes of other than {all} {of}", field.name)),
    }
}

/// The values of a dense array of `i32`.
pub(super) fn dense_i32s(tables: &Tables<'_>, entry: &Entry<'_>) -> Option<Vec<i64>> {
    if !entry.custom || tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    if reader.varint("code").ok()? != DENSE_ARRAY {
        return None;
    }
    let _type = reader.varint("type").ok()?;
    let count = usize::try_from(reader.varint("size").ok()?).ok()?;
    let len = reader.varint("length").ok()?;
    let raw = reader.bytes(len, "data").ok()?;
    let (values, rest) = raw.as_chunks::<4>();
    let values: Vec<_> = values.iter().map(|value| i64::from(i32::from_le_bytes(*value))).collect();
    (values.len() == count && rest.is_empty()).then_some(values)
}

const DENSE_ARRAY: u64 = 17;

/// The values of an attribute that is a dense array of `i32`.
pub(crate) fn sizes(tables: &Tables<'_>, attr: AttrId) -> Option<Vec<i64>> {
    dense_i32s(tables, &tables.attrs.get(attr.0)?)
}

/// Bits of an integer type; 64 of `index`; none for other types.
pub(crate) fn integer_width(tables: &Tables<'_>, ty: u32) -> Option<u64> {
    let entry = tables.types.get(ty).filter(|entry| entry.custom)?;
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return None;
    }
    let mut reader = Reader::new(entry.bytes);
    match reader.varint("code").ok()? {
        0 => Some(reader.varint("width").ok()? >> 2),
        1 => Some(64),
        _ => None,
    }
}

/// Whether an attribute can be what a form asks for. Of what the builtin dialect does not encode, little can be said: it may.
pub fn attr_may_be(tables: &Tables<'_>, attr: AttrId, form: &PropertyForm) -> bool {
    let Some(codes) = form.codes() else { return true };
    let Some(entry) = tables.attrs.get(attr.0) else { return false };
    if tables.dialect_name(entry.dialect) != b"builtin" {
        return false;
    }
    if let Some(text) = entry.text() {
        return match form {
            PropertyForm::AffineMap => text.starts_with(b"affine_map<"),
            PropertyForm::IntegerSet => text.starts_with(b"affine_set<"),
            _ => ![&b"affine_map<"[..], b"affine_set<", b"strided<"]
                .iter()
                .any(|other| text.starts_with(other)),
        };
    }
    Reader::new(entry.bytes).varint("code").is_ok_and(|code| codes.contains(&code))
}
