//! [`WriteError`]: why something cannot be written. Nothing is shortened to make it fit.

use std::fmt;

use outlast_core::{Error, ErrorKind, Span};

use crate::abbrev::Op;
use crate::fault::FaultKind;

/// Why something cannot be written, and where the stream stood. One word wide.
#[derive(Clone, PartialEq, Eq)]
pub struct WriteError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: WriteErrorKind,
    bit: u64,
    path: Vec<u32>,
}

/// What cannot be written. An index of an operand counts from 0, after the record's code; none is the code itself.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// A value that its field has no room for.
    DoesNotFit {
        /// The operand.
        index: Option<usize>,
        /// Its value.
        value: u64,
        /// The encoding that the abbreviation gives it.
        field: Op,
    },
    /// A value other than the literal of the abbreviation.
    Literal {
        /// The operand.
        index: Option<usize>,
        /// The literal.
        expected: u64,
        /// The value given.
        found: u64,
    },
    /// Fewer or more operands than the abbreviation has fields.
    OperandCount {
        /// Its fields; for an array at the end, those before it.
        expected: usize,
        /// Operands given.
        found: usize,
    },
    /// More or fewer blobs than the abbreviation has.
    BlobCount {
        /// Blobs of the abbreviation.
        expected: usize,
        /// Blobs given.
        found: usize,
    },
    /// More than a count of 32 bits can say: what, and how many there are.
    TooMany(&'static str, u64),
    /// An abbreviation that is not defined here.
    UnknownAbbrev {
        /// The id asked for.
        id: u32,
        /// How many are defined: ids from 4 on.
        defined: usize,
    },
    /// An abbreviation id that the block's ids are too narrow for.
    IdTooWide {
        /// The id.
        id: u32,
        /// Bits of an abbreviation id in this block.
        width: u32,
    },
    /// An abbreviation that no record can use, in the reader's words.
    Abbrev(FaultKind),
    /// A block whose abbreviation ids would have this many bits; 1 to 32 are possible.
    IdWidth(u32),
    /// A record, an abbreviation or an end of block outside of any block.
    NoBlock,
    /// Blocks that are still open: how many.
    OpenBlocks(usize),
    /// More blocks in each other than readers follow: how many.
    Depth(usize),
    /// A block of more than 2^32 - 1 words: how many.
    BlockTooLong(u64),
    /// An abbreviation or a name in `BLOCKINFO` before it is said which block it is for.
    NoBlockSet,
    /// A block inside `BLOCKINFO`: readers pass over it without looking.
    BlockInBlockInfo,
    /// A field to be filled in later that is not Fixed: which operand, and what it is.
    NotPatchable(usize, Option<Op>),
    /// A wrapper that cannot describe the stream: what is too large, and its value.
    Wrapper(&'static str, u64),
}

impl fmt::Display for WriteErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteErrorKind::DoesNotFit { index, value, field } => {
                write!(f, "{} is {value}, which does not fit {field:?}", Operand(*index))
            }
            WriteErrorKind::Literal { index, expected, found } => {
                write!(f, "{} is {found}; the abbreviation has the literal {expected}", Operand(*index))
            }
            WriteErrorKind::OperandCount { expected, found } => {
                write!(f, "the abbreviation has {expected} fields, the record {found} operands")
            }
            WriteErrorKind::BlobCount { expected, found } => {
                write!(f, "the abbreviation has {expected} blobs, the record {found}")
            }
            WriteErrorKind::TooMany(what, count) => write!(f, "{count} {what}; a count has 32 bits"),
            WriteErrorKind::UnknownAbbrev { id, defined } => {
                write!(f, "abbreviation {id} is not defined: there are {defined}, from 4 on")
            }
            WriteErrorKind::IdTooWide { id, width } => {
                write!(f, "abbreviation id {id} does not fit the {width} bits that this block has for ids")
            }
            WriteErrorKind::Abbrev(kind) => write!(f, "no record can use this abbreviation: {kind}"),
            WriteErrorKind::IdWidth(width) => {
                write!(f, "abbreviation ids of {width} bits; 1 to 32 are possible")
            }
            WriteErrorKind::NoBlock => f.write_str("at the top level there are only blocks"),
            WriteErrorKind::OpenBlocks(count) => write!(f, "{count} blocks are still open"),
            WriteErrorKind::Depth(depth) => write!(f, "{depth} blocks in each other"),
            WriteErrorKind::BlockTooLong(words) => {
                write!(f, "a block of {words} words; its length word has 32 bits")
            }
            WriteErrorKind::NoBlockSet => f.write_str("BLOCKINFO has to say first which block it describes"),
            WriteErrorKind::BlockInBlockInfo => {
                f.write_str("a block inside BLOCKINFO, which no reader reads")
            }
            WriteErrorKind::NotPatchable(index, Some(op)) => {
                write!(f, "operand {index} is {op:?}; only a Fixed field can be filled in later")
            }
            WriteErrorKind::NotPatchable(index, None) => {
                write!(
                    f,
                    "operand {index} is not a field of its own; only a Fixed field can be filled in later"
                )
            }
            WriteErrorKind::Wrapper(what, value) => {
                write!(f, "the {what} of the wrapped stream is {value}; a wrapper has 32 bits for it")
            }
        }
    }
}

struct Operand(Option<usize>);

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the record code"),
            Some(index) => write!(f, "operand {index}"),
        }
    }
}

impl WriteError {
    /// An error at this bit of the stream that is being written, inside these blocks.
    #[cold]
    pub fn new(kind: WriteErrorKind, bit: u64, path: Vec<u32>) -> WriteError {
        WriteError(Box::new(Inner { kind, bit, path }))
    }

    /// What cannot be written.
    pub fn kind(&self) -> &WriteErrorKind {
        &self.0.kind
    }

    /// The bit of the written stream at which the token would have begun.
    pub fn bit(&self) -> u64 {
        self.0.bit
    }

    /// Ids of the open blocks, outermost first.
    pub fn path(&self) -> &[u32] {
        &self.0.path
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write bit {} of the stream: {}", self.0.bit, self.0.kind)?;
        for (i, id) in self.0.path.iter().enumerate() {
            write!(f, "{} {id}", if i == 0 { " (in block" } else { " /" })?;
        }
        f.write_str(if self.0.path.is_empty() { "" } else { ")" })
    }
}

impl fmt::Debug for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for WriteError {}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        let why = error.0.kind.to_string();
        let place = Span::bits(error.0.bit..error.0.bit);
        let mut out = Error::new(ErrorKind::Invalid { what: "bitstream to be written", why }, place);
        for id in error.0.path.iter().rev() {
            out = out.within(outlast_core::Step::Item("block", u64::from(*id)));
        }
        out
    }
}
