//! How a release reads a blob of properties: by its own schema, field by field, as its generated code does it.

use crate::facts::{AttrClass, AttrFacts, Attrs};
use crate::schema::{OpSchema, PropertyForm, PropertyKind};
use crate::wire::Reader;

/// What a field is read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Not there, or what it is by default.
    Default,
    /// An attribute.
    Attr(u32),
    /// A number, string or truth value.
    Number(u64),
    /// Sizes of segments.
    Sizes(Vec<u64>),
    /// Several values.
    List(Vec<Value>),
}

/// What comes of reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// Names and values.
    Values(Vec<(String, Value)>),
    /// Refused, with this message.
    Refused(String),
}

/// Whether an attribute is what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Yes,
    No,
    Maybe,
}

struct Blob<'b, 'f> {
    reader: Reader<'b>,
    attrs: &'f Attrs,
}

const PAST_END: &str = "attempting to parse a byte at the end of the bytecode";

/// Reads a blob as a release does.
pub(super) fn read<'c>(
    class_of: &dyn Fn(&str) -> &'c str,
    schema: &OpSchema,
    version: u64,
    blob: &[u8],
    attrs: &Attrs,
) -> Read {
    let mut reading = Blob { reader: Reader::new(blob), attrs };
    let mut values = Vec::new();
    for one in schema.in_order(version) {
        let class = class_of(&one.name);
        match reading.value(&one.kind, &one.form, class, version) {
            Ok(value) => values.push((one.name.clone(), value)),
            Err(message) => return Read::Refused(message),
        }
    }
    // What is left over is not looked at.
    Read::Values(values)
}

impl Blob<'_, '_> {
    fn number(&mut self) -> Result<u64, String> {
        let (at, left) = (self.reader.offset(), self.reader.remaining());
        self.reader.varint("property").map_err(|_| match left {
            0 => PAST_END.to_owned(),
            left => {
                let first = self.reader.data().get(at).copied().unwrap_or(0);
                let need = if first == 0 { 8 } else { first.trailing_zeros() };
                format!("attempting to parse {need} bytes when only {} remain", left.saturating_sub(1))
            }
        })
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.reader.byte("property").map_err(|_| PAST_END.to_owned())
    }

