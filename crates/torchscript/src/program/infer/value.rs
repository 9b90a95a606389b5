//! What an expression stands for while it is compiled: values, and what only the compiler knows (`torch/csrc/jit/frontend/sugared_value.h`).

use outlast_opset::resolve::Actual;
use outlast_opset::types::Type;

/// Names that are compiled in ways of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Fork,
    Awaitable,
    Annotate,
    UncheckedCast,
    Uninitialized,
    GetAttr,
    HasAttr,
    IsInstance,
    Tuple,
    List,
    Dict,
    Range,
    Zip,
    Enumerate,
    New,
}

/// What an expression stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// A value.
    Simple(Actual),
    /// A namespace of operators: `torch` is `aten`.
    Builtins(String),
    /// `ops`.
    Ops,
    /// `CONSTANTS`.
    Constants,
    /// The start of a qualified name.
    Namespace(String),
    /// A special form.
    Special(Form),
    /// `tolist` of a tensor.
    ToList(Actual),
    /// Operators of a name, on a value or not.
    Builtin {
        name: String,
        on: Option<Box<Actual>>,
    },
    /// `int`, `float`, `bool`, `str`, `complex`, `_to_tensor`: the type, the operator, and the method of classes.
    Cast {
        to: Type,
        name: &'static str,
        method: &'static str,
    },
    /// A function that classes can have a method for: `len`.
    Magic {
        name: &'static str,
        method: &'static str,
    },
    /// `float()` and others on a tensor.
    TensorCast(Box<Actual>),
    /// A class of the program, or a custom one.
    Class(String),
    /// A named tuple.
    TupleClass(Type),
    /// An enumeration.
    EnumClass(String),
    /// A function of the program.
    Function(usize),
    /// A method of a class of the program, on a value.
    Method {
        on: Box<Actual>,
        function: usize,
    },
    /// A method of an interface, on a value.
    InterfaceMethod {
        on: Box<Actual>,
        interface: String,
        method: String,
        function: usize,
    },
    /// A method of a custom class.
    Custom {
        class: String,
        method: String,
    },
    /// A function in a function, by what it returns.
    Closure(Type),
    Print,
    /// An exception's class, and an exception.
    Exception,
    Raised,
    /// `range(…)`; whether with an end alone.
    Range {
        only_end: bool,
    },
    /// `zip(…)` and `enumerate(…)`.
    Iterables(Vec<Value>),
    /// What a round of such a loop gives.
    Parts(Vec<Value>),
    /// Anything.
    Unknown,
}

impl Value {
    pub(super) fn of(ty: Type) -> Value {
        Value::Simple(ty.into())
    }

    /// For messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Simple(_) | Value::Unknown | Value::Parts(_) => "value",
            Value::Builtins(_) | Value::Ops | Value::Constants | Value::Namespace(_) => "namespace",
            Value::Builtin { .. } | Value::Cast { .. } | Value::Magic { .. } | Value::TensorCast(_) => {
                "operator"
            }
            Value::Class(_) | Value::TupleClass(_) | Value::EnumClass(_) => "class",
            Value::Function(_) | Value::Closure(_) | Value::Print => "function",
            Value::Method { .. } | Value::InterfaceMethod { .. } | Value::Custom { .. } => "method",
            Value::Special(_) | Value::ToList(_) => "special form",
            Value::Exception | Value::Raised => "exception",
            Value::Range { .. } | Value::Iterables(_) => "range",
        }
    }
}

/// How deep a type of a value may be, and how many parts it may have, before nothing is said of it.
const MAX_DEPTH: usize = 60;
const MAX_PARTS: usize = 800;

/// The type, if it is of a size that genuine types have. Code can make types that are twice as large with every line.
pub(super) fn bounded(ty: Type) -> Type {
    let (mut open, mut count) = (vec![(&ty, 0)], 0_usize);
    while let Some((one, depth)) = open.pop() {
        count += 1;
        if count > MAX_PARTS || depth > MAX_DEPTH {
            return Type::Unknown;
        }
        open.extend(one.parts().into_iter().map(|part| (part, depth + 1)));
    }
    ty
}

/// The types that a value of this type can have, with `NoneType` apart.
pub(super) fn alternatives(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Union(of) => of.iter().flat_map(alternatives).collect(),
        Type::Optional(of) => alternatives(of).into_iter().chain([Type::None]).collect(),
        other => vec![other.clone()],
    }
}

/// The type that holds values of both; `None` if only a union does, and `union` is false.
pub(super) fn unify(one: &Type, another: &Type, union: bool) -> Option<Type> {
    if one == another {
        return Some(one.clone());
    }
    if one.has_unknown() || another.has_unknown() {
        return Some(Type::Unknown);
    }
    let joined = one.unify(another);
    joined.or_else(|| union.then(|| Type::union(vec![one.clone(), another.clone()]))).map(bounded)
}

/// The type of all; a union if there is no other.
pub(super) fn unify_all(types: impl IntoIterator<Item = Type>) -> Option<Type> {
    types.into_iter().reduce(|one, another| unify(&one, &another, true).unwrap_or(Type::Unknown))
}
