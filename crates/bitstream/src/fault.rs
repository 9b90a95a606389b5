//! [`Fault`]: why a stream cannot be read, with LLVM's own words for it.

use std::fmt;

use outlast_core::{Error, ErrorKind, Span};

/// Why a stream cannot be read, and where. One word wide.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: FaultKind,
    bit: u64,
    path: Vec<u32>,
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// A field needs more than remains.
    End {
        /// How many units were there.
        have: u64,
        /// How many units were asked for; for whole words, the size of the stream.
        need: u64,
        /// Bits within the last word, or bytes of the stream.
        bits: bool,
    },
    /// The stream ends inside a block.
    Premature,
    /// Something other than a block at the top level: the abbreviation id found.
    TopLevel(u32),
    /// An encoding of an abbreviation operand that does not exist: 0, 6 or 7.
    Encoding(u8),
    /// An abbreviation without operands.
    EmptyAbbrev,
    /// A Fixed or VBR operand wider than 32 bits.
    Width(u64),
    /// A block whose abbreviation ids have no bits.
    IdWidthZero,
    /// A block whose abbreviation ids have more than 32 bits.
    IdWidth(u32),
    /// A block header with nothing behind it.
    BlockAtEnd,
    /// A block to be skipped with nothing behind its header.
    SkipAtEnd,
    /// A block whose length word points past the end: the bit it points at, and the bit after the word.
    SkipTooFar(u64, u64),
    /// An abbreviation id that is not defined here.
    UnknownAbbrev(u32),
    /// An array that is not followed by exactly one element encoding.
    ArrayPlace,
    /// An array whose element is a literal, or a Fixed or VBR of no width.
    ArrayOfLiteral,
    /// An array of arrays or of blobs.
    ArrayOfArray,
    /// A record code encoded as an array or blob.
    CodeShape,
    /// A VBR with more chunks than its type has room for.
    Vbr,
    /// A count that the stream cannot hold.
    Count(u32),
    /// A count that could not be read, because of this.
    CountUnreadable(Box<FaultKind>),
    /// A blob that ends past the stream: its length in bytes.
    Blob(u32),
    /// A `BLOCKINFO` block with a record that needs a `SETBID` before it, or with an empty `SETBID`.
    BlockInfo,
    /// A `SETRECORDNAME` without a code.
    RecordName,
    /// Bytes that are no wrapper, although they start with its magic.
    Wrapper,
    /// A file whose length is not a multiple of four.
    Length(u64),
    /// Metadata strings that are not what they claim: LLVM's words.
    MetadataStrings(&'static str),
    /// A limit of this reader: what is limited, and the limit.
    Limit(&'static str, u64),
    /// What was decoded cannot be encoded again: the writer's words.
    Unwritable(String),
}

impl FaultKind {
    /// What `llvm-bcanalyzer` says; for the limits of this reader, our own words.
    pub fn llvm_message(&self) -> String {
        match self {
            FaultKind::End { have, need, bits } => {
                let unit = if *bits { "bits" } else { "bytes" };
                format!("Unexpected end of file reading {have} of {need} {unit}")
            }
            FaultKind::Premature => "Premature end of bitstream".into(),
            FaultKind::TopLevel(_) => "Invalid record at top-level".into(),
            FaultKind::Encoding(_) => "Invalid encoding".into(),
            FaultKind::EmptyAbbrev => "Abbrev record with no operands".into(),
            FaultKind::Width(_) => "Fixed or VBR abbrev record with size > MaxChunkData".into(),
            FaultKind::IdWidthZero => "can't enter sub-block: current code size is 0".into(),
            FaultKind::IdWidth(width) => {
                format!("can't read more than 32 at a time, trying to read {width}")
            }
            FaultKind::BlockAtEnd => "can't enter sub block: already at end of stream".into(),
            FaultKind::SkipAtEnd => "can't skip block: already at end of stream".into(),
            FaultKind::SkipTooFar(to, from) => format!("can't skip to bit {to} from {from}"),
            FaultKind::UnknownAbbrev(_) => "Invalid abbrev number".into(),
            FaultKind::ArrayPlace => "Array op not second to last".into(),
            FaultKind::ArrayOfLiteral => "Array element type has to be an encoding of a type".into(),
            FaultKind::ArrayOfArray => "Array element type can't be an Array or a Blob".into(),
            FaultKind::CodeShape => "Abbreviation starts with an Array or a Blob".into(),
            FaultKind::Vbr => "Unterminated VBR".into(),
            FaultKind::Count(_) => "Size is not plausible".into(),
            FaultKind::CountUnreadable(inner) => format!("Failed to read size: {}", inner.llvm_message()),
            FaultKind::Blob(_) => "Blob ends too soon".into(),
            FaultKind::BlockInfo => "Malformed BlockInfoBlock".into(),
            FaultKind::RecordName => "SETRECORDNAME without a record code".into(),
            FaultKind::Wrapper => "Invalid bitcode wrapper header".into(),
            FaultKind::Length(_) => "Bitcode stream should be a multiple of 4 bytes in length".into(),
            FaultKind::MetadataStrings(what) => (*what).into(),
            FaultKind::Limit(what, limit) => format!("more than {limit} {what}"),
            FaultKind::Unwritable(why) => why.clone(),
        }
    }

    /// Whether this is a check of ours, for which LLVM has no message.
    pub fn is_ours(&self) -> bool {
        matches!(self, FaultKind::RecordName | FaultKind::Limit(..))
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::End { need: 0, bits: false, .. } => f.write_str("an empty file"),
            FaultKind::End { .. } => f.write_str("the stream ends inside a field"),
            FaultKind::TopLevel(id) => {
                write!(f, "expected a block (abbreviation id 1) at the top level, found id {id}")
            }
            FaultKind::Encoding(found) => {
                write!(f, "encoding {found} of an abbreviation operand; there are 1 to 5")
            }
            FaultKind::EmptyAbbrev => f.write_str("an abbreviation without operands"),
            FaultKind::Width(width) => {
                write!(f, "a Fixed or VBR operand of {width} bits; LLVM reads at most 32")
            }
            FaultKind::IdWidthZero => f.write_str("a block whose abbreviation ids are 0 bits wide"),
            FaultKind::IdWidth(width) => {
                write!(f, "a block whose abbreviation ids are {width} bits wide; at most 32 are allowed")
            }
            FaultKind::UnknownAbbrev(id) => write!(f, "abbreviation {id} is not defined in this block"),
            FaultKind::Vbr => f.write_str("a VBR that goes on past the width of its type"),
            FaultKind::Count(count) => write!(f, "{count} operands, more than the stream has bits"),
            FaultKind::CountUnreadable(inner) => write!(f, "the number of operands cannot be read: {inner}"),
            FaultKind::Blob(len) => write!(f, "a blob of {len} bytes ends past the stream"),
            FaultKind::Premature => f.write_str("the stream ends inside a block"),
            FaultKind::MetadataStrings(what) => write!(f, "METADATA_STRINGS: {what}"),
            FaultKind::BlockInfo => f.write_str("BLOCKINFO describes a block before it says which (SETBID)"),
            FaultKind::Length(len) => {
                write!(f, "the file has {len} bytes; bitstreams are a multiple of 4 bytes long")
            }
            other => f.write_str(&other.llvm_message()),
        }
    }
}

