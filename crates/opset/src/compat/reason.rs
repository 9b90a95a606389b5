//! Why two schemas are not compatible, and where.

use std::fmt;
use std::ops::Range;

use outlast_core::{Code, CodeInfo};

use super::codes::CODES;
use crate::schema::Places;

/// A part of a schema, by its index in the old and in the new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The schema as a whole.
    Schema,
    /// An argument; `None` where a schema does not have it.
    Argument {
        /// Index in the old schema.
        old: Option<usize>,
        /// Index in the new schema.
        new: Option<usize>,
    },
    /// A returned value, at this index in both schemas.
    Return(usize),
}

impl Part {
    /// Where the part is in the text of the old schema.
    pub fn in_old(self, places: &Places) -> Option<Range<usize>> {
        match self {
            Part::Argument { old, .. } => place(places, old, false),
            Part::Return(at) => place(places, Some(at), true),
            Part::Schema => Some(places.name.clone()),
        }
    }

    /// Where the part is in the text of the new schema.
    pub fn in_new(self, places: &Places) -> Option<Range<usize>> {
        match self {
            Part::Argument { new, .. } => place(places, new, false),
            Part::Return(at) => place(places, Some(at), true),
            Part::Schema => Some(places.name.clone()),
        }
    }
}

fn place(places: &Places, at: Option<usize>, returned: bool) -> Option<Range<usize>> {
    let list = if returned { &places.returns } else { &places.arguments };
    at.and_then(|at| list.get(at).cloned())
}

/// One thing that stands between two schemas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What kind of change it is: a code of [`super::codes`].
    pub code: Code,
    /// Where.
    pub part: Part,
    /// What it is, with names and values of both schemas.
    pub message: String,
}

impl Reason {
    pub(super) fn new(code: Code, part: Part, message: impl Into<String>) -> Reason {
        Reason { code, part, message: message.into() }
    }

    /// What the code means.
    pub fn info(&self) -> Option<&'static CodeInfo> {
        CODES.iter().find(|info| info.code == self.code)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code)?;
        match self.part {
            Part::Schema => {}
            Part::Argument { new: Some(at), .. } | Part::Argument { old: Some(at), .. } => {
                write!(f, "argument {at}: ")?;
            }
            Part::Argument { .. } => f.write_str("arguments: ")?,
            Part::Return(at) => write!(f, "result {at}: ")?,
        }
        f.write_str(&self.message)
    }
}
