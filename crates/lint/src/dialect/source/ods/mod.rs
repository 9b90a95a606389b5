//! [`read_ods`]: dialects from what `llvm-tblgen --dump-json` prints of operation definitions.
//!
//! What is computed is what `mlir-tblgen` generates as `readProperties` and `writeProperties`: attributes by name, those that are derived left out;
//! then other properties as declared; then sizes of segments, of operands before those of results.

mod encoding;
mod property;
mod records;

use outlast_core::{Error, ErrorKind, Result, SortShort, Span};
use outlast_mlir::schema::{PropertyField, PropertyForm, PropertyKind};

use super::super::model::{Count, Dialects, Field, MAX_FIELDS, Op, Part};
use records::{Record, Records};

/// Reads what TableGen printed of one or several files of definitions, by their names. `name` and `version` are what the release is called.
///
/// Operations that several files have are taken from the first.
///
/// # Errors
///
/// A text is no JSON of TableGen's records, or none of them defines an operation or an encoding of attributes.
pub fn read_ods(name: &str, version: &str, files: &[(&str, &str)]) -> Result<Dialects> {
    let mut out = Dialects { name: name.to_string(), version: version.to_string(), ..Dialects::default() };
    out.site.file = files.first().map_or(String::new(), |(file, _)| (*file).to_string());
    for (file, text) in files {
        let step = || outlast_core::Step::Named("file", (*file).to_string());
        let records = Records::parse(text).map_err(|error| error.within(step()))?;
        for record in records.of_class("Dialect") {
            if let Some(name) = record.text("name") {
                let site = record.site();
                out.dialect_mut(name).site = site;
            }
        }
        for record in records.of_class("Op") {
            let Some((dialect, op)) = operation(&records, record) else { continue };
            let dialect = out.dialect_mut(&dialect);
            if dialect.op(&op.name).is_none() {
                dialect.ops.push(op);
            }
        }
        encoding::codes(&records, &mut out);
    }
    super::release::tell_lenient(&mut out);
    out.dialects.retain(|dialect| !dialect.ops.is_empty() || !dialect.codes.is_empty());
    if out.dialects.is_empty() {
        let kind = ErrorKind::Missing { what: "a definition of an operation or of an encoding".to_string() };
        let help = "print the records with `llvm-tblgen --dump-json -I … Ops.td`";
        return Err(Error::new(kind, Span::default()).with_help(help));
    }
    Ok(out)
}

/// An operation, and its dialect.
fn operation(records: &Records, record: Record<'_>) -> Option<(String, Op)> {
    let dialect = records.at(record.def("opDialect")?)?;
    let mut op = Op { name: record.text("opName")?.to_string(), site: record.site(), ..Op::default() };
    let in_properties = dialect.number("usePropertiesForAttributes") != Some(0);
    let traits = traits(records, &record);
    let (mut attrs, mut natives, mut operands) = (Vec::new(), Vec::new(), Vec::new());
    for (reference, name) in record.args("arguments") {
        let Some(of) = records.constraint(reference) else { continue };
        if of.is("DerivedAttr") {
            continue;
        }
        if of.is("Attr") {
            attrs.push(attribute(records, of, name));
        } else if of.is("Property") {
            match property::field(records, of, name) {
                Some(field) => natives.push(field),
                // It has code of its own for the wire, which only a compiler understands.
                None => op.custom = true,
            }
        } else {
            operands.push(part(of, name));
        }
    }
    let results: Vec<Part> = record
        .args("results")
        .filter_map(|(reference, name)| Some(part(records.constraint(reference)?, name)))
        .collect();
    if attrs.len() + natives.len() > MAX_FIELDS {
        // What is not compared is not said to be the same.
        op.custom = true;
        attrs.truncate(MAX_FIELDS);
        natives.clear();
    }
    if in_properties {
        attrs.sort_short_by(|a: &Field, b| a.property.name.cmp(&b.property.name));
        op.fields = attrs;
    }
    op.fields.extend(natives);
    for (name, wanted, parts) in [
        ("operandSegmentSizes", "AttrSizedOperandSegments", &operands),
        ("resultSegmentSizes", "AttrSizedResultSegments", &results),
    ] {
        if in_properties && traits.iter().any(|of| of == wanted) {
            let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
            let property = PropertyField {
                name: name.to_string(),
                kind: PropertyKind::Segments(count),
                form: PropertyForm::Numbers(32),
                optional: false,
            };
            op.fields.push(Field::new(property));
        }
    }
    if record.number("useCustomPropertiesEncoding") == Some(1) {
        op.custom = true;
    }
    op.operands = Some(operands);
    op.results = Some(results);
    op.regions = Some(
        record
            .args("regions")
            .filter_map(|(reference, name)| Some(part(records.at(reference)?, name)))
            .collect(),
    );
    op.traits = Some(traits);
    Some((dialect.text("name")?.to_string(), op))
}

