//! [`Layout`]: one version of a bitstream format: its blocks, records and fields, and what its readers put up with.
//!
//! A block's id means one thing in a format, wherever blocks of it stand: `BLOCKINFO` knows blocks by their ids, too. What things *are*, whatever
//! they are called, is their key: the meaning that was declared, otherwise the name.

use std::collections::HashMap;

use outlast_bitstream::Op;
use outlast_bitstream::layout::Version;

use super::tolerance::{Count, Tolerance, Unknown};
use crate::Site;

/// One version of a format.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// The format's name.
    pub name: String,
    /// The four bytes that streams start with.
    pub magic: [u8; 4],
    /// Where files say their version, and which one writers give.
    pub version: Option<VersionPlace>,
    /// What readers put up with, unless a block or record says otherwise.
    pub reader: Tolerance,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Types whose numbers have names.
    pub enums: Vec<Enum>,
    /// What it was made from.
    pub basis: Basis,
    /// Where it is declared.
    pub site: Site,
}

/// What a layout was made from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Basis {
    /// A description: what is not in it is not in the format.
    #[default]
    Declared,
    /// This many streams: what is not in it was not seen.
    Observed(u64),
}

/// Where files say their version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionPlace {
    /// Id of the block.
    pub block: u32,
    /// Code of the record.
    pub record: u32,
    /// Operand with the major version.
    pub major: usize,
    /// Operand with the minor version.
    pub minor: Option<usize>,
    /// What writers give.
    pub is: Version,
    /// Where it is declared.
    pub site: Site,
}

/// A block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Its id.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// Whether it stands at the top level.
    pub top: bool,
    /// Ids of blocks that it stands in.
    pub inside: Vec<u32>,
    /// Whether readers refuse what should have one and has none.
    pub required: bool,
    /// Whether readers that do not know it must not pass over it.
    pub must_understand: bool,
    /// What readers do with blocks in it that they do not know.
    pub unknown_blocks: Option<Unknown>,
    /// What readers do with records in it that they do not know.
    pub unknown_records: Option<Unknown>,
    /// Bits of abbreviation ids; enough for all of them where it is not declared.
    pub abbrev_width: Option<u32>,
    /// Abbreviations that `BLOCKINFO` has for it.
    pub abbreviations: Vec<Abbreviation>,
    /// Records that are known in it.
    pub records: Vec<Record>,
    /// Codes of records that readers know, and that are not described.
    pub known: Vec<u32>,
    /// Where it is declared.
    pub site: Site,
}

/// An abbreviation of `BLOCKINFO`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Abbreviation {
    /// Its id in the block: 4 for the first.
    pub id: u32,
    /// Its operands; the first is the record's code.
    pub ops: Vec<Op>,
    /// Where it is declared.
    pub site: Site,
}

/// A record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// Its code.
    pub code: u32,
    /// Its name.
    pub name: String,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// Its fields, in order.
    pub fields: Vec<Field>,
    /// Whether readers refuse a block without one.
    pub required: bool,
    /// Whether readers that do not know it must not pass over it.
    pub must_understand: bool,
    /// What readers do about the number of operands.
    pub count: Option<Count>,
    /// Whether readers ask for a blob.
    pub takes_blob: Option<bool>,
    /// Code of the record that it has to come right after, or after others that follow that one.
    pub follows: Option<u32>,
    /// Code of the record that readers take the next token for.
    pub then: Option<u32>,
    /// What was seen of it.
    pub seen: Option<Seen>,
    /// Where it is declared.
    pub site: Site,
}

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// One operand, all that are left, or the blob.
    pub kind: Kind,
    /// How it is written; of an array, how its elements are.
    pub op: Op,
    /// Its type; of an array, that of its elements.
    pub ty: Type,
    /// Whether records may end before it.
    pub optional: bool,
    /// Whether readers that do not know it must not pass over it.
    pub must_understand: bool,
    /// Where it is declared.
    pub site: Site,
}

