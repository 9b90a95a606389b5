//! Why a call does not mean an overload.

use std::fmt;

use crate::types::Type;

/// Why one candidate was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The candidate, as an index.
    pub candidate: usize,
    /// Its name with its overload: `aten::add.Tensor`.
    pub name: String,
    /// Why.
    pub reason: Reason,
}

/// Why an overload was not taken.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A value has a type that the argument does not take.
    Type {
        /// The argument's name.
        argument: String,
        /// The type that it takes, with what type variables stand for.
        expected: Type,
        /// The type of the value, after conversions.
        found: Type,
    },
    /// A value's type has another form than the argument's, which has type variables; or a variable would stand for two types.
    Variables {
        /// The argument's name.
        argument: String,
        /// The type that it takes.
        expected: Type,
        /// The type of the value.
        found: Type,
    },
    /// Nothing in the call says what a type variable stands for.
    Unbound {
        /// The argument's name; `None` for a result.
        argument: Option<String>,
        /// The type that has the variable.
        ty: Type,
    },
    /// Values are given one by one for a list whose element type has type variables. PyTorch stops at this candidate and tries no others.
    Elements {
        /// The argument's name.
        argument: String,
        /// The type that it takes.
        ty: Type,
    },
    /// No value for an argument without a default.
    Missing {
        /// The argument's name.
        argument: String,
        /// The type that it takes.
        expected: Type,
    },
    /// More values than arguments.
    TooMany {
        /// How many the overload takes without keywords.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A keyword that is no argument.
    UnknownKeyword(String),
    /// A keyword of an argument that has a value already.
    Twice(String),
    /// The call is on a value, and there is no argument `self`.
    NoSelf,
    /// Releases pass over this overload, because its types do not tell it from another one.
    Skipped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Type { argument, expected, found } => {
                write!(f, "argument `{argument}`: `{found}` found, `{expected}` expected")
            }
            Reason::Variables { argument, expected, found } => {
                write!(f, "argument `{argument}`: `{found}` does not match `{expected}` in this call")
            }
            Reason::Unbound { argument: Some(argument), ty } => {
                write!(f, "argument `{argument}`: nothing says what the variables of `{ty}` stand for")
            }
            Reason::Unbound { argument: None, ty } => {
                write!(f, "result: nothing says what the variables of `{ty}` stand for")
            }
            Reason::Elements { argument, ty } => {
                write!(f, "argument `{argument}`: the elements of `{ty}` cannot be given one by one")
            }
            Reason::Missing { argument, expected } => {
                write!(f, "argument `{argument}`: no value, `{expected}` expected")
            }
            Reason::TooMany { expected, found } => {
                write!(f, "{found} values without keyword found, at most {expected} expected")
            }
            Reason::UnknownKeyword(name) => write!(f, "keyword `{name}`: no such argument"),
            Reason::Twice(name) => write!(f, "keyword `{name}`: the argument has a value already"),
            Reason::NoSelf => f.write_str("called on a value, and has no argument `self`"),
            Reason::Skipped => f.write_str("passed over: its types do not tell it from another overload"),
        }
    }
}
