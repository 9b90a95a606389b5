//! [`Witness`]: bytes that show a break. [`DataQuestion`]: what to ask files that exist.

use std::fmt;

use crate::{Direction, dialect, fbs, layout, operators};

/// A small file that a reader of the other version refuses, or takes for something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Who reads it: `new-reads-old` is a file of the old version.
    pub direction: Direction,
    /// The type that the file starts with, as its writer calls it.
    pub root: String,
    /// The type that its reader starts with.
    pub read_as: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// What was written: a short text such as `{a: 5}`.
    pub wrote: String,
    /// How many values were given to the writer.
    pub set: usize,
    /// What the reader makes of it where the change is that it shows.
    pub outcome: Outcome,
    /// What the reader refuses first, if another change makes it refuse every file that shows this one: then `outcome` is what it makes of the
    /// file behind that.
    pub first: Option<Outcome>,
    /// Something that must be said about the writer, such as that it is older than the old version.
    pub remark: Option<&'static str>,
}

/// What a reader makes of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It reads what was written.
    Equal,
    /// Its verifier refuses the file.
    Rejected {
        /// Where, as the reader calls it.
        path: String,
        /// Why.
        why: String,
    },
    /// It reads something else.
    Different {
        /// Where, as the writer calls it.
        path: String,
        /// What was written there.
        wrote: String,
        /// What is read there.
        read: String,
    },
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Equal => f.write_str("is read as it was written"),
            Outcome::Rejected { path, why } => write!(f, "is refused at `{path}`: {why}"),
            Outcome::Different { path, wrote, read } => {
                write!(f, "`{path}`: wrote {wrote}, read {read}")
            }
        }
    }
}

/// What to ask files that exist, to know whether a change harms them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum DataQuestion {
    /// About FlatBuffers.
    Fbs(fbs::Question),
    /// About bitstreams.
    Layout(layout::Question),
    /// About programs that call operators.
    Operators(operators::Question),
    /// About MLIR bytecode.
    Dialect(dialect::Question),
}

impl From<fbs::Question> for DataQuestion {
    fn from(question: fbs::Question) -> DataQuestion {
        DataQuestion::Fbs(question)
    }
}

impl From<dialect::Question> for DataQuestion {
    fn from(question: dialect::Question) -> DataQuestion {
        DataQuestion::Dialect(question)
    }
}

impl From<operators::Question> for DataQuestion {
    fn from(question: operators::Question) -> DataQuestion {
        DataQuestion::Operators(question)
    }
}

impl From<layout::Question> for DataQuestion {
    fn from(question: layout::Question) -> DataQuestion {
        DataQuestion::Layout(question)
    }
}

/// What a file says to a [`DataQuestion`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It holds no such value.
    Never,
    /// It does.
    Seen {
        /// How often.
        count: u64,
        /// Where first: an offset in bytes, where there is one.
        first: Option<u64>,
    },
}