/// How much of a record a field takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// One operand.
    Scalar,
    /// All operands from here on.
    Array,
    /// The bytes beside the operands.
    Blob,
}

/// What a reader has room for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An unsigned number of this many bits.
    Unsigned(u32),
    /// A signed number of this many bits, with the sign in the lowest bit.
    Signed(u32),
    /// 0 or 1.
    Bool,
    /// A number with a name: the enum's name.
    Enum(String),
}

/// A type whose numbers have names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// Its values.
    pub cases: Vec<Case>,
    /// Where it is declared.
    pub site: Site,
}

/// A value of an enum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// What it is, where the name does not say.
    pub meaning: Option<String>,
    /// Its number.
    pub number: u64,
    /// Where it is declared.
    pub site: Site,
}

/// What was seen of a record in files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// How many records.
    pub records: u64,
    /// The fewest operands.
    pub fewest: usize,
    /// The most operands.
    pub most: usize,
    /// How many had a blob.
    pub blobs: u64,
    /// How many were written without an abbreviation.
    pub unabbreviated: u64,
    /// The abbreviations that they were written with, and how many by each.
    pub abbreviations: Vec<(Vec<Op>, u64)>,
    /// The least and greatest value of the first operands.
    pub values: Vec<(u64, u64)>,
    /// The record that always came right before; none if there was not always the same one.
    pub after: Option<u32>,
}

impl Layout {
    /// A block, by its id.
    pub fn block(&self, id: u32) -> Option<&Block> {
        self.blocks.iter().find(|block| block.id == id)
    }

    /// A block, by its key.
    pub fn block_named(&self, key: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.key() == key)
    }

    /// The enum of this name.
    pub fn enumeration(&self, name: &str) -> Option<&Enum> {
        self.enums.iter().find(|enumeration| enumeration.name == name)
    }

    /// A block that stands in a block of this id, or at the top level.
    pub fn known_in(&self, parent: Option<u32>, id: u32) -> Option<&Block> {
        self.block(id).filter(|block| block.stands_in(parent))
    }

    /// Blocks that stand in a block of this id, or at the top level.
    pub fn children(&self, parent: Option<u32>) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| block.stands_in(parent))
    }

    /// What readers do about the number of operands of a record.
    pub fn count(&self, record: &Record) -> Count {
        record.count.unwrap_or(self.reader.count)
    }

    /// Whether readers ask for the blob of a record. They do where there is one to be read.
    pub fn takes_blob(&self, record: &Record) -> bool {
        record.blob().is_some() || record.takes_blob.unwrap_or(self.reader.takes_blob)
    }

    /// What readers do with blocks that they do not know, in a block or at the top level.
    pub fn unknown_blocks<'l>(&'l self, parent: Option<&'l Block>) -> &'l Unknown {
        parent.and_then(|block| block.unknown_blocks.as_ref()).unwrap_or(&self.reader.unknown_blocks)
    }

    /// What readers do with records that they do not know.
    pub fn unknown_records(&self, block: &Block) -> Unknown {
        block.unknown_records.clone().unwrap_or_else(|| self.reader.unknown_records.clone())
    }
}

impl Block {
    /// What it is.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.name)
    }

    /// Whether it stands in a block of this id, or at the top level.
    pub fn stands_in(&self, parent: Option<u32>) -> bool {
        parent.map_or(self.top, |id| self.inside.contains(&id))
    }

    /// A record, by its code.
    pub fn record(&self, code: u32) -> Option<&Record> {
        self.records.iter().find(|record| record.code == code)
    }

    /// A record, by its key.
    pub fn record_named(&self, key: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.key() == key)
    }

    /// Whether a record follows another one, perhaps with others between that do.
    pub fn is_led_by(&self, code: u32, head: u32) -> bool {
        let mut at = code;
        for _ in 0..=self.records.len() {
            match self.record(at).and_then(|record| record.follows) {
                Some(before) if before == head => return true,
                Some(before) => at = before,
                None => return false,
            }
        }
        false
    }
}

