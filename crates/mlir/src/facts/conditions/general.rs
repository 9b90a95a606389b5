//! Conditions with an argument, which any operation may have.

use super::{Ty, View};

/// A condition with its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum General {
    /// `without:ATTR`: it does not have the attribute, or the property has its default.
    Without(String),
    /// `empty:ATTR`: it does not have the attribute, or an array without elements.
    Empty(String),
    /// `with:ATTR`.
    With(String),
    /// `operands:N`.
    Operands(usize),
    /// `results:N`.
    Results(usize),
    /// `operand-N:CLASS`.
    Operand(usize, Class),
    /// `result-N:CLASS`.
    Result(usize, Class),
    /// `rank-N>=K`: the rank of operand N.
    Rank(usize, usize),
    /// `no-vectors`: no operand or result is a vector.
    NoVectors,
    /// `no-scalable`: none has a scalable dimension.
    NoScalable,
    /// `no-rank-zero`: none has a rank of 0.
    NoRankZero,
    /// `static`: all dimensions of all of them are known.
    Static,
    /// `no-pointer-vectors`: none is a vector of pointers of LLVM.
    NoPointerVectors,
    /// `same-types`: operand 0 and result 0 have one type.
    SameTypes,
    /// `vectors-rank-1`: every vector has one dimension.
    VectorsRankOne,
    /// `range:ATTR:LEAST:MOST`: a number that it says is between these, or it does not say it.
    Range(String, i64, i64),
    /// `among:ATTR:N,…`: a number that it says is one of these, or it does not say it.
    Among(String, Vec<i64>),
    /// `indices-N`: what follows operand N is as many indices as that has dimensions.
    Indices(usize),
    /// `scalar-0`: operand 0 is an integer without a sign, a float or an index.
    Scalar,
}

/// Classes of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Vector,
    MemRef,
    Tensor,
    Integer,
    Float,
    Index,
    Pointer,
}

/// Reads a name with its argument; none if it is no such condition.
pub(super) fn parse(name: &str) -> Option<General> {
    Some(match name {
        "no-vectors" => General::NoVectors,
        "no-scalable" => General::NoScalable,
        "no-rank-zero" => General::NoRankZero,
        "no-pointer-vectors" => General::NoPointerVectors,
        "static" => General::Static,
        "same-types" => General::SameTypes,
        "vectors-rank-1" => General::VectorsRankOne,
        "scalar-0" => General::Scalar,
        name => {
            if let Some(at) = name.strip_prefix("indices-") {
                return Some(General::Indices(at.parse().ok()?));
            }
            if let Some((at, rank)) = name.strip_prefix("rank-").and_then(|rest| rest.split_once(">=")) {
                return Some(General::Rank(at.parse().ok()?, rank.parse().ok()?));
            }
            let (kind, argument) = name.split_once(':')?;
            match kind {
                "without" => General::Without(argument.to_owned()),
                "empty" => General::Empty(argument.to_owned()),
                "range" => {
                    let mut parts = argument.split(':');
                    let name = parts.next()?.to_owned();
                    General::Range(name, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)
                }
                "among" => {
                    let (name, numbers) = argument.split_once(':')?;
                    let numbers = numbers.split(',').map(|number| number.parse().ok());
                    General::Among(name.to_owned(), numbers.collect::<Option<_>>()?)
                }
                "with" => General::With(argument.to_owned()),
                "operands" => General::Operands(argument.parse().ok()?),
                "results" => General::Results(argument.parse().ok()?),
                kind => match kind.split_once('-')? {
                    ("operand", at) => General::Operand(at.parse().ok()?, class(argument)?),
                    ("result", at) => General::Result(at.parse().ok()?, class(argument)?),
                    _ => return None,
                },
            }
        }
    })
}

fn class(name: &str) -> Option<Class> {
    Some(match name {
        "vector" => Class::Vector,
        "memref" => Class::MemRef,
        "tensor" => Class::Tensor,
        "integer" => Class::Integer,
        "float" => Class::Float,
        "index" => Class::Index,
        "pointer" => Class::Pointer,
        _ => return None,
    })
}

fn is(ty: &Ty, class: Class) -> bool {
    match (class, ty) {
        (Class::Vector, Ty::Vector(..))
        | (Class::MemRef, Ty::MemRef(..))
        | (Class::Tensor, Ty::Tensor(..))
        | (Class::Integer, Ty::Integer(..))
        | (Class::Float, Ty::Float(_))
        | (Class::Index, Ty::Index) => true,
        (Class::Pointer, Ty::Other(text)) => text.starts_with("!llvm.ptr"),
        _ => false,
    }
}

/// Whether a condition holds; none if the file does not tell.
pub(super) fn holds(condition: &General, view: &View<'_, '_>) -> Option<bool> {
    let all = |test: &dyn Fn(&Ty) -> bool| Some(view.types()?.iter().all(|ty| test(ty)));
    match condition {
        General::Without(name) => Some(!view.has(name)?),
        General::Empty(name) => Some(!view.has(name)? || &*view.text(name)? == "[]"),
        General::With(name) => view.has(name),
        General::Operands(count) => Some(view.operands() == *count),
        General::Results(count) => Some(view.results() == *count),
        General::Operand(at, class) => Some(is(&*view.operand(*at)?, *class)),
        General::Result(at, class) => Some(is(&*view.result(*at)?, *class)),
        General::Rank(at, rank) => Some(view.operand(*at)?.rank()? >= *rank),
        General::NoVectors => all(&|ty| !ty.is_vector()),
        General::NoScalable => all(&|ty| !ty.is_scalable()),
        General::NoRankZero => all(&|ty| ty.rank() != Some(0)),
        General::Static => all(&Ty::is_static),
        General::SameTypes => Some(view.operand(0)? == view.result(0)?),
        General::VectorsRankOne => all(&|ty| !ty.is_vector() || ty.rank() == Some(1)),
        General::Range(name, least, most) => {
            Some(!view.has(name)? || (*least..=*most).contains(&view.integer(name)?))
        }
        General::Among(name, numbers) => Some(!view.has(name)? || numbers.contains(&view.integer(name)?)),
        General::Indices(at) => {
            let rank = view.operand(*at)?.rank()?;
            let index = |at| view.operand(at).map(|ty| *ty == Ty::Index);
            Some(
                view.operands() == at + 1 + rank
                    && (at + 1..view.operands())
                        .map(index)
                        .collect::<Option<Vec<_>>>()?
                        .into_iter()
                        .all(|one| one),
            )
        }
        General::Scalar => Some(
            matches!(&*view.operand(0)?, Ty::Index | Ty::Float(_))
                || matches!(&*view.operand(0)?, Ty::Integer(kind, _) if kind == "i"),
        ),
        General::NoPointerVectors => all(&|ty| !(ty.is_vector() && is(ty.element(), Class::Pointer))),
    }
}
