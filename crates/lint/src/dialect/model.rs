//! [`Dialects`]: what one release of a compiler knows of MLIR bytecode: dialects, their operations with the properties of each, and the codes of
//! attributes and types that they encode themselves.
//!
//! Since version 5 of the container properties are a blob without names: the order of fields *is* the format. So a change of an operation's
//! definition is a change of a format, though nobody meant to make one.

use outlast_mlir::schema::{OpSchema, PropertyField, PropertyForm, PropertyKind};

use super::layout::Layout;
use crate::Site;

/// Most properties that an operation may have in a description: no genuine one has near as many.
pub const MAX_FIELDS: usize = 512;

/// What one release knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialects {
    /// What it is called: `mlir-22`.
    pub name: String,
    /// The release itself: `22.1.8`.
    pub version: String,
    /// Its dialects.
    pub dialects: Vec<Dialect>,
    /// Whether it was inferred from files: what is not in it may still exist.
    pub observed: bool,
    /// Where it is declared.
    pub site: Site,
}

/// A dialect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// Its namespace.
    pub name: String,
    /// The version that files say, if the dialect versions itself.
    pub version: Option<u64>,
    /// Whether readers take operations of it that they do not know.
    pub lenient: bool,
    /// Its operations.
    pub ops: Vec<Op>,
    /// Attributes and types that it encodes itself. The rest is assembly text.
    pub codes: Vec<Code>,
    /// Where it is declared.
    pub site: Site,
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Op {
    /// Its name without the dialect.
    pub name: String,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// Its properties, in the order of version 6 of the container; none: it has no blob.
    pub fields: Vec<Field>,
    /// Whether sizes of segments stand last in version 5 of the container as well.
    pub segments_last: bool,
    /// Whether the operation encodes its properties with code of its own, so that nothing is known of the blob.
    pub custom: bool,
    /// Its operands; none if it is not known.
    pub operands: Option<Vec<Part>>,
    /// Its results; none if it is not known.
    pub results: Option<Vec<Part>>,
    /// Its regions; none if it is not known.
    pub regions: Option<Vec<Part>>,
    /// Its traits; none if it is not known.
    pub traits: Option<Vec<String>>,
    /// Where it is declared.
    pub site: Site,
}

/// A field of properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name, how it is encoded, and which attribute it is.
    pub property: PropertyField,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// What an operation without it means.
    pub default: Option<String>,
    /// What values have to be, in words.
    pub constraint: Option<String>,
    /// The values that it can have, if there are only some.
    pub cases: Vec<String>,
}

/// An operand, a result or a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// How many there are of it.
    pub count: Count,
}

/// How many operands, results or regions a declared one stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Count {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Any,
}

/// Whether a code is one of attributes or of types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CodeKind {
    /// Of attributes, locations among them.
    Attr,
    /// Of types.
    Type,
}

/// An attribute or a type that a dialect encodes itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// Whether it is an attribute or a type: each kind counts its own.
    pub kind: CodeKind,
    /// The number that its encoding begins with.
    pub code: u64,
    /// Its name: `IntegerAttr`.
    pub name: String,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// Its fields behind the code; none if they are not known.
    pub layout: Option<Layout>,
    /// Where it is declared.
    pub site: Site,
}

impl Dialects {
    /// The dialect of a namespace.
    pub fn dialect(&self, name: &str) -> Option<&Dialect> {
        self.dialects.iter().find(|dialect| dialect.name == name)
    }

    /// An operation by its full name; an operation without a dot in its name is the dialect's own.
    pub fn op(&self, name: &str) -> Option<&Op> {
        let (dialect, op) = split(name);
        self.dialect(dialect)?.op(op)
    }

    /// How many operations there are.
    pub fn op_count(&self) -> usize {
        self.dialects.iter().map(|dialect| dialect.ops.len()).sum()
    }

    /// The dialect of a namespace; added if it is not there.
    pub(crate) fn dialect_mut(&mut self, name: &str) -> &mut Dialect {
        let at = self.dialects.iter().position(|dialect| dialect.name == name).unwrap_or_else(|| {
            self.dialects.push(Dialect { name: name.to_string(), ..Dialect::default() });
            self.dialects.len() - 1
        });
        &mut self.dialects[at]
    }
}

impl Dialect {
    /// An operation by its name without the dialect.
    pub fn op(&self, name: &str) -> Option<&Op> {
        self.ops.iter().find(|op| op.name == name)
    }

