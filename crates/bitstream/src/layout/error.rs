//! [`LayoutError`]: why a record or block is not what its layout says.

use std::fmt;

use outlast_core::{Error, ErrorKind, Span};

use crate::fault::Fault;
use crate::write::WriteError;

/// Why a record or block is not what its layout says.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutError {
    /// The stream cannot be read.
    Fault(Fault),
    /// The record cannot be written.
    Write(WriteError),
    /// A record is not what its layout says.
    Record {
        /// The record's name.
        record: &'static str,
        /// The bit at which it begins; none while it is written.
        bit: Option<u64>,
        /// What is wrong.
        problem: Problem,
    },
    /// A record that no layout describes, where those are refused: code, bit.
    UnknownRecord(u32, u64),
    /// A block that no layout describes, where those are refused: id, bit.
    UnknownBlock(u32, u64),
    /// Something else than the block asked for: the id expected, that found.
    OtherBlock(u32, u32),
    /// More is to be kept than the policy allows: how many tokens.
    Kept(usize),
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// Another code: expected, found.
    Code(u32, u32),
    /// Too few operands: the first field that is missing, how many are needed, how many there are.
    TooFew(&'static str, usize, usize),
    /// More operands than an exact record has: how many it has, how many there are.
    TooMany(usize, usize),
    /// A value that the field's type has no room for: field, value.
    Range(&'static str, u64),
    /// A text that is not UTF-8, or has operands that are no bytes: field.
    Text(&'static str),
    /// A blob is missing: field.
    NoBlob(&'static str),
    /// A blob where an exact record has none.
    Blob,
    /// A field without the optional one before it: the missing one, the present one.
    Gap(&'static str, &'static str),
    /// The record does not come right after the one it belongs to: that one's code, and the code of the record before it.
    Displaced(u32, Option<u32>),
    /// A value that the encoding of the field has no room for: field, value.
    Encoding(&'static str, u64),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Code(expected, found) => write!(f, "code {expected} expected, {found} found"),
            Problem::TooFew(field, need, have) => {
                write!(f, "\"{field}\" is missing: {need} operands are needed, there are {have}")
            }
            Problem::TooMany(most, have) => write!(f, "{have} operands, at most {most} are known"),
            Problem::Range(field, value) => {
                write!(f, "\"{field}\" is {value}, which its type has no room for")
            }
            Problem::Text(field) => write!(f, "\"{field}\" is not text in UTF-8"),
            Problem::NoBlob(field) => write!(f, "the blob \"{field}\" is missing"),
            Problem::Blob => f.write_str("a blob, which is not known"),
            Problem::Gap(missing, present) => {
                write!(f, "\"{present}\" is there without \"{missing}\", which comes before it")
            }
            Problem::Displaced(after, Some(before)) => {
                write!(f, "it has to come right after record {after}, but comes after record {before}")
            }
            Problem::Displaced(after, None) => write!(f, "it has to come right after record {after}"),
            Problem::Encoding(field, value) => {
                write!(f, "\"{field}\" is {value}, which its encoding has no room for")
            }
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Fault(fault) => fault.fmt(f),
            LayoutError::Write(error) => error.fmt(f),
            LayoutError::Record { record, bit: Some(bit), problem } => {
                write!(f, "record {record} at bit {bit}: {problem}")
            }
            LayoutError::Record { record, bit: None, problem } => write!(f, "record {record}: {problem}"),
            LayoutError::UnknownRecord(code, bit) => write!(f, "record {code} at bit {bit} is not known"),
            LayoutError::UnknownBlock(id, bit) => write!(f, "block {id} at bit {bit} is not known"),
            LayoutError::OtherBlock(expected, found) => write!(f, "block {expected} expected, {found} found"),
            LayoutError::Kept(most) => write!(f, "more than {most} unknown tokens in one block to be kept"),
        }
    }
}

impl std::error::Error for LayoutError {}

impl From<Fault> for LayoutError {
    fn from(fault: Fault) -> LayoutError {
        LayoutError::Fault(fault)
    }
}

impl From<WriteError> for LayoutError {
    fn from(error: WriteError) -> LayoutError {
        LayoutError::Write(error)
    }
}

impl From<LayoutError> for Error {
    fn from(error: LayoutError) -> Error {
        let bit = match &error {
            LayoutError::Fault(fault) => return fault.clone().into(),
            LayoutError::Write(error) => return error.clone().into(),
            LayoutError::UnknownRecord(_, bit) | LayoutError::UnknownBlock(_, bit) => *bit,
            LayoutError::Record { bit, .. } => bit.unwrap_or_default(),
            LayoutError::OtherBlock(..) | LayoutError::Kept(_) => 0,
        };
        Error::new(ErrorKind::Invalid { what: "record layout", why: error.to_string() }, Span::bits(bit..bit))
    }
}
