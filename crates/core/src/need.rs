//! [`Need`]: one thing that a program needs of its reader, the same for all formats.

use std::fmt;

use crate::Place;

/// What kind of thing is needed: `op`, `backend`, `feature`, …
pub type Key = &'static str;

/// Which one: a name or a number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A number, such as a version.
    Number(i64),
    /// A name, such as an operator's.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => n.fmt(f),
            Value::Text(t) => f.write_str(t),
        }
    }
}

/// One thing that a program needs, how often, and where first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The kind of thing.
    pub key: Key,
    /// Which one.
    pub value: Value,
    /// How many places need it.
    pub count: u64,
    /// The first of them.
    pub first: Place,
}
