//! Attributes.

use std::rc::Rc;

use super::ty::known;
use super::{Map, Ty, Typed, text};
use crate::codec::{self, EntryKind};
use crate::ids::StringId;
use crate::parse;
use crate::print::affine;
use crate::print::dense::Shaped;
use crate::print::number::Number;
use crate::tables::Entry;
use crate::wire::Reader;

/// The most numbers of a list that are looked at.
const MOST: usize = 1 << 16;
/// The most numbers that one number stands for.
const MOST_EQUAL: i64 = 1 << 12;

/// Elements of a tensor or vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Elements {
    pub(crate) ty: Rc<Ty>,
    pub(crate) form: Form,
}

/// How elements are said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One for all: an integer of 64 bits, if it is one; and whether it is the number zero.
    Splat(Option<i64>, bool),
    /// Each: the integers of a list, if that is what they are.
    Each(Option<Vec<i64>>),
    Strings,
    Resource,
    Sparse,
}

impl Form {
    /// Whether the elements themselves stand there.
    pub(crate) fn is_dense(&self) -> bool {
        matches!(self, Form::Splat(..) | Form::Each(_) | Form::Strings)
    }
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Attr {
    Unit,
    /// An integer, if it fits 64 bits, and its type.
    Integer(Option<i64>, Rc<Ty>),
    /// The bits of a floating point number, and its type.
    Float(u128, Rc<Ty>),
    /// A string, and whether it has a type.
    String(String, bool),
    Array(Vec<Rc<Attr>>),
    Dictionary(Vec<(String, Rc<Attr>)>),
    /// The name of a symbol, and whether names follow it.
    Symbol(String, bool),
    Type(Rc<Ty>),
    /// A dense array: its numbers, if they are integers.
    Numbers(Option<Vec<i64>>),
    Elements(Elements),
    Map(Rc<Map>),
    /// An integer set: how many dimensions and symbols it has.
    Set(usize, usize),
    /// Offset and strides; none of them that are dynamic.
    Strided(Option<i64>, Vec<Option<i64>>),
    Location {
        /// Whether it says nothing.
        unknown: bool,
        /// Whether a subprogram is told of in it.
        subprogram: bool,
    },
    /// One that a dialect has encoded: what it is.
    Encoded(&'static str),
    /// One of a dialect, in the text that stands in the file: `#gpu.address_space<workgroup>`.
    Dialect(Rc<str>),
    /// Any other, or one that cannot be read.
    Other,
}

impl Attr {
    /// Reads the text of an attribute, as it stands in the text of a dialect's type or attribute.
    pub(crate) fn parse(text: &str) -> Attr {
        let text = text.trim();
        if text.starts_with('#') {
            return Attr::Dialect(text.into());
        }
        match parse::attr_alone(text) {
            Some((tables, id)) => (*Typed::new(&tables).attr(id)).clone(),
            None => Attr::Other,
        }
    }

    /// A string without a type.
    pub(crate) fn string(&self) -> Option<&str> {
        match self {
            Attr::String(text, false) => Some(text),
            _ => None,
        }
    }

    /// The name of a symbol that no other names follow.
    pub(crate) fn symbol(&self) -> Option<&str> {
        match self {
            Attr::Symbol(name, false) => Some(name),
            _ => None,
        }
    }

    /// The type that it is.
    pub(crate) fn ty(&self) -> Option<&Ty> {
        match self {
            Attr::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// The members of an array.
    pub(crate) fn array(&self) -> Option<&[Rc<Attr>]> {
        match self {
            Attr::Array(members) => Some(members),
            _ => None,
        }
    }

    /// The text of a dialect's attribute.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Attr::Dialect(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is an attribute of a dialect whose text begins so.
    pub(crate) fn starts_with(&self, start: &str) -> bool {
        self.text().is_some_and(|text| text.starts_with(start))
    }

    /// The case of an enumeration of a dialect.
    pub(crate) fn word(&self) -> Option<&str> {
        self.text().map(text::word)
    }

    /// An integer.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self {
            Attr::Integer(value, _) => *value,
            _ => None,
        }
    }

    /// A floating point number.
    pub(crate) fn float(&self) -> Option<f64> {
        match self {
            Attr::Float(bits, ty) => ty.format()?.value(*bits),
            _ => None,
        }
    }

    /// The type of an integer, a float, or elements.
    pub(crate) fn typed(&self) -> Option<&Rc<Ty>> {
        match self {
            Attr::Integer(_, ty) | Attr::Float(_, ty) | Attr::Elements(Elements { ty, .. }) => Some(ty),
            _ => None,
        }
    }

    /// A list of integers: `array<i64: 1, 2>`, `[1, 2 : i32]`, `dense<[1, 2]> : tensor<2xi64>`.
    pub(crate) fn integers(&self) -> Option<Vec<i64>> {
        match self {
            Attr::Numbers(numbers) => numbers.clone(),
            Attr::Array(members) => members.iter().map(|member| member.integer()).collect(),
            Attr::Elements(Elements { form: Form::Each(numbers), .. }) => numbers.clone(),
            Attr::Elements(Elements { form: Form::Splat(number, _), ty }) => {
                let count = ty.count().filter(|count| *count <= MOST_EQUAL)?;
                Some(vec![(*number)?; usize::try_from(count).ok()?])
            }
            _ => None,
        }
    }
}

/// An integer from its words, lowest first, if 64 bits hold it.
fn integer(words: &[u64], width: u32, unsigned: bool) -> Option<i64> {
    let word = |at: usize| words.get(at).copied().unwrap_or(0);
    match width {
        0 => Some(0),
        // A bit is true or false, whatever its sign.
        1 => Some(i64::from(word(0) & 1 != 0)),
        2..=64 if unsigned => i64::try_from(word(0) << (64 - width) >> (64 - width)).ok(),
        2..=64 => Some((word(0) << (64 - width)).cast_signed() >> (64 - width)),
        _ => {
            let last = usize::try_from((width - 1) / 64).ok()?;
            let negative = !unsigned && word(last) >> ((width - 1) % 64) & 1 != 0;
            let all = u64::MAX >> (63 - (width - 1) % 64);
            let fits = |at: usize| {
                let mask = if at == last { all } else { u64::MAX };
                word(at) & mask == if negative { mask } else { 0 }
            };
            let value = word(0).cast_signed();
            ((1..=last).all(fits) && (value < 0) == negative).then_some(value)
        }
    }
}

/// An integer from its bytes, lowest first.
fn element(number: &Number, bytes: &[u8]) -> Option<i64> {
    let Number::Integer { width, unsigned, .. } = number else { return None };
    let word = |part: &[u8]| part.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let words: Vec<u64> = bytes.chunks(8).map(word).collect();
    integer(&words, *width, *unsigned)
}

/// Whether the bytes of an element are those of the number zero.
fn is_zero(number: &Number, bytes: &[u8]) -> bool {
    match number {
        Number::Integer { width, .. } => *width != 1 && element(number, bytes) == Some(0),
        Number::Float(format) => {
            let bits = bytes.iter().take(16).rev().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
            format.value(bits) == Some(0.0)
        }
    }
}

/// Elements of a type from their bytes.
fn dense(ty: &Ty, raw: &[u8]) -> Form {
    let found = || {
        let sizes = ty.dims()?.iter().map(|dim| dim.size).collect::<Option<Vec<i64>>>()?;
        let (number, complex) = match ty.element() {
            Ty::Complex(part) => (part.number()?, true),
            other => (other.number()?, false),
        };
        let shaped = Shaped { shape: sizes, element: Some(number), complex };
        let splat = shaped.is_splat(&number, raw)?;
        let stride = shaped.stride(&number);
        let one = |at: usize| match stride {
            _ if complex => None,
            None => Some(i64::from(shaped.bit(raw, at))),
            Some(stride) => element(&number, raw.get(at * stride..(at + 1) * stride)?),
        };
        if splat {
            return Some(Form::Splat(one(0), !complex && is_zero(&number, raw)));
        }
        let count = shaped.count().filter(|count| *count <= MOST && shaped.shape.len() <= 1);
        Some(Form::Each(count.and_then(|count| (0..count).map(one).collect())))
    };
    found().unwrap_or(Form::Each(None))
}

impl Typed<'_> {
    /// Reads an attribute whose parts are made.
    pub(super) fn read_attr(&mut self, entry: &Entry<'_>) -> Option<Attr> {
        if let Some(text) = entry.text().or_else(|| entry.known?.asm.plain()) {
            return Some(Attr::parse(&String::from_utf8_lossy(text)));
        }
        if self.tables.dialect_name(entry.dialect) != b"builtin" {
            return codec::find(self.tables, entry, EntryKind::Attr)
                .map(|(shape, _)| Attr::Encoded(shape.name));
        }
        let mut reader = Reader::new(entry.bytes);
        self.builtin_attr(&mut reader).filter(|_| reader.is_empty())
    }

    fn string(&self, reader: &mut Reader<'_>) -> Option<String> {
        let id = StringId(reader.index(self.tables.strings.len(), "string").ok()?);
        Some(String::from_utf8_lossy(self.tables.string(id)).into_owned())
    }

    fn name(&self, reader: &mut Reader<'_>) -> Option<String> {
        Some(self.next_attr(reader)?.string()?.to_owned())
    }

    fn builtin_attr(&mut self, reader: &mut Reader<'_>) -> Option<Attr> {
        let code = reader.varint("code").ok()?;
        let elements = |ty, form| Some(Attr::Elements(Elements { ty, form }));
        match code {
            0 => {
                let count = reader.count("attributes").ok()?;
                (0..count).map(|_| self.next_attr(reader)).collect::<Option<_>>().map(Attr::Array)
            }
            1 => {
                let count = reader.count("attributes").ok()?;
                let item = |_| Some((self.name(reader)?, self.next_attr(reader)?));
                (0..count).map(item).collect::<Option<_>>().map(Attr::Dictionary)
            }
            2 => Some(Attr::String(self.string(reader)?, false)),
            3 => {
                let text = self.string(reader)?;
                self.next_type(reader)?;
                Some(Attr::String(text, true))
            }
            4 => Some(Attr::Symbol(self.name(reader)?, false)),
            5 => {
                let root = self.name(reader)?;
                let nested = reader.count("references").ok()?;
                reader.rest();
                Some(Attr::Symbol(root, nested > 0))
            }
            6 => Some(Attr::Type(self.next_type(reader)?)),
            7 => Some(Attr::Unit),
            8 | 9 => {
                let ty = self.next_type(reader)?;
                let number = ty.number()?;
                let words = number.read(reader).ok()?;
                match number {
                    Number::Integer { width, unsigned, .. } if code == 8 => {
                        Some(Attr::Integer(integer(&words, width, unsigned), ty))
                    }
                    Number::Float(_) if code == 9 => {
                        let word = |at: usize| u128::from(words.get(at).copied().unwrap_or(0));
                        Some(Attr::Float(word(0) | word(1) << 64, ty))
                    }
                    _ => None,
                }
            }
            10..=15 | 22 => self.location(code, reader),
            16 => {
                let ty = self.next_type(reader)?;
                reader.rest();
                elements(ty, Form::Resource)
            }
            17 => {
                let number = self.next_type(reader)?.number();
                let count = usize::try_from(reader.varint("size").ok()?).ok()?;
                let len = reader.varint("bytes").ok()?;
                let raw = reader.bytes(len, "elements").ok()?;
                if count == 0 {
                    return Some(Attr::Numbers(Some(Vec::new())));
                }
                let size = number?.bytes();
                let fits = count <= MOST && size.checked_mul(count) == Some(raw.len()) && size > 0;
                let numbers = || raw.chunks(size).map(|bytes| element(&number?, bytes)).collect();
                Some(Attr::Numbers(if fits { numbers() } else { None }))
            }
            18 => {
                let ty = self.next_type(reader)?;
                let len = reader.varint("size").ok()?;
                let form = dense(&ty, reader.bytes(len, "elements").ok()?);
                elements(ty, form)
            }
            19 | 20 => {
                let ty = self.next_type(reader)?;
                reader.rest();
                elements(ty, if code == 19 { Form::Strings } else { Form::Sparse })
            }
            23 => Map::read(reader, &mut self.budget).map(|map| Attr::Map(Rc::new(map))),
            24 => {
                let (dims, symbols) = affine::set_names(reader).ok()?;
                reader.rest();
                Some(Attr::Set(usize::try_from(dims).ok()?, usize::try_from(symbols).ok()?))
            }
            25 => {
                let offset = reader.svarint("offset").ok()?;
                let count = reader.count("strides").ok()?;
                let stride = |_| reader.svarint("stride").ok().map(known);
                Some(Attr::Strided(known(offset), (0..count).map(stride).collect::<Option<_>>()?))
            }
            _ => {
                reader.rest();
                Some(Attr::Other)
            }
        }
    }

    fn location(&self, code: u64, reader: &mut Reader<'_>) -> Option<Attr> {
        let has = |attr: &Attr| matches!(attr, Attr::Location { subprogram: true, .. });
        let (mut subprogram, unknown) = (false, code == 15);
        match code {
            10 => subprogram = has(&*self.next_attr(reader)?) | has(&*self.next_attr(reader)?),
            12 | 13 => {
                for _ in 0..reader.count("locations").ok()? {
                    subprogram |= has(&*self.next_attr(reader)?);
                }
                if code == 13 {
                    let metadata = self.next_attr(reader)?;
                    subprogram |= metadata.starts_with("#llvm.di_subprogram")
                        || *metadata == Attr::Encoded("DISubprogramAttr");
                }
            }
            14 => {
                self.next_attr(reader)?;
                subprogram = has(&*self.next_attr(reader)?);
            }
            _ => {
                reader.rest();
            }
        }
        Some(Attr::Location { unknown, subprogram })
    }
}
