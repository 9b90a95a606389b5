//! Conditions with an argument, which any operation may have.

use super::OpView;
use crate::typed::{Attr, Ty};

/// A condition with its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WithArgument {
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
pub(super) fn parse(name: &str) -> Option<WithArgument> {
    Some(match name {
        "no-vectors" => WithArgument::NoVectors,
        "no-scalable" => WithArgument::NoScalable,
        "no-rank-zero" => WithArgument::NoRankZero,
        "no-pointer-vectors" => WithArgument::NoPointerVectors,
        "static" => WithArgument::Static,
        "same-types" => WithArgument::SameTypes,
        "vectors-rank-1" => WithArgument::VectorsRankOne,
        "scalar-0" => WithArgument::Scalar,
        name => {
            if let Some(at) = name.strip_prefix("indices-") {
                return Some(WithArgument::Indices(at.parse().ok()?));
            }
            if let Some((at, rank)) = name.strip_prefix("rank-").and_then(|rest| rest.split_once(">=")) {
                return Some(WithArgument::Rank(at.parse().ok()?, rank.parse().ok()?));
            }
            let (kind, argument) = name.split_once(':')?;
            match kind {
                "without" => WithArgument::Without(argument.to_owned()),
                "empty" => WithArgument::Empty(argument.to_owned()),
                "range" => {
                    let mut parts = argument.split(':');
                    let name = parts.next()?.to_owned();
                    WithArgument::Range(name, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)
                }
                "among" => {
                    let (name, numbers) = argument.split_once(':')?;
                    let numbers = numbers.split(',').map(|number| number.parse().ok());
                    WithArgument::Among(name.to_owned(), numbers.collect::<Option<_>>()?)
                }
                "with" => WithArgument::With(argument.to_owned()),
                "operands" => WithArgument::Operands(argument.parse().ok()?),
                "results" => WithArgument::Results(argument.parse().ok()?),
                kind => match kind.split_once('-')? {
                    ("operand", at) => WithArgument::Operand(at.parse().ok()?, class(argument)?),
                    ("result", at) => WithArgument::Result(at.parse().ok()?, class(argument)?),
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
        (Class::Pointer, ty) => ty.starts_with("!llvm.ptr"),
        _ => false,
    }
}

/// Whether a condition holds; none if the file does not tell.
pub(super) fn holds(condition: &WithArgument, view: &OpView<'_, '_>) -> Option<bool> {
    let all = |test: &dyn Fn(&Ty) -> bool| Some(view.types()?.iter().all(|ty| test(ty)));
    match condition {
        WithArgument::Without(name) => Some(!view.has(name)?),
        WithArgument::Empty(name) => Some(!view.has(name)? || *view.attr(name)? == Attr::Array(Vec::new())),
        WithArgument::With(name) => view.has(name),
        WithArgument::Operands(count) => Some(view.operands() == *count),
        WithArgument::Results(count) => Some(view.results() == *count),
        WithArgument::Operand(at, class) => Some(is(&*view.operand(*at)?, *class)),
        WithArgument::Result(at, class) => Some(is(&*view.result(*at)?, *class)),
        WithArgument::Rank(at, rank) => Some(view.operand(*at)?.rank()? >= *rank),
        WithArgument::NoVectors => all(&|ty| !ty.is_vector()),
        WithArgument::NoScalable => all(&|ty| !ty.is_scalable()),
        WithArgument::NoRankZero => all(&|ty| ty.rank() != Some(0)),
        WithArgument::Static => all(&Ty::is_static),
        WithArgument::SameTypes => Some(view.operand(0)? == view.result(0)?),
        WithArgument::VectorsRankOne => all(&|ty| !ty.is_vector() || ty.rank() == Some(1)),
        WithArgument::Range(name, least, most) => {
            Some(!view.has(name)? || (*least..=*most).contains(&view.integer(name)?))
        }
        WithArgument::Among(name, numbers) => {
            Some(!view.has(name)? || numbers.contains(&view.integer(name)?))
        }
        WithArgument::Indices(at) => {
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
        WithArgument::Scalar => {
            Some(matches!(&*view.operand(0)?, Ty::Index | Ty::Float(_) | Ty::Integer("i", _)))
        }
        WithArgument::NoPointerVectors => all(&|ty| !(ty.is_vector() && is(ty.element(), Class::Pointer))),
    }
}