    /// An attribute or a type by its code.
    pub fn code(&self, kind: CodeKind, code: u64) -> Option<&Code> {
        self.codes.iter().find(|of| of.kind == kind && of.code == code)
    }

    /// Whether it encodes attributes or types itself.
    pub fn has_interface(&self) -> bool {
        !self.codes.is_empty()
    }
}

impl Op {
    /// What it is: its meaning, otherwise its name.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.name)
    }

    /// Whether its properties are a blob. Without one, attributes are in the dictionary.
    pub fn has_properties(&self) -> bool {
        self.custom || !self.fields.is_empty()
    }

    /// Its properties as `crates/mlir` has them.
    pub fn schema(&self) -> OpSchema {
        let fields = self.fields.iter().map(|field| field.property.clone()).collect();
        OpSchema { fields, segments_last: self.segments_last }
    }

    /// Its fields from those of `crates/mlir`. A field whose name is not known is called by its place.
    pub(crate) fn of_schema(name: &str, schema: OpSchema) -> Op {
        let named = |(at, mut field): (usize, PropertyField)| {
            if field.name.is_empty() {
                field.name = format!("#{at}");
            }
            Field::new(field)
        };
        let fields = schema.fields.into_iter().enumerate().map(named).collect();
        Op { name: name.to_string(), fields, segments_last: schema.segments_last, ..Op::default() }
    }

    /// A field by its name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.property.name == name)
    }
}

impl Field {
    /// A field of which no more is known.
    pub fn new(property: PropertyField) -> Field {
        Field { property, meaning: None, default: None, constraint: None, cases: Vec::new() }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.property.name
    }

    /// What it is: its meaning, otherwise its name.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.property.name)
    }

    /// Whether its name is not known, because it was never seen.
    pub fn is_nameless(&self) -> bool {
        self.property.name.starts_with('#')
    }

    /// Whether it is an attribute.
    pub fn is_attr(&self) -> bool {
        matches!(self.property.kind, PropertyKind::Attr | PropertyKind::OptAttr)
    }

    /// Whether it is the sizes of segments of operands or results.
    pub fn is_segments(&self) -> bool {
        matches!(self.property.kind, PropertyKind::Segments(_))
    }

    /// Whether it is a property that is no attribute and no sizes of segments.
    pub fn is_native(&self) -> bool {
        !self.is_attr() && !self.is_segments()
    }

    /// Whether readers need it: an attribute that may not be absent.
    pub fn is_required(&self) -> bool {
        self.property.kind == PropertyKind::Attr && self.default.is_none()
    }
}

impl Part {
    /// As descriptions have it: `lhs`, `rest*`, `maybe?`.
    pub fn text(&self) -> String {
        let mark = match self.count {
            Count::One => "",
            Count::Optional => "?",
            Count::Any => "*",
        };
        format!("{}{mark}", self.name)
    }
}

impl CodeKind {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            CodeKind::Attr => "attribute",
            CodeKind::Type => "type",
        }
    }
}

impl Code {
    /// What it is: its meaning, otherwise its name.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.name)
    }
}

/// Dialect and rest of an operation's name. A name without a dot is the dialect's, with nothing behind it.
pub(crate) fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}

/// The full name of an operation.
pub(crate) fn full(dialect: &str, op: &str) -> String {
    if op.is_empty() { dialect.to_string() } else { format!("{dialect}.{op}") }
}

/// The class of attribute that a form stands for, in a word; none if it is not known.
pub(crate) fn class(form: &PropertyForm) -> Option<&'static str> {
    Some(match form {
        PropertyForm::String => "a string",
        PropertyForm::Type => "a type",
        PropertyForm::Integer => "an integer",
        PropertyForm::Float => "a floating point number",
        PropertyForm::Unit => "a unit",
        PropertyForm::Array => "an array",
        PropertyForm::Dictionary => "a dictionary",
        PropertyForm::Symbol => "a symbol",
        PropertyForm::FlatSymbol => "a flat symbol",
        PropertyForm::DenseArray => "a dense array",
        PropertyForm::Elements => "dense elements",
        PropertyForm::AffineMap => "an affine map",
        PropertyForm::IntegerSet => "an integer set",
        _ => return None,
    })
}

/// How many operands, results or regions there are at least, and at most.
pub(crate) fn bounds(parts: &[Part]) -> (usize, Option<usize>) {
    let least = parts.iter().filter(|part| part.count == Count::One).count();
    let any = parts.iter().any(|part| part.count == Count::Any);
    (least, (!any).then_some(parts.len()))
}
