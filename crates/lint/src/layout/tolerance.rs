//! [`Tolerance`]: what readers of a format put up with. A layout without it says nothing about compatibility.

/// What a reader does with something that it does not know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Unknown {
    /// It passes over it.
    #[default]
    Skip,
    /// It refuses the file.
    Refuse,
    /// It takes it for this, silently: LLVM takes a constant that it does not know for `undef`.
    Misread(String),
}

/// What a reader does about the number of a record's operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Count {
    /// It checks that there are enough, and ignores more.
    #[default]
    Minimum,
    /// It refuses more than it knows: `BCRecordLayout::readRecord`.
    Exact,
}

/// How a reader comes to the abbreviations of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abbreviations {
    /// It reads their definitions in the stream, so that they are no part of the format.
    #[default]
    InStream,
    /// It has those of `BLOCKINFO` built in, and streams do not carry them.
    BuiltIn,
}

/// What a reader puts up with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tolerance {
    /// Blocks that it does not know.
    pub unknown_blocks: Unknown,
    /// Records that it does not know.
    pub unknown_records: Unknown,
    /// The number of operands.
    pub count: Count,
    /// Whether it passes a place for the blob to `readRecord`. If it does not, the bytes of a blob are operands to it.
    pub takes_blob: bool,
    /// Whether a value that a field's type has no room for is refused. Otherwise its upper bits are lost.
    pub refuses_wide: bool,
    /// Whether a field that is a literal has to have that value.
    pub checks_literals: bool,
    /// Whether a number of an enum that it has no name for is refused. Otherwise it is kept.
    pub refuses_unknown_values: bool,
    /// Where it has abbreviations from.
    pub abbreviations: Abbreviations,
    /// Whether it refuses another minor version.
    pub exact_minor: bool,
    /// The oldest major version that it reads.
    pub oldest_major: u32,
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance {
            unknown_blocks: Unknown::Skip,
            unknown_records: Unknown::Skip,
            count: Count::Minimum,
            takes_blob: true,
            refuses_wide: true,
            checks_literals: true,
            refuses_unknown_values: false,
            abbreviations: Abbreviations::InStream,
            exact_minor: false,
            oldest_major: 0,
        }
    }
}

impl Unknown {
    /// What happens, as a verb: `skips`.
    pub fn verb(&self) -> &'static str {
        match self {
            Unknown::Skip => "skip",
            Unknown::Refuse => "refuse",
            Unknown::Misread(_) => "misread",
        }
    }
}