impl Fault {
    /// A fault at this bit of the stream.
    #[cold]
    pub fn new(kind: FaultKind, bit: u64) -> Fault {
        Fault(Box::new(Inner { kind, bit, path: Vec::new() }))
    }

    /// What went wrong.
    pub fn kind(&self) -> &FaultKind {
        &self.0.kind
    }

    /// The bit, from the first bit of the file once [`Fault::based`] was applied, of the stream before.
    pub fn bit(&self) -> u64 {
        self.0.bit
    }

    /// Ids of the open blocks, outermost first; of very many the outermost and innermost alone.
    pub fn path(&self) -> &[u32] {
        &self.0.path
    }

    /// Says in which blocks it happened.
    #[cold]
    #[must_use]
    pub fn within(mut self, blocks: impl IntoIterator<Item = u32>) -> Fault {
        if self.0.path.is_empty() {
            self.0.path = blocks.into_iter().collect();
        }
        self
    }

    /// Adds the place of the stream in its file, in bytes.
    #[cold]
    #[must_use]
    pub fn based(mut self, base: u64) -> Fault {
        self.0.bit = self.0.bit.saturating_add(base.saturating_mul(8));
        self
    }

    #[cold]
    pub(crate) fn map(mut self, change: impl FnOnce(FaultKind) -> FaultKind) -> Fault {
        let kind = std::mem::replace(&mut self.0.kind, FaultKind::Premature);
        self.0.kind = change(kind);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at bit {} = {})", self.0.kind, self.0.bit, span(self.0.bit))?;
        if !self.0.path.is_empty() {
            f.write_str(" in block")?;
            for (i, id) in self.0.path.iter().enumerate() {
                write!(f, "{} {id}", if i == 0 { "" } else { " /" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Fault {}

fn span(bit: u64) -> Span {
    Span::bits(bit..bit)
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let kind = match &fault.0.kind {
            FaultKind::Wrapper => {
                ErrorKind::Invalid { what: "bitcode wrapper", why: fault.0.kind.to_string() }
            }
            FaultKind::Limit(what, limit) => ErrorKind::Limit { what, limit: *limit },
            kind => ErrorKind::Invalid { what: "bitstream", why: kind.to_string() },
        };
        let mut error = Error::new(kind, span(fault.0.bit));
        for id in fault.0.path.iter().rev() {
            error = error.within(outlast_core::Step::Item("block", u64::from(*id)));
        }
        error
    }
}
