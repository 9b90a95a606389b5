//! Types of TorchScript, as operator schemas name them.
//!
//! Constructors put a type into the form that PyTorch gives it: `int??` is `int?`, a union that holds a union is flat, a union of a type
//! and `NoneType` is an `Optional` (`aten/src/ATen/core/union_type.cpp`). Types that are made through [`Type::optional`] and
//! [`Type::union`] are therefore equal where PyTorch takes them for equal, except for two cases, which [`Type::same`] has.

mod annotation;
mod print;
mod subtype;
mod unify;

/// A type of TorchScript.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// `Any`: every type is a subtype of it.
    Any,
    /// `NoneType`, in old releases also `None`.
    None,
    /// `Tensor`. Schemas do not say more of a tensor.
    Tensor,
    /// `Scalar`; `number` in Python annotations: `int`, `float` or `complex`.
    Number,
    /// `int`.
    Int,
    /// `float`: 64 bits.
    Float,
    /// `complex`: twice 64 bits.
    Complex,
    /// `bool`: no subtype of [`Type::Number`].
    Bool,
    /// `str`; also what a schema calls `Dimname`.
    Str,
    /// `Device`.
    Device,
    /// `Stream`.
    Stream,
    /// `Generator`, of random numbers.
    Generator,
    /// `Storage`.
    Storage,
    /// `QScheme`.
    QScheme,
    /// `Quantizer`.
    Quantizer,
    /// `Capsule`.
    Capsule,
    /// `PyObject`.
    PyObject,
    /// `ScalarType`: compared as `int`, see [`Type::fake`].
    ScalarType,
    /// `Layout`: compared as `int`.
    Layout,
    /// `MemoryFormat`: compared as `int`.
    MemoryFormat,
    /// `SymInt`: compared as `int`.
    SymInt,
    /// `SymFloat`. Not compared as `float`.
    SymFloat,
    /// `SymBool`. Not compared as `bool`.
    SymBool,
    /// `AnyClassType`: the supertype of classes.
    AnyClass,
    /// `AnyEnumType`: the supertype of enumerations.
    AnyEnum,
    /// `list`: the supertype of lists. Schemas cannot name it.
    AnyList,
    /// `tuple`: the supertype of tuples. Schemas cannot name it.
    AnyTuple,
    /// `T[]`.
    List(Box<Type>),
    /// `T?`; see [`Type::optional`].
    Optional(Box<Type>),
    /// `Dict(K, V)`.
    Dict(Box<Type>, Box<Type>),
    /// `(A, B)`.
    Tuple(Vec<Type>),
    /// A `NamedTuple`: its qualified name, and its fields. Schemas cannot name it.
    NamedTuple(String, Vec<(String, Type)>),
    /// `Union(A, B)`; see [`Type::union`].
    Union(Vec<Type>),
    /// `Future(T)`.
    Future(Box<Type>),
    /// `Await(T)`.
    Await(Box<Type>),
    /// `RRef(T)`.
    RRef(Box<Type>),
    /// A type variable: `t`.
    Var(String),
    /// A class, by its qualified name: `__torch__.torch.classes.xnnpack.LinearOpContext`.
    Class(String),
    /// An enumeration, by its qualified name. Schemas cannot name it.
    Enum(String),
    /// An interface, by its qualified name. Schemas cannot name it.
    Interface(String),
    /// A type that cannot be told. PyTorch has no such type: it stands for each of them where calls are resolved ([`crate::resolve`]).
    Unknown,
}

impl Type {
    /// `T[]`.
    #[must_use]
    pub fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    /// `T?`: an optional of an optional is the same, a union in it has no `NoneType`, and an optional of `NoneType` is `NoneType`.
    #[must_use]
    pub fn optional(of: Type) -> Type {
        match of {
            Type::Optional(_) | Type::None => of,
            Type::Union(mut union) => {
                union.retain(|one| *one != Type::None);
                let numbers = subtype::is_number(&union);
                Type::Optional(Box::new(if numbers { Type::Number } else { Type::union(union) }))
            }
            of => Type::Optional(Box::new(of)),
        }
    }

    /// `Union(…)` in PyTorch's form: flat, without types that others include, in the order in which PyTorch sorts them. It is an optional where
    /// `NoneType` and one other type (or the three numbers) remain, and no union at all where one type remains.
    #[must_use]
    pub fn union(of: Vec<Type>) -> Type {
        unify::union(of)
    }

    /// The type with what PyTorch compares: `ScalarType`, `Layout`, `MemoryFormat` and `SymInt` are fake types, for which its compiler has `int`.
    #[must_use]
    pub fn fake(&self) -> Type {
        match self {
            Type::ScalarType | Type::Layout | Type::MemoryFormat | Type::SymInt => Type::Int,
            other => other.map(&Type::fake),
        }
    }

    /// Whether [`Type::fake`] has something to change.
    pub fn is_fake(&self) -> bool {
        matches!(self, Type::ScalarType | Type::Layout | Type::MemoryFormat | Type::SymInt)
            || self.parts().into_iter().any(Type::is_fake)
    }

    /// The types that this one is made of, in the order in which they are written.
    pub fn parts(&self) -> Vec<&Type> {
        match self {
            Type::List(of) | Type::Optional(of) | Type::Future(of) | Type::Await(of) | Type::RRef(of) => {
                vec![of]
            }
            Type::Dict(key, value) => vec![key, value],
            Type::Tuple(of) | Type::Union(of) => of.iter().collect(),
            Type::NamedTuple(_, fields) => fields.iter().map(|(_, field)| field).collect(),
            _ => Vec::new(),
        }
    }

    /// This type with `change` applied to its parts.
    pub(crate) fn map(&self, change: &impl Fn(&Type) -> Type) -> Type {
        let boxed = |of: &Type| Box::new(change(of));
        match self {
            Type::List(of) => Type::List(boxed(of)),
            Type::Optional(of) => Type::optional(change(of)),
            Type::Future(of) => Type::Future(boxed(of)),
            Type::Await(of) => Type::Await(boxed(of)),
            Type::RRef(of) => Type::RRef(boxed(of)),
            Type::Dict(key, value) => Type::Dict(boxed(key), boxed(value)),
            Type::Tuple(of) => Type::Tuple(of.iter().map(change).collect()),
            Type::Union(of) => Type::union(of.iter().map(change).collect()),
            Type::NamedTuple(name, fields) => Type::NamedTuple(
                name.clone(),
                fields.iter().map(|(field, of)| (field.clone(), change(of))).collect(),
            ),
            other => other.clone(),
        }
    }

    /// The type without its `?`.
    pub fn unwrapped(&self) -> &Type {
        match self {
            Type::Optional(of) => of,
            other => other,
        }
    }

    /// Whether a type that cannot be told is in it.
    pub fn has_unknown(&self) -> bool {
        matches!(self, Type::Unknown) || self.parts().into_iter().any(Type::has_unknown)
    }

    /// Whether a type variable is in it.
    pub fn has_variables(&self) -> bool {
        matches!(self, Type::Var(_)) || self.parts().into_iter().any(Type::has_variables)
    }
}
