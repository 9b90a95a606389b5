//! [`read`]: a file as a release reads it.

use std::collections::BTreeMap;

use outlast_core::to_index;
use outlast_mlir::codec::EntryKind;
use outlast_mlir::defs::version;
use outlast_mlir::schema::{PropertyForm, PropertyKind, attr_may_be};
use outlast_mlir::tables::Tables;
use outlast_mlir::wire::Reader;
use outlast_mlir::{AttrId, Module, OpId};

use super::entry::{self, Fields, entry_text, hex};
use crate::dialect::model::{Count, Dialects, Field, Op, Part, bounds, class, split};

/// Why a release does not read a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Where: an operation, a field of one, a dialect.
    pub path: String,
    /// Why.
    pub why: String,
    /// What of the definitions is the reason.
    pub about: About,
}

/// What of the definitions a refusal or a difference comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum About {
    /// The file as such.
    File,
    /// Which operations and dialects there are.
    Names,
    /// Properties and attributes.
    Properties,
    /// What an attribute that is not there stands for.
    Defaults,
    /// How many operands, results and regions there are, and which is which.
    Numbers,
    /// Codes of attributes and types.
    Codes,
}

/// What a release reads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Operations, without those that every module has.
    pub ops: Vec<Seen>,
    /// Attributes and types that dialects encode: which they are, and the fields of each.
    pub entries: Vec<(String, Fields)>,
}

/// An operation as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Its full name.
    pub name: String,
    /// Whether the release knows it.
    pub registered: bool,
    /// Fields of properties that have a value, by their names.
    pub fields: BTreeMap<String, String>,
    /// Fields that have no value: what that stands for, where it is written in the definitions.
    pub defaults: BTreeMap<String, String>,
    /// Attributes that the release has no meaning for.
    pub discardable: BTreeMap<String, String>,
    /// Operands by their names: how many, and which is the first.
    pub operands: BTreeMap<String, (usize, usize)>,
    /// Results by their names.
    pub results: BTreeMap<String, (usize, usize)>,
}

/// The most segments that are read, as nobody has more.
pub(super) const MAX_SEGMENTS: usize = 1 << 12;

/// Reads a file.
///
/// # Errors
///
/// What the release refuses first.
pub fn read(dialects: &Dialects, bytes: &[u8]) -> Result<Reading, Refusal> {
    let module = Module::read(bytes).map_err(|error| Refusal {
        path: "file".to_string(),
        why: error.to_string(),
        about: About::File,
    })?;
    let mut out = Reading { entries: entry::read(dialects, &module.tables)?, ops: Vec::new() };
    for op in module.ir.ops() {
        let name = String::from_utf8_lossy(&module.tables.op_name(module.ir.name(op))).into_owned();
        let known = dialects.op(&name);
        // They are how a file is made, and in every release.
        if matches!(&*name, "builtin.module" | "builtin.unrealized_conversion_cast")
            && module.ir.properties(op).is_none()
        {
            continue;
        }
        let one = One { module: &module, op, name: &name };
        let seen = match known {
            Some(known) => one.read(known)?,
            None => one.unknown(dialects)?,
        };
        out.ops.push(seen);
    }
    Ok(out)
}

/// An operation of a file.
pub(super) struct One<'m> {
    pub(super) module: &'m Module<'m>,
    op: OpId,
    name: &'m str,
}

