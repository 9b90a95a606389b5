//! Types.

use std::rc::Rc;

use super::text::list;
use super::{Attr, Map, Typed};
use crate::parse;
use crate::print::float::{self, Format};
use crate::print::number::Number;
use crate::print::scalable;
use crate::tables::Entry;
use crate::wire::Reader;

/// A dimension of a shaped type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dim {
    /// Its size; none if it is dynamic.
    pub(crate) size: Option<i64>,
    /// Whether it is a multiple of a number that is known at run time only.
    pub(crate) scalable: bool,
}

/// The layout of a memory reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    Identity,
    /// Offset and strides; none of them that are dynamic.
    Strided(Option<i64>, Vec<Option<i64>>),
    Map(Rc<Map>),
    /// One of a dialect.
    Other(Rc<Attr>),
}

/// A quantized type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quantized {
    /// `!quant.uniform<`.
    start: &'static str,
    /// Whether it is stored with a sign.
    pub(crate) signed: bool,
    pub(crate) stored: Rc<Ty>,
    pub(crate) expressed: Option<Rc<Ty>>,
    /// The axis, and how many scales there are along it.
    pub(crate) axis: Option<(usize, usize)>,
    /// Whether it is uniform: one scale for all, or for each place on an axis.
    pub(crate) uniform: bool,
    /// All of it, as it stands in the file.
    source: Vec<u8>,
}

/// A type whose entry cannot be read, or is too large to be compared.
#[derive(Clone, Debug)]
pub(crate) struct Unknown(Rc<()>);

