//! What the frontend does to a value to make it fit (`tryConvertToType` of `torch/csrc/jit/frontend/schema_matching.cpp`).

use super::fit::{Fit, subtype};
use super::rules::Rules;
use crate::types::Type;

/// Something that a call does to a value before the operator gets it.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// A number is repeated: it is given for `int[2]`, a list of this length.
    Repeated(i32),
    /// A tuple becomes a list.
    TupleToList,
    /// `[]` becomes an empty list of another type.
    EmptyList,
    /// A tensor of one element becomes a number: `aten::IntImplicit`, `FloatImplicit`, `ComplexImplicit`, `ScalarImplicit`.
    TensorToNumber,
    /// A `Scalar` becomes a number of one type: `aten::Int`, `Float`, `Complex`.
    NumberToNumber,
    /// A `bool` becomes a number: `aten::Int`, `Float`.
    BoolToNumber,
    /// A text becomes a device: `aten::device`.
    TextToDevice,
}

/// A value on its way to an argument.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) ty: Type,
    pub(super) is_empty_list: bool,
}

impl From<Type> for Passed {
    fn from(ty: Type) -> Passed {
        Passed { ty, is_empty_list: false }
    }
}

/// Converts a value, as far as it can be, to a type without variables; what is done goes to `done`. Whether the result fits is another question.
pub(super) fn convert(
    to: &Type,
    mut value: Passed,
    implicit: bool,
    rules: &Rules,
    done: &mut Vec<Conversion>,
) -> Type {
    if let Type::Optional(of) = to
        && rules.converts_to_optional
        && !matches!(value.ty, Type::Optional(_) | Type::None)
    {
        return convert(of, value, implicit, rules, done);
    }
    if value.is_empty_list
        && rules.empty_list_literals
        && let Type::List(_) = to
    {
        if value.ty != *to {
            done.push(Conversion::EmptyList);
        }
        value.ty = to.clone();
    }
    if let Type::Tuple(_) | Type::NamedTuple(..) = value.ty {
        let list = to.unwrapped();
        let convertible = convertible_to_list(&value.ty, list);
        if convertible != Fit::No {
            done.push(Conversion::TupleToList);
            // If it depends on types that are not known, then whether the result fits does, too.
            value.ty = if convertible == Fit::Yes { list.clone() } else { Type::Unknown };
        } else if let Type::Tuple(_) | Type::NamedTuple(..) = to
            && subtype(&value.ty, to) != Fit::Yes
            && value.ty.parts().len() == to.parts().len()
        {
            let parts = value.ty.parts().into_iter().cloned().zip(to.parts());
            let of = parts.map(|(part, to)| convert(to, part.into(), implicit, rules, done)).collect();
            value.ty = Type::Tuple(of);
        }
    }
    if implicit { implicitly(to, value.ty, rules, done) } else { value.ty }
}

fn implicitly(to: &Type, from: Type, rules: &Rules, done: &mut Vec<Conversion>) -> Type {
    // A union of all numbers is the same type.
    let given = if from.same(&Type::Number) { &Type::Number } else { &from };
    let (number, conversion) = match (given, to) {
        (Type::Tensor, Type::Int | Type::Float | Type::Complex | Type::Number) => {
            (true, Conversion::TensorToNumber)
        }
        (Type::Number, Type::Int | Type::Float | Type::Complex) => (true, Conversion::NumberToNumber),
        (Type::Bool, Type::Int | Type::Float | Type::Number) => {
            (rules.converts_bools, Conversion::BoolToNumber)
        }
        (Type::Str, Type::Device) => (true, Conversion::TextToDevice),
        (Type::Str, to) => {
            (rules.converts_text_widely && Type::Device.is_subtype_of(to), Conversion::TextToDevice)
        }
        _ => return from,
    };
    if !number {
        return from;
    }
    done.push(conversion);
    match (conversion, to) {
        (Conversion::TextToDevice, _) => Type::Device,
        (Conversion::BoolToNumber, Type::Number) => Type::Int,
        (_, to) => to.clone(),
    }
}

/// Whether a value of this type can be given for this list: it is one, or a tuple of such elements.
pub(super) fn convertible_to_list(ty: &Type, list: &Type) -> Fit {
    let Type::List(of) = list else { return Fit::No };
    match subtype(ty, list) {
        Fit::No => match ty {
            Type::Tuple(_) | Type::NamedTuple(..) => {
                ty.parts().into_iter().map(|part| subtype(part, of)).min().unwrap_or(Fit::Yes)
            }
            _ => Fit::No,
        },
        fit => fit,
    }
}
