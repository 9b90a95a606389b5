//! What a call gives.

use std::borrow::Cow;

use crate::schema::Value;
use crate::types::Type;

/// How deep a type may nest, and how many types it may be made of, before nothing is said of it. Types of schemas stay below.
const MAX_DEPTH: usize = 64;
const MAX_PARTS: usize = 1024;

/// A value that a call gives: its type, and what is known of the value itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Actual {
    /// Its type. [`Type::Unknown`], also as a part, where it cannot be told.
    pub ty: Type,
    /// Its value, where the text says it.
    pub constant: Option<Constant>,
}

/// A value that the text of a call says.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// `[]` without an annotation: a list of tensors, until a list of something else is asked for.
    EmptyList,
    /// A list with elements.
    List(Vec<Actual>),
    /// A tuple.
    Tuple(Vec<Actual>),
}

impl From<Type> for Actual {
    fn from(ty: Type) -> Actual {
        Actual { ty, constant: None }
    }
}

impl Actual {
    /// A value whose type cannot be told.
    pub fn unknown() -> Actual {
        Type::Unknown.into()
    }

    /// `None`.
    pub fn none() -> Actual {
        Actual { ty: Type::None, constant: Some(Constant::None) }
    }

    /// A whole number.
    pub fn int(value: i64) -> Actual {
        Actual { ty: Type::Int, constant: Some(Constant::Int(value)) }
    }

    /// A number with a fraction.
    pub fn float(value: f64) -> Actual {
        Actual { ty: Type::Float, constant: Some(Constant::Float(value)) }
    }

    /// `True` or `False`.
    pub fn bool(value: bool) -> Actual {
        Actual { ty: Type::Bool, constant: Some(Constant::Bool(value)) }
    }

    /// A text.
    pub fn text(value: impl Into<String>) -> Actual {
        Actual { ty: Type::Str, constant: Some(Constant::Text(value.into())) }
    }

    /// `[]` without an annotation.
    pub fn empty_list() -> Actual {
        Actual { ty: Type::list(Type::Tensor), constant: Some(Constant::EmptyList) }
    }

    /// A list with elements; `of` is the type that all of them have, which the frontend finds with [`Type::unify`].
    pub fn list(of: Type, elements: Vec<Actual>) -> Actual {
        Actual { ty: Type::list(of), constant: Some(Constant::List(elements)) }
    }

    /// A tuple.
    pub fn tuple(elements: Vec<Actual>) -> Actual {
        let of = elements.iter().map(|one| one.ty.clone()).collect();
        Actual { ty: Type::Tuple(of), constant: Some(Constant::Tuple(elements)) }
    }

    /// The default of an argument of a type.
    pub(super) fn default(value: &Value, formal: &Type) -> Actual {
        let ty = match value {
            Value::None => Type::None,
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Float(_) => Type::Float,
            Value::Complex(..) => Type::Complex,
            Value::Text(_) => Type::Str,
            Value::Device(_) => Type::Device,
            // The elements of a default have the type of the list's elements, also of an empty list.
            Value::List(_) => formal.unwrapped().clone(),
        };
        ty.into()
    }

    /// The type as it is compared, or `Unknown` for one that is too large to compare.
    pub(super) fn compared(&self) -> Cow<'_, Type> {
        compared(&self.ty)
    }

    pub(super) fn is_empty_list(&self) -> bool {
        self.constant == Some(Constant::EmptyList)
    }
}

/// A type as PyTorch's compiler has it; `Unknown` for one that is too large to compare.
pub(super) fn compared(ty: &Type) -> Cow<'_, Type> {
    if is_large(ty) {
        return Cow::Owned(Type::Unknown);
    }
    if ty.is_fake() { Cow::Owned(ty.fake()) } else { Cow::Borrowed(ty) }
}

fn is_large(ty: &Type) -> bool {
    let mut open = vec![(ty, 0)];
    let mut count = 0;
    while let Some((one, depth)) = open.pop() {
        count += 1;
        if depth >= MAX_DEPTH || count > MAX_PARTS {
            return true;
        }
        open.extend(one.parts().into_iter().map(|part| (part, depth + 1)));
    }
    false
}