impl PartialEq for Unknown {
    fn eq(&self, other: &Unknown) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Unknown {}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// `i32`, `si8`: what is before the width, and the width.
    Integer(&'static str, u32),
    Index,
    /// `f32`, `bf16`, `f8E4M3FN`.
    Float(&'static str),
    None,
    Complex(Rc<Ty>),
    Tuple(Vec<Rc<Ty>>),
    /// Inputs and results.
    Function(Vec<Rc<Ty>>, Vec<Rc<Ty>>),
    Vector(Vec<Dim>, Rc<Ty>),
    /// No dimensions if it has no rank; and an encoding.
    Tensor(Option<Vec<Dim>>, Rc<Ty>, Option<Rc<Attr>>),
    /// No dimensions if it has no rank; layout and memory space.
    MemRef(Option<Vec<Dim>>, Rc<Ty>, Layout, Option<Rc<Attr>>),
    Quantized(Rc<Quantized>),
    /// One of a dialect, in the text that stands in the file: `!llvm.ptr`.
    Dialect(Rc<str>),
    Unknown(Unknown),
}

impl Ty {
    /// Reads the text of a type, as it stands in the text of a dialect's type or attribute.
    pub(crate) fn parse(text: &str) -> Ty {
        let text = text.trim();
        if text.starts_with('!') {
            return Ty::of_dialect(text);
        }
        let Some((tables, id)) = parse::type_alone(text) else { return Ty::Dialect(text.into()) };
        match tables.types.get(id.0).and_then(|entry| entry.text()) {
            Some(_) => Ty::Dialect(text.into()),
            None => (*Typed::new(&tables).ty(id)).clone(),
        }
    }

    fn of_dialect(text: &str) -> Ty {
        match Quantized::parse(text) {
            Some(quantized) => Ty::Quantized(Rc::new(quantized)),
            None => Ty::Dialect(text.into()),
        }
    }

    /// One that equals no other.
    pub(super) fn unknown() -> Ty {
        Ty::Unknown(Unknown(Rc::default()))
    }

    /// An integer without a sign.
    pub(crate) fn signless(width: u32) -> Ty {
        Ty::Integer("i", width)
    }

    /// The dimensions of a shaped type that has a rank.
    pub(crate) fn dims(&self) -> Option<&[Dim]> {
        match self {
            Ty::Vector(dims, _) => Some(dims),
            Ty::Tensor(dims, ..) | Ty::MemRef(dims, ..) => dims.as_deref(),
            _ => None,
        }
    }

    /// Sizes of the dimensions of a shaped type that has a rank; none in it for those that are dynamic.
    pub(crate) fn sizes(&self) -> Option<Vec<Option<i64>>> {
        Some(self.dims()?.iter().map(|dim| dim.size).collect())
    }

    /// Sizes of the dimensions, if all are known.
    pub(crate) fn static_sizes(&self) -> Option<Vec<i64>> {
        self.dims()?.iter().map(|dim| dim.size).collect()
    }

    /// How many elements a shaped type has, if all of its dimensions are known.
    pub(crate) fn count(&self) -> Option<i64> {
        self.dims()?.iter().try_fold(1_i64, |count, dim| count.checked_mul(dim.size?))
    }

    /// The number of dimensions of a shaped type that has a rank.
    pub(crate) fn rank(&self) -> Option<usize> {
        Some(self.dims()?.len())
    }

    /// Whether it is a tensor or memory reference without a rank.
    pub(crate) fn is_unranked(&self) -> bool {
        matches!(self, Ty::Tensor(None, ..) | Ty::MemRef(None, ..))
    }

    /// The type of elements of a shaped type; any other type itself.
    pub(crate) fn element(&self) -> &Ty {
        match self {
            Ty::Vector(_, element) | Ty::Tensor(_, element, _) | Ty::MemRef(_, element, ..) => element,
            other => other,
        }
    }

    /// The text of a dialect's type.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Ty::Dialect(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is a type of a dialect whose text begins so.
    pub(crate) fn starts_with(&self, start: &str) -> bool {
        match self {
            Ty::Dialect(text) => text.starts_with(start),
            Ty::Quantized(quantized) => quantized.start.starts_with(start),
            _ => false,
        }
    }

    /// Whether it is an integer without a sign.
    pub(crate) fn is_signless(&self) -> bool {
        matches!(self, Ty::Integer("i", _))
    }

    /// Whether it is a vector.
    pub(crate) fn is_vector(&self) -> bool {
        matches!(self, Ty::Vector(..))
    }

    /// Whether a dimension is scalable.
    pub(crate) fn is_scalable(&self) -> bool {
        self.dims().is_some_and(|dims| dims.iter().any(|dim| dim.scalable))
    }

    /// Whether every dimension is known; true of types without a shape.
    pub(crate) fn is_static(&self) -> bool {
        !self.is_unranked() && self.dims().is_none_or(|dims| dims.iter().all(|dim| dim.size.is_some()))
    }

    /// The format of a type of floating point numbers.
    pub(crate) fn format(&self) -> Option<Format> {
        match self {
            Ty::Float(name) => float::by_name(name.as_bytes()),
            _ => None,
        }
    }

    /// Bits of an integer or float type.
    pub(crate) fn width(&self) -> Option<u32> {
        match self {
            Ty::Integer(_, width) => Some(*width),
            other => other.format().map(|format| format.bits),
        }
    }

    /// What numbers of this type are.
    pub(super) fn number(&self) -> Option<Number> {
        match self {
            Ty::Integer(kind, width) => {
                Some(Number::Integer { width: *width, unsigned: *kind == "ui", signed: *kind == "si" })
            }
            Ty::Index => Some(crate::print::number::INDEX),
            other => other.format().map(Number::Float),
        }
    }

    /// Strides of a memory reference, from its layout; `None` inside for those that are dynamic. None if the layout is not strided.
    pub(crate) fn strides(&self) -> Option<Vec<Option<i64>>> {
        match self {
            Ty::MemRef(Some(dims), _, Layout::Identity, _) => {
                let (mut strides, mut stride) = (Vec::with_capacity(dims.len()), Some(1_i64));
                for dim in dims.iter().rev() {
                    strides.push(stride);
                    stride = match (stride, dim.size) {
                        (Some(stride), Some(size)) if size != 0 => stride.checked_mul(size),
                        _ => None,
                    };
                }
                strides.reverse();
                Some(strides)
            }
            Ty::MemRef(Some(dims), _, Layout::Strided(_, strides), _) if strides.len() == dims.len() => {
                Some(strides.clone())
            }
            _ => None,
        }
    }

    /// The offset of a memory reference whose layout is the identity or strided; inner none if it is dynamic.
    pub(crate) fn offset(&self) -> Option<Option<i64>> {
        match self {
            Ty::MemRef(Some(_), _, Layout::Identity, _) => Some(Some(0)),
            Ty::MemRef(Some(_), _, Layout::Strided(offset, _), _) => Some(*offset),
            _ => None,
        }
    }
}

/// A size that is known at run time only, as attributes and types say it.
pub(crate) const DYNAMIC: i64 = i64::MIN;

/// A size, offset or stride, if it is not dynamic.
pub(crate) fn known(size: i64) -> Option<i64> {
    (size != DYNAMIC).then_some(size)
}

impl Typed<'_> {
    /// Reads a type whose parts are made.
    pub(super) fn read_type(&self, entry: &Entry<'_>) -> Option<Ty> {
        if let Some(text) = entry.text().or_else(|| entry.known?.asm.plain()) {
            return Some(Ty::parse(&String::from_utf8_lossy(text)));
        }
        let mut reader = Reader::new(entry.bytes);
        let ty = match self.tables.dialect_name(entry.dialect) {
            b"builtin" => self.builtin_type(&mut reader),
            b"quant" => self.quant_type(&mut reader, entry.bytes),
            _ => None,
        };
        ty.filter(|_| reader.is_empty())
    }

    /// The type that stands next.
    pub(super) fn next_type(&self, reader: &mut Reader<'_>) -> Option<Rc<Ty>> {
        Some(self.known_type(reader.index(self.tables.types.len(), "type").ok()?))
    }

    /// The attribute that stands next.
    pub(super) fn next_attr(&self, reader: &mut Reader<'_>) -> Option<Rc<Attr>> {
        Some(self.known_attr(reader.index(self.tables.attrs.len(), "attribute").ok()?))
    }

    fn types(&self, reader: &mut Reader<'_>) -> Option<Vec<Rc<Ty>>> {
        (0..reader.count("types").ok()?).map(|_| self.next_type(reader)).collect()
    }

    fn builtin_type(&self, reader: &mut Reader<'_>) -> Option<Ty> {
        let code = reader.varint("code").ok()?;
        if let Some(format) = float::by_code(code) {
            return Some(Ty::Float(std::str::from_utf8(format.name).ok()?));
        }
        let dims = |reader: &mut Reader<'_>, scalable: &[bool]| -> Option<Vec<Dim>> {
            let count = reader.count("rank").ok()?;
            let dim = |at: usize, size| Dim {
                size: known(size),
                scalable: scalable.get(at).copied().unwrap_or(false),
            };
            (0..count).map(|at| Some(dim(at, reader.svarint("dimension").ok()?))).collect()
        };
        Some(match code {
            0 => {
                let word = reader.varint("width").ok()?;
                let kind = match word & 3 {
                    1 => "si",
                    2 => "ui",
                    _ => "i",
                };
                Ty::Integer(kind, u32::try_from(word >> 2).ok()?)
            }
            1 => Ty::Index,
            2 => Ty::Function(self.types(reader)?, self.types(reader)?),
            9 => Ty::Complex(self.next_type(reader)?),
            10 | 11 => {
                let space = if code == 11 { Some(self.next_attr(reader)?) } else { None };
                let (dims, element) = (dims(reader, &[])?, self.next_type(reader)?);
                let layout = self.next_attr(reader)?;
                let layout = match &*layout {
                    Attr::Map(map) if map.is_identity() => Layout::Identity,
                    Attr::Map(map) => Layout::Map(Rc::clone(map)),
                    Attr::Strided(offset, strides) => Layout::Strided(*offset, strides.clone()),
                    _ => Layout::Other(layout),
                };
                Ty::MemRef(Some(dims), element, layout, space)
            }
            12 => Ty::None,
            13 => Ty::Tensor(Some(dims(reader, &[])?), self.next_type(reader)?, None),
            14 => {
                let encoding = self.next_attr(reader)?;
                Ty::Tensor(Some(dims(reader, &[])?), self.next_type(reader)?, Some(encoding))
            }
            15 => Ty::Tuple(self.types(reader)?),
            16 => Ty::MemRef(None, self.next_type(reader)?, Layout::Identity, None),
            17 => {
                let space = self.next_attr(reader)?;
                Ty::MemRef(None, self.next_type(reader)?, Layout::Identity, Some(space))
            }
            18 => Ty::Tensor(None, self.next_type(reader)?, None),
            19 => Ty::Vector(dims(reader, &[])?, self.next_type(reader)?),
            20 => {
                let scalable = scalable(reader, self.tables.types.len()).ok()?;
                Ty::Vector(dims(reader, &scalable)?, self.next_type(reader)?)
            }
            _ => return None,
        })
    }

