//! [`OpSchema`]: what is known of the properties of one operation, as data and as text; schemas that are given beside a file.
//!
//! Nothing here reads files: which schema serves for one, [`mod@crate::schema`] finds out. It has all of this under its own name.

mod given;
pub mod text;

pub use given::{Given, NotSchemas};

/// One field of properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyField {
    /// Its name: the key in a dictionary of attributes. Empty where it is not known: then it has always been seen absent.
    pub name: String,
    /// How it is encoded.
    pub kind: PropertyKind,
    /// Which attribute it is, or stands for it in text and in a dictionary.
    pub form: PropertyForm,
    /// Whether the field may be left out of a dictionary: an optional attribute, or a property that is then zero, false or nothing.
    pub optional: bool,
}

impl PropertyForm {
    /// The builtin codes of attributes that are of this form; none if any attribute may be, or if codes do not tell.
    pub fn codes(&self) -> Option<&'static [u64]> {
        Some(match self {
            PropertyForm::String => &[2, 3],
            PropertyForm::Type => &[6],
            PropertyForm::Integer | PropertyForm::Number(_) => &[8],
            PropertyForm::Float => &[9],
            PropertyForm::Unit => &[7],
            PropertyForm::Array => &[0],
            PropertyForm::Dictionary => &[1],
            PropertyForm::Symbol => &[4, 5],
            PropertyForm::FlatSymbol => &[4],
            PropertyForm::DenseArray | PropertyForm::Numbers(_) => &[17],
            PropertyForm::Elements => &[18, 19],
            PropertyForm::AffineMap => &[23],
            PropertyForm::IntegerSet => &[24],
            _ => return None,
        })
    }
}

impl PropertyField {
    /// A field that may be any attribute, or that stands for no attribute in particular.
    pub fn new(name: impl Into<String>, kind: PropertyKind) -> PropertyField {
        let optional = kind == PropertyKind::OptAttr;
        PropertyField { name: name.into(), kind, form: PropertyForm::Any, optional }
    }
}

/// The attribute that a field is, or that stands for it in text and in a dictionary.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PropertyForm {
    /// Any attribute; of a property that is no attribute: not known.
    #[default]
    Any,
    /// `StringAttr`.
    String,
    /// `TypeAttr`.
    Type,
    /// `IntegerAttr`, `BoolAttr` among them.
    Integer,
    /// `FloatAttr`.
    Float,
    /// `UnitAttr`.
    Unit,
    /// `ArrayAttr`.
    Array,
    /// `DictionaryAttr`.
    Dictionary,
    /// `SymbolRefAttr`.
    Symbol,
    /// `FlatSymbolRefAttr`.
    FlatSymbol,
    /// `DenseArrayAttr`.
    DenseArray,
    /// `DenseElementsAttr`.
    Elements,
    /// `AffineMapAttr`.
    AffineMap,
    /// `IntegerSetAttr`.
    IntegerSet,
    /// A number of so many bits, without a sign: an `IntegerAttr`.
    Number(u32),
    /// True is a `UnitAttr`, false the `BoolAttr` of false.
    UnitOrFalse,
    /// Nothing is an empty `ArrayAttr`, a value one with the form of the value.
    OneOrNone(Box<PropertyForm>),
    /// A `DenseArrayAttr` with elements of so many bits.
    Numbers(u32),
    /// A set of flags: the text of an attribute.
    Flags(FlagsForm),
}

/// A set of flags as the text of an attribute: `#llvm.overflow<nsw, nuw>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagsForm {
    /// The attribute's name with its dialect: `llvm.overflow`.
    pub attr: String,
    /// What stands between two flags.
    pub separator: String,
    /// Flags and their bits; the one of zero is the empty set.
    pub cases: Vec<(String, u64)>,
}

impl FlagsForm {
    /// The bits that a text has: `#llvm.overflow<nsw, nuw>`; none if it is no such text.
    pub fn bits(&self, text: &[u8]) -> Option<u64> {
        let text = std::str::from_utf8(text).ok()?;
        let inner =
            text.strip_prefix('#')?.strip_prefix(&*self.attr)?.strip_prefix('<')?.strip_suffix('>')?;
        let bit = |name: &str| self.cases.iter().find(|(case, _)| case == name.trim()).map(|(_, bit)| *bit);
        inner.split(self.separator.trim()).try_fold(0, |bits, name| Some(bits | bit(name)?))
    }

    /// The text; none if a bit has no name.
    pub fn text(&self, value: u64) -> Option<String> {
        let known = self.cases.iter().fold(0, |bits, (_, bit)| bits | bit);
        if value & !known != 0 {
            return None;
        }
        let wanted = |bit: u64| if value == 0 { bit == 0 } else { bit != 0 && value & bit == bit };
        let names: Vec<_> =
            self.cases.iter().filter(|(_, bit)| wanted(*bit)).map(|(name, _)| &**name).collect();
        Some(format!("#{}<{}>", self.attr, names.join(&format!("{} ", self.separator))))
    }
}

/// How a field of properties is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PropertyKind {
    /// An attribute.
    Attr,
    /// An attribute or none.
    OptAttr,
    /// Sizes of segments, of operands or results: in version 6 a sparse array of this length, in version 5 an attribute (a
    /// dense array of `i32`) at its place in the alphabet.
    Segments(u32),
    /// A number.
    VarInt,
    /// A signed number.
    SVarInt,
    /// A byte that is 0 or 1.
    Bool,
    /// A string of the string section.
    Str,
    /// A byte that says whether the value follows.
    Optional(Box<PropertyKind>),
    /// A count, and so many values.
    List(Box<PropertyKind>),
}

/// The fields of one operation's properties, in the order of version 6.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpSchema {
    /// The fields.
    pub fields: Vec<PropertyField>,
    /// Whether sizes of segments stand last in version 5 as well, as LLVM 17 has them.
    pub segments_last: bool,
}

impl OpSchema {
    /// The schema of operations that their producer did not know: all is one attribute, and its field has no name.
    pub fn unregistered() -> OpSchema {
        OpSchema { fields: vec![PropertyField::new("", PropertyKind::Attr)], segments_last: false }
    }

    /// Whether all properties are one attribute: those of an operation that its producer did not know.
    pub fn is_unregistered(&self) -> bool {
        matches!(&*self.fields, [field] if field.name.is_empty() && field.kind == PropertyKind::Attr)
    }

    /// The fields in the order in which a version of the container (5 or 6) has them.
    pub fn in_order(&self, version: u64) -> Vec<&PropertyField> {
        if self.segments_last || version >= crate::defs::version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE {
            return self.fields.iter().collect();
        }
        // Sizes of segments stand among the attributes, by name. The attributes are in that order, those without a name as well.
        let is_segments = |field: &&PropertyField| matches!(field.kind, PropertyKind::Segments(_));
        let (segments, mut fields): (Vec<_>, Vec<_>) = self.fields.iter().partition(is_segments);
        for segment in segments {
            let after = |field: &&PropertyField| {
                let attr = matches!(
                    field.kind,
                    PropertyKind::Attr | PropertyKind::OptAttr | PropertyKind::Segments(_)
                );
                !attr || field.name > segment.name
            };
            let place = fields.iter().position(after).unwrap_or(fields.len());
            fields.insert(place, segment);
        }
        fields
    }
}

/// What a release knows of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: it does not have the operation.
    Absent,
    /// The operation has no properties.
    Plain,
    /// It has these.
    Properties(OpSchema),
}