fn part(of: Record<'_>, name: &str) -> Part {
    let count = if of.is("Variadic") || of.is("VariadicOfVariadic") || of.is("VariadicRegion") {
        Count::Any
    } else if of.is("Optional") {
        Count::Optional
    } else {
        Count::One
    };
    Part { name: name.to_string(), count }
}

/// Classes of attributes by their C++ type, and what `crates/mlir` calls them.
const CLASSES: &[(&str, PropertyForm)] = &[
    ("StringAttr", PropertyForm::String),
    ("TypeAttr", PropertyForm::Type),
    ("IntegerAttr", PropertyForm::Integer),
    ("BoolAttr", PropertyForm::Integer),
    ("FloatAttr", PropertyForm::Float),
    ("UnitAttr", PropertyForm::Unit),
    ("ArrayAttr", PropertyForm::Array),
    ("DictionaryAttr", PropertyForm::Dictionary),
    ("SymbolRefAttr", PropertyForm::Symbol),
    ("FlatSymbolRefAttr", PropertyForm::FlatSymbol),
    ("DenseBoolArrayAttr", PropertyForm::DenseArray),
    ("DenseI8ArrayAttr", PropertyForm::DenseArray),
    ("DenseI16ArrayAttr", PropertyForm::DenseArray),
    ("DenseI32ArrayAttr", PropertyForm::DenseArray),
    ("DenseI64ArrayAttr", PropertyForm::DenseArray),
    ("DenseF32ArrayAttr", PropertyForm::DenseArray),
    ("DenseF64ArrayAttr", PropertyForm::DenseArray),
    ("AffineMapAttr", PropertyForm::AffineMap),
    ("IntegerSetAttr", PropertyForm::IntegerSet),
    ("DenseIntElementsAttr", PropertyForm::Elements),
    ("DenseFPElementsAttr", PropertyForm::Elements),
    ("DenseIntOrFPElementsAttr", PropertyForm::Elements),
    ("DenseElementsAttr", PropertyForm::Elements),
];

fn attribute(records: &Records, of: Record<'_>, name: &str) -> Field {
    let default = of.text("defaultValue").filter(|text| !text.is_empty());
    let optional = of.number("isOptional") == Some(1) || default.is_some();
    let class = of.text("storageType").unwrap_or_default().trim();
    let class = class.trim_start_matches("::").trim_start_matches("mlir::");
    let form =
        CLASSES.iter().find(|(of, _)| *of == class).map_or(PropertyForm::Any, |(_, form)| form.clone());
    let kind = if optional { PropertyKind::OptAttr } else { PropertyKind::Attr };
    let mut field = Field::new(PropertyField { name: name.to_string(), kind, form: form.clone(), optional });
    // A unit that is not there is false, which is no default that anybody chose.
    field.default = default.filter(|_| form != PropertyForm::Unit).map(str::to_string);
    field.constraint = of.text("summary").filter(|text| !text.is_empty()).map(str::to_string);
    field.cases = cases(records, of);
    field
}

/// How deep an attribute is wrapped at most.
const MAX_NESTING: usize = 8;

/// The words of an enumeration; none if the attribute is none.
fn cases(records: &Records, of: Record<'_>) -> Vec<String> {
    let mut at = of;
    for _ in 0..MAX_NESTING {
        let listed = at.defs("enumerants");
        if !listed.is_empty() {
            let words = listed.iter().filter_map(|name| records.at(name)?.text("str"));
            return words.map(str::to_string).collect();
        }
        let inner = ["baseAttr", "enum"].iter().find_map(|key| at.def(key));
        match inner.and_then(|name| records.at(name)) {
            Some(inner) => at = inner,
            None => break,
        }
    }
    Vec::new()
}

/// Traits that the verifier enforces, as definitions call them. Interfaces are none of them.
fn traits(records: &Records, record: &Record<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let mut work: Vec<(&str, usize)> =
        record.defs("traits").into_iter().rev().map(|name| (name, 0)).collect();
    while let Some((name, depth)) = work.pop() {
        let Some(of) = records.at(name) else { continue };
        let inner = of.defs("traits");
        if !inner.is_empty() && depth < MAX_NESTING {
            work.extend(inner.into_iter().rev().map(|name| (name, depth + 1)));
            continue;
        }
        if of.is("Interface") || of.is("InterfaceTrait") || of.is("SideEffectsTraitBase") {
            continue;
        }
        let words = of.text("trait").or_else(|| of.text("summary")).filter(|text| !text.is_empty());
        let word = if of.is_anonymous() { words.unwrap_or(name) } else { name };
        if !out.iter().any(|known| known == word) {
            out.push(word.to_string());
        }
    }
    out
}