impl One<'_> {
    pub(super) fn tables(&self) -> &Tables<'_> {
        &self.module.tables
    }

    pub(super) fn refuse<T>(&self, field: Option<&str>, why: impl Into<String>) -> Result<T, Refusal> {
        let path = field.map_or(self.name.to_string(), |field| format!("{}.{field}", self.name));
        Err(Refusal { path, why: why.into(), about: About::Properties })
    }

    fn refuse_as<T>(&self, about: About, why: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal { path: self.name.to_string(), why: why.into(), about })
    }

    /// The blob, if there is one.
    fn blob(&self) -> Option<&[u8]> {
        let properties = self.module.ir.properties(self.op)?;
        self.tables().properties.get(properties.index()).map(|blob| &**blob)
    }

    /// What a reader makes of an operation that it does not know.
    fn unknown(&self, dialects: &Dialects) -> Result<Seen, Refusal> {
        let (dialect, _) = split(self.name);
        match dialects.dialect(dialect) {
            None => return self.refuse_as(About::Names, format!("dialect `{dialect}` is not known")),
            Some(of) if !of.lenient => {
                let why = format!("it is not registered, and `{dialect}` does not allow unknown operations");
                return self.refuse_as(About::Names, why);
            }
            Some(_) => {}
        }
        let mut seen = Seen { name: self.name.to_string(), ..Seen::default() };
        if let Some(blob) = self.blob() {
            let index = Reader::new(blob).index(self.tables().attrs.len(), "attribute");
            let Ok(index) = index else {
                return self.refuse_as(
                    About::Names,
                    "its properties are read as the index of an attribute, and are not a valid one",
                );
            };
            seen.discardable.insert(String::new(), entry_text(self.tables(), EntryKind::Attr, index, 0));
        }
        seen.discardable.extend(self.dictionary());
        Ok(seen)
    }

    /// The dictionary: names with values.
    fn dictionary(&self) -> BTreeMap<String, String> {
        let items = self.items().into_iter();
        items.map(|(name, attr)| (name, entry_text(self.tables(), EntryKind::Attr, attr.0, 0))).collect()
    }

    fn items(&self) -> BTreeMap<String, AttrId> {
        let mut out = BTreeMap::new();
        let entry = self.module.ir.attrs(self.op).and_then(|attrs| self.tables().attrs.get(attrs.0));
        let Some(entry) = entry else { return out };
        let mut reader = Reader::new(entry.bytes);
        let Ok(1) = reader.varint("code") else { return out };
        let count = reader.count("items").unwrap_or(0);
        for _ in 0..count {
            let limit = self.tables().attrs.len();
            let (Ok(name), Ok(value)) = (reader.index(limit, "name"), reader.index(limit, "value")) else {
                break;
            };
            let name = entry_text(self.tables(), EntryKind::Attr, name, 0);
            out.insert(name.trim_matches('"').to_string(), AttrId(value));
        }
        out
    }

    fn read(&self, op: &Op) -> Result<Seen, Refusal> {
        let mut seen = Seen { name: self.name.to_string(), registered: true, ..Seen::default() };
        let mut sizes: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        let container = self.module.layout.version;
        if container < version::NATIVE_PROPERTIES_ENCODING {
            self.dictionary_fields(op, &mut seen, &mut sizes)?;
        } else {
            match (self.blob(), op.has_properties()) {
                (Some(_), false) => {
                    return self.refuse(None, "has properties, and the operation has none in this release");
                }
                (Some(blob), true) if op.custom => {
                    seen.fields.insert(String::new(), hex(blob));
                }
                (Some(blob), true) => self.blob_fields(op, blob, &mut seen, &mut sizes)?,
                (None, _) => {
                    if let Some(field) = op.fields.iter().find(|field| field.is_required()) {
                        return self.refuse(
                            Some(field.name()),
                            "the operation requires it, and the file has no properties",
                        );
                    }
                }
            }
            seen.discardable = self.dictionary();
            seen.discardable.retain(|name, _| op.field(name).is_none());
        }
        for field in op.fields.iter().filter(|field| !seen.fields.contains_key(field.name())) {
            if let Some(default) = &field.default {
                seen.defaults.insert(field.name().to_string(), default.clone());
            }
        }
        self.verify(op, &mut seen, &sizes)?;
        Ok(seen)
    }

    /// Before version 5 all attributes stand in the dictionary, by their names.
    fn dictionary_fields(
        &self,
        op: &Op,
        seen: &mut Seen,
        sizes: &mut BTreeMap<String, Vec<i64>>,
    ) -> Result<(), Refusal> {
        let mut items = self.items();
        for field in &op.fields {
            if let PropertyKind::Segments(count) = field.property.kind {
                // What is not there is zero for every segment.
                let given = items.remove(field.name()).and_then(|attr| entry::i32s(self.tables(), attr));
                let len = to_index(count).min(MAX_SEGMENTS);
                let read = given.unwrap_or_else(|| vec![0; len]);
                if read.len() != len {
                    return self.refuse(Some(field.name()), format!("{} sizes, expected {len}", read.len()));
                }
                sizes.insert(field.name().to_string(), read);
                continue;
            }
            match items.remove(field.name()) {
                Some(attr) => {
                    self.class(field, attr)?;
                    let value = entry_text(self.tables(), EntryKind::Attr, attr.0, 0);
                    seen.fields.insert(field.name().to_string(), value);
                }
                None if field.is_required() => {
                    return self.refuse(Some(field.name()), "the operation requires it, and it is not there");
                }
                None => {}
            }
        }
        let shown = |attr: AttrId| entry_text(self.tables(), EntryKind::Attr, attr.0, 0);
        seen.discardable = items.into_iter().map(|(name, attr)| (name, shown(attr))).collect();
        Ok(())
    }

    /// Whether an attribute is of the class that a field has.
    pub(super) fn class(&self, field: &Field, attr: AttrId) -> Result<(), Refusal> {
        let form = if field.is_segments() { &PropertyForm::DenseArray } else { &field.property.form };
        if !field.is_native() && !attr_may_be(self.tables(), attr, form) {
            let wanted = class(form).unwrap_or("another attribute");
            let got = entry_text(self.tables(), EntryKind::Attr, attr.0, 0);
            return self.refuse(Some(field.name()), format!("expected {wanted}, got `{got}`"));
        }
        Ok(())
    }

    /// What the verifier asks of numbers.
    fn verify(&self, op: &Op, seen: &mut Seen, sizes: &BTreeMap<String, Vec<i64>>) -> Result<(), Refusal> {
        let ir = &self.module.ir;
        for (what, name, parts, count) in [
            ("operands", "operandSegmentSizes", &op.operands, ir.operands(self.op).len()),
            ("results", "resultSegmentSizes", &op.results, ir.results(self.op).len()),
        ] {
            if let Some(sizes) = sizes.get(name).filter(|sizes| !sizes.is_empty()) {
                let sum = sizes.iter().try_fold(0_i64, |sum, size| sum.checked_add(*size));
                if sum.and_then(|sum| usize::try_from(sum).ok()) != Some(count) {
                    return self.refuse(Some(name), format!("sizes of other than {count} {what}"));
                }
            }
            let Some(parts) = parts else { continue };
            let (least, most) = bounds(parts);
            let fits = count >= least && most.is_none_or(|most| count <= most);
            if !fits {
                let wanted = match most {
                    Some(most) if most == least => format!("{least}"),
                    Some(most) => format!("{least} to {most}"),
                    None => format!("at least {least}"),
                };
                return self.refuse_as(About::Numbers, format!("expected {wanted} {what}, found {count}"));
            }
            let places = places(parts, count, sizes.get(name).map(Vec::as_slice));
            if what == "operands" { seen.operands = places } else { seen.results = places }
        }
        if let Some(parts) = &op.regions {
            let (count, (least, most)) = (ir.regions(self.op).len(), bounds(parts));
            if count < least || most.is_some_and(|most| count > most) {
                return self.refuse_as(About::Numbers, format!("expected {least} regions, found {count}"));
            }
        }
        Ok(())
    }
}

/// Which operands, or results, each declared one is: how many, and the first.
fn places(parts: &[Part], count: usize, sizes: Option<&[i64]>) -> BTreeMap<String, (usize, usize)> {
    let fixed = parts.iter().filter(|part| part.count == Count::One).count();
    let loose = parts.len() - fixed;
    let (mut out, mut first) = (BTreeMap::new(), 0);
    for (at, part) in parts.iter().enumerate() {
        let given = sizes.filter(|sizes| !sizes.is_empty()).and_then(|sizes| sizes.get(at));
        let size = match (given, part.count) {
            (Some(size), _) => usize::try_from(*size).unwrap_or(0),
            (None, Count::One) => 1,
            // One that may vary has what the others leave.
            (None, _) if loose == 1 => count.saturating_sub(fixed),
            // Several of the same size.
            (None, _) => count.saturating_sub(fixed) / loose,
        };
        out.insert(part.name.clone(), (size, first));
        first += size;
    }
    out
}
