//! [`EditError`]: why a stream cannot be edited in this way.

use std::fmt;

use outlast_core::{Error, ErrorKind, Span};

use crate::fault::Fault;
use crate::stream::StreamKind;
use crate::write::WriteError;

/// Why a stream cannot be edited in this way. Bits are those of the stream that is edited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The stream cannot be read.
    Fault(Fault),
    /// The new tokens cannot be written.
    Write(WriteError),
    /// No token begins at this bit.
    NoToken(u64),
    /// The token at this bit cannot be replaced or deleted: the end of a block, or an abbreviation, whose going would
    /// give all later ones other ids.
    Fixed(u64),
    /// The token at this bit is changed twice, or lies in a block that is.
    Twice(u64),
    /// New tokens at this bit leave blocks open, or end blocks that they did not begin.
    Unbalanced(u64),
    /// A new abbreviation at this bit would give all later ones of its block other ids.
    Define(u64),
    /// The block that begins at this bit does not end where its length word says, so that readers disagree on what is
    /// in it: the ends by word and by tokens.
    LengthWord(u64, u64, u64),
    /// Tokens would move from this bit on, and streams of this kind hold positions that are not known.
    Positions(StreamKind, u64),
    /// The record at this bit holds the position of a token that there is not: the position, in bits.
    Nowhere(u64, u64),
    /// The record at the first bit holds the position of the token at the second, which goes away.
    TargetGone(u64, u64),
    /// The block that begins at this bit would not begin at a word any more, but its position is stored in words.
    Unaligned(u64),
    /// The positions in the stream do not settle.
    Unsettled,
    /// The token at this bit is not edited, but would be read as another one: an edit of `BLOCKINFO` does that.
    Changed(u64),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Fault(fault) => fault.fmt(f),
            EditError::Write(error) => error.fmt(f),
            EditError::NoToken(bit) => write!(f, "no token begins at bit {bit}"),
            EditError::Fixed(bit) => {
                write!(f, "the token at bit {bit} is an end of block or an abbreviation, which have to stay")
            }
            EditError::Twice(bit) => write!(f, "the token at bit {bit} is changed twice"),
            EditError::Unbalanced(bit) => {
                write!(f, "the tokens for bit {bit} do not end the blocks they begin")
            }
            EditError::Define(bit) => {
                write!(f, "an abbreviation at bit {bit} would give later ones of its block other ids")
            }
            EditError::LengthWord(start, word, tokens) => write!(
                f,
                "the block at bit {start} ends at bit {tokens}, but its length word says {word}: readers disagree"
            ),
            EditError::Positions(kind, bit) => write!(
                f,
                "tokens would move from bit {bit} on; a stream of the kind \"{}\" holds positions that are not known",
                kind.title()
            ),
            EditError::Nowhere(record, to) => {
                write!(f, "the record at bit {record} points to bit {to}, where no such token begins")
            }
            EditError::TargetGone(record, to) => {
                write!(f, "the record at bit {record} points to the token at bit {to}, which goes away")
            }
            EditError::Unaligned(bit) => write!(
                f,
                "the block at bit {bit} would not begin at a multiple of 32 bits, but its position is stored in words; \
                 put new records before another block, or at the end"
            ),
            EditError::Changed(bit) => {
                write!(f, "the token at bit {bit} is not edited, but would be read as another one")
            }
            EditError::Unsettled => f.write_str("the positions in the stream do not settle"),
        }
    }
}

impl std::error::Error for EditError {}

impl From<Fault> for EditError {
    fn from(fault: Fault) -> EditError {
        EditError::Fault(fault)
    }
}

impl From<WriteError> for EditError {
    fn from(error: WriteError) -> EditError {
        EditError::Write(error)
    }
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Error {
        match error {
            EditError::Fault(fault) => fault.into(),
            EditError::Write(error) => error.into(),
            other => {
                let why = other.to_string();
                Error::new(ErrorKind::Invalid { what: "edit of a bitstream", why }, Span::bits(0..0))
            }
        }
    }
}