    fn quant_type(&self, reader: &mut Reader<'_>, source: &[u8]) -> Option<Ty> {
        let code = reader.varint("code").ok()?;
        let start = match code {
            1 | 2 => "!quant.any<",
            3 => "!quant.calibrated<",
            _ => "!quant.uniform<",
        };
        // What calibrated types are stored as is not said; they have no flags.
        let signed = code != 3 && reader.varint("flags").ok()? & 1 != 0;
        let stored = self.next_type(reader)?;
        let expressed = if matches!(code, 1 | 3) { None } else { Some(self.next_type(reader)?) };
        let axis = match code {
            5 => {
                let axis = usize::try_from(reader.varint("axis").ok()?).ok()?;
                reader.svarint("least number").ok()?;
                reader.svarint("greatest number").ok()?;
                Some((axis, reader.count("scales").ok()?))
            }
            _ => None,
        };
        let uniform = matches!(code, 4 | 5);
        reader.rest();
        let source = source.to_vec();
        Some(Ty::Quantized(Rc::new(Quantized { start, signed, stored, expressed, axis, uniform, source })))
    }
}

impl Quantized {
    /// Reads `!quant.uniform<i8<-127:127>:f32:0, {0.1, 0.2}>`.
    fn parse(text: &str) -> Option<Quantized> {
        let starts = ["!quant.any<", "!quant.calibrated<", "!quant.uniform<"];
        let start = starts.into_iter().find(|start| text.starts_with(start))?;
        let parts = list(text.strip_prefix(start)?.strip_suffix('>')?);
        let first = *parts.first()?;
        let end = first.find([':', '<']).unwrap_or(first.len());
        let (stored, rest) = first.split_at(end);
        // A range may have a colon in it.
        let rest = if rest.starts_with('<') { rest.split_once('>')?.1 } else { rest };
        let mut rest = rest.split(':').skip(1);
        let expressed = rest.next().map(|expressed| Rc::new(Ty::parse(expressed)));
        let along = rest.next();
        let axis = along.and_then(|axis| {
            Some((axis.parse().ok()?, list(parts.get(1)?.strip_prefix('{')?.strip_suffix('}')?).len()))
        });
        let stored_as = match stored.strip_prefix(['u', 's']) {
            Some(bits) if !bits.starts_with('i') => Ty::parse(&format!("i{bits}")),
            Some(integer) => Ty::parse(integer),
            None => Ty::parse(stored),
        };
        Some(Quantized {
            start,
            signed: !stored.starts_with('u'),
            stored: Rc::new(stored_as),
            expressed,
            axis,
            uniform: start == "!quant.uniform<" && (along.is_none() || axis.is_some()),
            source: text.as_bytes().to_vec(),
        })
    }
}
