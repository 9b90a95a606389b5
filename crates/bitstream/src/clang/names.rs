//! Keys and data of Clang's tables, and how keys are hashed.

use outlast_core::{Error, ErrorKind, Result, Span};

use crate::fields::text;
use crate::hash_table::hashes;

/// How wide numbers of identifiers and declarations are. What they are hashed with changed at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbers {
    /// 32 bits: up to Clang 18.
    Narrow,
    /// 64 bits.
    Wide,
}

impl Numbers {
    /// The number at the start, and what follows.
    pub(crate) fn take(self, bytes: &[u8]) -> Option<(u64, &[u8])> {
        match self {
            Numbers::Narrow => {
                bytes.split_first_chunk::<4>().map(|(raw, rest)| (u64::from(u32::from_le_bytes(*raw)), rest))
            }
            Numbers::Wide => {
                bytes.split_first_chunk::<8>().map(|(raw, rest)| (u64::from_le_bytes(*raw), rest))
            }
        }
    }

    /// As many numbers as there are; a remainder is left out.
    pub(crate) fn all(self, mut bytes: &[u8]) -> Vec<u64> {
        let mut numbers = Vec::new();
        while let Some((number, rest)) = self.take(bytes) {
            numbers.push(number);
            bytes = rest;
        }
        numbers
    }
}

fn u16_of(bytes: &[u8]) -> Option<(u16, &[u8])> {
    bytes.split_first_chunk::<2>().map(|(raw, rest)| (u16::from_le_bytes(*raw), rest))
}

fn u32_of(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk::<4>().map(|(raw, rest)| (u32::from_le_bytes(*raw), rest))
}

fn short(span: Span) -> Error {
    let why = "its data are too short for its kind".to_string();
    Error::new(ErrorKind::Invalid { what: "item of a hash table", why }, span)
}

/// What a file knows of an identifier.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identifier {
    /// Its number.
    pub id: u64,
    /// A number that says which builtin function or Objective-C keyword it is, if any; the numbers are the release's own.
    pub builtin: u16,
    /// Whether its use is an error.
    pub poisoned: bool,
    /// Whether it is or was a macro.
    pub is_macro: bool,
    /// Where the macro's history starts; 0 if that is another file's.
    pub macro_offset: u32,
    /// Declarations of the name at the top level.
    pub decls: Vec<u64>,
}

impl Identifier {
    /// `[number, lowest bit: whether more follows][builtin u16][flags u16]([macro u32])[declaration]…`.
    pub(crate) fn read(numbers: Numbers, data: &[u8], span: Span) -> Result<Identifier> {
        let missing = || short(span.clone());
        let (raw, rest) = numbers.take(data).ok_or_else(missing)?;
        let mut found = Identifier { id: raw >> 1, ..Identifier::default() };
        if raw & 1 == 0 {
            return Ok(found);
        }
        let (builtin, rest) = u16_of(rest).ok_or_else(missing)?;
        let (flags, mut rest) = u16_of(rest).ok_or_else(missing)?;
        found.builtin = builtin;
        found.poisoned = flags & 4 != 0;
        found.is_macro = flags & 16 != 0;
        if found.is_macro {
            (found.macro_offset, rest) = u32_of(rest).ok_or_else(missing)?;
        }
        found.decls = numbers.all(rest);
        Ok(found)
    }
}

/// What a file knows of an Objective-C selector.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selector {
    /// Its number.
    pub id: u32,
    /// Methods of instances.
    pub instance: Vec<u64>,
    /// Methods of classes.
    pub factory: Vec<u64>,
}

impl Selector {
    /// `[number u32][instance methods u16][class methods u16][declaration]…`; the lowest three bits of the counts are flags.
    pub(crate) fn read(numbers: Numbers, data: &[u8], span: Span) -> Result<Selector> {
        let missing = || short(span.clone());
        let (id, rest) = u32_of(data).ok_or_else(missing)?;
        let (instance, rest) = u16_of(rest).ok_or_else(missing)?;
        let (_, rest) = u16_of(rest).ok_or_else(missing)?;
        let mut all = numbers.all(rest);
        let factory = all.split_off(usize::from(instance >> 3).min(all.len()));
        Ok(Selector { id, instance: all, factory })
    }
}

/// A header that the file knows of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeaderFile {
    /// Its path; relative ones count from the module's directory.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed; 0 where it was not recorded.
    pub modified: u64,
    /// Flags, as stored.
    pub flags: u8,
}