impl Record {
    /// What it is.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.name)
    }

    /// The field that is the blob.
    pub fn blob(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.kind == Kind::Blob)
    }

    /// The field that takes all operands to the end.
    pub fn array(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.kind == Kind::Array)
    }

    /// A field by its key, with its place.
    pub fn field_named(&self, key: &str) -> Option<(usize, &Field)> {
        self.fields.iter().enumerate().find(|(_, field)| field.key() == key)
    }

    /// How many operands readers demand.
    pub fn fewest(&self) -> usize {
        self.fields.iter().filter(|field| field.kind == Kind::Scalar && !field.optional).count()
    }

    /// How many operands readers know; none if there is no limit.
    pub fn most(&self) -> Option<usize> {
        let scalars = self.fields.iter().filter(|field| field.kind == Kind::Scalar).count();
        if self.array().is_some() { None } else { Some(scalars) }
    }
}

impl Field {
    /// What it is.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.name)
    }
}

impl Case {
    /// What it is.
    pub fn key(&self) -> &str {
        self.meaning.as_deref().unwrap_or(&self.name)
    }
}

impl Enum {
    /// The value of this number.
    pub fn case(&self, number: u64) -> Option<&Case> {
        self.cases.iter().find(|case| case.number == number)
    }

    /// Its values by what they are ([`Case::key`]); the first, if two are the same.
    pub(crate) fn by_key(&self) -> HashMap<&str, &Case> {
        self.cases.iter().rev().map(|case| (case.key(), case)).collect()
    }

    /// Its values by their numbers; the first, if two have one.
    pub(crate) fn by_number(&self) -> HashMap<u64, &Case> {
        self.cases.iter().rev().map(|case| (case.number, case)).collect()
    }
}

impl Type {
    /// As descriptions spell it: `u32`, `i8`, `bool`, the name of an enum.
    pub fn text(&self) -> String {
        match self {
            Type::Unsigned(bits) => format!("u{bits}"),
            Type::Signed(bits) => format!("i{bits}"),
            Type::Bool => "bool".to_string(),
            Type::Enum(name) => name.clone(),
        }
    }

    /// The greatest 64 bits that it has room for.
    pub fn highest(&self) -> u64 {
        match self {
            Type::Unsigned(bits) | Type::Signed(bits) => ones(*bits),
            Type::Bool => 1,
            Type::Enum(_) => u64::MAX,
        }
    }

    /// Whether numbers have their sign in the lowest bit.
    pub fn is_signed(&self) -> bool {
        matches!(self, Type::Signed(_))
    }
}

impl Kind {
    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Scalar => "scalar",
            Kind::Array => "array",
            Kind::Blob => "blob",
        }
    }
}

/// A number of this many ones.
pub(crate) fn ones(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

/// How an operand is written, as descriptions spell it.
pub fn op_text(op: Op) -> String {
    match op {
        Op::Fixed(width) => format!("fixed({width})"),
        Op::Vbr(width) => format!("vbr({width})"),
        Op::Literal(value) => format!("literal({value})"),
        Op::Char6 => "char6".to_string(),
        Op::Array => "array".to_string(),
        Op::Blob => "blob".to_string(),
    }
}

/// The operand of this spelling.
pub fn op_of(text: &str) -> Option<Op> {
    let (name, number) = match text.split_once('(') {
        Some((name, rest)) => (name, Some(rest.strip_suffix(')')?)),
        None => (text, None),
    };
    let width = || number?.parse().ok().filter(|width| (1..=32).contains(width));
    match (name, number) {
        ("fixed", _) => width().map(Op::Fixed),
        ("vbr", _) => width().filter(|width| *width > 1).map(Op::Vbr),
        ("literal", Some(value)) => value.parse().ok().map(Op::Literal),
        ("char6", None) => Some(Op::Char6),
        ("array", None) => Some(Op::Array),
        ("blob", None) => Some(Op::Blob),
        _ => None,
    }
}