    fn attr(&mut self, index: u64, form: &PropertyForm, class: &str) -> Result<Value, String> {
        let place = usize::try_from(index).ok();
        let Some(found) = place.and_then(|place| self.attrs.get(place)) else {
            return Err(format!("invalid Attribute index: {index}"));
        };
        if is(found, form, class) == Is::No {
            return Err(format!("expected {}, but got: …", cpp_name(form, class)));
        }
        Ok(Value::Attr(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    fn value(
        &mut self,
        kind: &PropertyKind,
        form: &PropertyForm,
        class: &str,
        version: u64,
    ) -> Result<Value, String> {
        Ok(match kind {
            PropertyKind::Attr => {
                let index = self.number()?;
                self.attr(index, form, class)?
            }
            PropertyKind::OptAttr => match self.number()? {
                // Without the flag the number is not looked at.
                number if number & 1 == 0 => Value::Default,
                number => self.attr(number >> 1, form, class)?,
            },
            PropertyKind::Segments(count) if version < 6 => {
                let index = self.number()?;
                let place = usize::try_from(index).ok();
                let found = place.and_then(|place| self.attrs.get(place));
                let Some(found) = found else { return Err(format!("invalid Attribute index: {index}")) };
                match &found.sizes {
                    Some(sizes) if sizes.len() <= usize::try_from(*count).unwrap_or(0) => Value::Sizes(
                        sizes.iter().map(|size| u64::try_from(*size).unwrap_or(u64::MAX)).collect(),
                    ),
                    Some(_) => return Err("size mismatch for operand/result_segment_size".to_owned()),
                    None => return Err("expected mlir::DenseI32ArrayAttr, but got: …".to_owned()),
                }
            }
            PropertyKind::Segments(count) => self.sparse(usize::try_from(*count).unwrap_or(0))?,
            PropertyKind::Bool => zero_is_default(u64::from(self.byte()?)),
            PropertyKind::Optional(inner) => match self.byte()? {
                0 => Value::Default,
                // That it is there counts, whatever it is.
                _ => match self.value(inner, form, class, version)? {
                    Value::Default => Value::Number(0),
                    value => value,
                },
            },
            PropertyKind::List(inner) => {
                let count = self.number()?;
                let mut values = Vec::new();
                for _ in 0..count {
                    values.push(self.value(inner, form, class, version)?);
                }
                if values.is_empty() { Value::Default } else { Value::List(values) }
            }
            PropertyKind::Str => Value::Number(self.number()?),
            _ => zero_is_default(self.number()?),
        })
    }

    fn sparse(&mut self, len: usize) -> Result<Value, String> {
        let head = self.number()?;
        let (count, is_sparse) = (head >> 1, head & 1 == 1);
        let mut sizes = vec![0; len.min(1 << 12)];
        if count == 0 {
            return Ok(Value::Sizes(sizes));
        }
        if !is_sparse {
            if count > u64::try_from(len).unwrap_or(u64::MAX) {
                return Err(format!("trying to read an array of {count} but only {len} storage available."));
            }
            for size in sizes.iter_mut().take(usize::try_from(count).unwrap_or(0)) {
                *size = self.number()?;
            }
            return Ok(Value::Sizes(sizes));
        }
        let bits = self.number()?;
        if bits > 8 {
            return Err(format!("reading sparse array with indexing above 8 bits: {bits}"));
        }
        for _ in 0..count {
            let pair = self.number()?;
            let index = pair & !(u64::MAX << bits);
            match usize::try_from(index).ok().and_then(|index| sizes.get_mut(index)) {
                Some(size) => *size = pair >> bits,
                None => {
                    return Err(format!(
                        "reading a sparse array found index {index} but only {len} storage available."
                    ));
                }
            }
        }
        Ok(Value::Sizes(sizes))
    }
}

fn zero_is_default(number: u64) -> Value {
    if number == 0 { Value::Default } else { Value::Number(number) }
}

/// Whether an attribute is of the class that a reader demands.
pub(super) fn is(found: &AttrFacts, form: &PropertyForm, class: &str) -> Is {
    let sure = |yes: bool| if yes { Is::Yes } else { Is::No };
    if found.class == AttrClass::Unknown {
        return Is::Maybe;
    }
    let code = match &found.class {
        AttrClass::Builtin(code) => Some(*code),
        AttrClass::Integer(_) => Some(8),
        AttrClass::DenseArray(_) => Some(17),
        _ => None,
    };
    match class {
        "same" => {}
        "any" => return Is::Maybe,
        // Enumerations are of 32 or 64 bits.
        "int" => {
            return if matches!(found.class, AttrClass::Integer(Some(32 | 64) | None)) {
                Is::Maybe
            } else {
                Is::No
            };
        }
        "bool" => return sure(found.class == AttrClass::Integer(Some(1))),
        class => {
            if let Some(element) = class.strip_prefix("dense:") {
                return sure(found.class == AttrClass::DenseArray(element.to_owned()));
            }
            return sure(found.class == AttrClass::Named(class.to_owned()));
        }
    }
    match form {
        // Of what elements are: integers or numbers with a point.
        PropertyForm::Elements if code == Some(18) => Is::Maybe,
        PropertyForm::AffineMap => sure(found.class == AttrClass::AffineMap),
        PropertyForm::IntegerSet => sure(found.class == AttrClass::IntegerSet),
        form => match form.codes() {
            Some(codes) => sure(code.is_some_and(|code| codes.contains(&code))),
            None => Is::Maybe,
        },
    }
}

fn cpp_name(form: &PropertyForm, class: &str) -> String {
    let name = match class {
        "same" => match form {
            PropertyForm::String => "StringAttr",
            PropertyForm::Type => "TypeAttr",
            PropertyForm::Integer => "IntegerAttr",
            PropertyForm::Float => "FloatAttr",
            PropertyForm::Unit => "UnitAttr",
            PropertyForm::Array => "ArrayAttr",
            PropertyForm::Dictionary => "DictionaryAttr",
            PropertyForm::Symbol => "SymbolRefAttr",
            PropertyForm::FlatSymbol => "FlatSymbolRefAttr",
            PropertyForm::AffineMap => "AffineMapAttr",
            PropertyForm::IntegerSet => "IntegerSetAttr",
            PropertyForm::Elements => "DenseElementsAttr",
            _ => "another attribute",
        },
        "bool" => "BoolAttr",
        "int" => "a number that enumerates",
        "dense:i1" => "detail::DenseArrayAttrImpl<bool>",
        "dense:i32" => "detail::DenseArrayAttrImpl<int>",
        "dense:i64" => "detail::DenseArrayAttrImpl<long>",
        class => return format!("`{class}`"),
    };
    if name.contains(' ') { name.to_owned() } else { format!("mlir::{name}") }
}