impl HeaderFile {
    /// `[size u64][time u64][path, 0]`.
    pub(crate) fn key(key: &[u8]) -> Option<(u64, u64, &[u8])> {
        let (size, rest) = key.split_first_chunk::<8>()?;
        let (modified, name) = rest.split_first_chunk::<8>()?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        Some((u64::from_le_bytes(*size), u64::from_le_bytes(*modified), name))
    }

    pub(crate) fn read(key: &[u8], data: &[u8]) -> Option<HeaderFile> {
        let (size, modified, name) = HeaderFile::key(key)?;
        Some(HeaderFile { name: text(name), size, modified, flags: data.first().copied().unwrap_or(0) })
    }
}

/// The hash of a header: its size and time.
pub(crate) fn header_hash(numbers: Numbers, size: u64, modified: u64) -> u32 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&size.to_le_bytes());
    bytes[8..].copy_from_slice(&modified.to_le_bytes());
    hash_bytes(numbers, &bytes)
}

fn hash_bytes(numbers: Numbers, bytes: &[u8]) -> u32 {
    match numbers {
        Numbers::Narrow => hashes::combine(bytes),
        Numbers::Wide => u32::try_from(hashes::xxh3(bytes) & u64::from(u32::MAX)).unwrap_or(u32::MAX),
    }
}

/// The name of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DeclName {
    /// A plain name.
    Identifier(String),
    /// Constructors.
    Constructor,
    /// Destructors.
    Destructor,
    /// Conversion functions.
    Conversion,
    /// An operator, by its number.
    Operator(u8),
    /// Deduction guides of a template.
    DeductionGuide(String),
    /// A literal operator.
    Literal(String),
    /// `using namespace`.
    UsingDirective,
    /// An Objective-C selector, by its number: its kind (1 without, 2 with one, 11 with several arguments) and number.
    Selector(u8, u32),
}

impl DeclName {
    /// The number of its kind.
    fn kind(&self) -> u8 {
        match self {
            DeclName::Identifier(_) => 0,
            DeclName::Selector(kind, _) => *kind,
            DeclName::Constructor => 3,
            DeclName::Destructor => 4,
            DeclName::Conversion => 5,
            DeclName::Operator(_) => 6,
            DeclName::DeductionGuide(_) => 8,
            DeclName::Literal(_) => 9,
            DeclName::UsingDirective => 10,
        }
    }

    /// `[kind u8]`, then the number of an identifier or of an operator, or nothing. `identifier` gives the text of a number.
    pub(crate) fn read(
        numbers: Numbers,
        key: &[u8],
        identifier: impl Fn(u64) -> Option<String>,
    ) -> Option<DeclName> {
        let (kind, rest) = key.split_first()?;
        let name = || identifier(numbers.take(rest)?.0);
        Some(match kind {
            0 => DeclName::Identifier(name()?),
            3 => DeclName::Constructor,
            4 => DeclName::Destructor,
            5 => DeclName::Conversion,
            6 => DeclName::Operator(*rest.first()?),
            8 => DeclName::DeductionGuide(name()?),
            9 => DeclName::Literal(name()?),
            10 => DeclName::UsingDirective,
            1 | 2 | 11 => DeclName::Selector(*kind, u32_of(rest)?.0),
            _ => return None,
        })
    }
}

/// The hash of a name: its kind, and what belongs to it, as words of 32 bits. None for selectors, whose parts would be
/// needed.
pub(crate) fn name_hash(numbers: Numbers, name: &DeclName) -> Option<u32> {
    let mut bytes = u32::from(name.kind()).to_le_bytes().to_vec();
    match name {
        DeclName::Identifier(text) | DeclName::DeductionGuide(text) | DeclName::Literal(text) => {
            let text = text.as_bytes();
            bytes.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
            let whole = text.chunks_exact(4);
            let rest = whole.remainder();
            whole.for_each(|word| bytes.extend(word));
            if !rest.is_empty() {
                // The last bytes stand in one word, the first of them highest.
                let last = rest.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
                bytes.extend(last.to_le_bytes());
            }
        }
        DeclName::Operator(number) => bytes.extend(u32::from(*number).to_le_bytes()),
        DeclName::Selector(..) => return None,
        _ => {}
    }
    Some(hash_bytes(numbers, &bytes))
}
