//! [`Schema`]: layouts as text that can be kept, read again and compared.
//!
//! One line each for blocks, records and fields, indented under each other:
//!
//! ```text
//! block 9 CONTROL_BLOCK
//!   block 16
//!   record 1 METADATA
//!     required major u16 fixed(16)
//!     optional short_len u32 vbr(8)
//!     blob text
//!     rest
//!   record 7 IS_OSSA exact follows 1 second 8
//!     required level enum{Note=1,Error=3} vbr(6)
//! ```

use std::fmt;
use std::str::FromStr;

use crate::abbrev::Op;
use crate::layout::{BlockShape, FieldShape, Presence, RecordShape, ValueShape};

/// Blocks of a format, as data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schema {
    /// The blocks.
    pub blocks: Vec<BlockSchema>,
}

/// A block, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSchema {
    /// Its id.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Ids of blocks that are known in it.
    pub blocks: Vec<u32>,
    /// Records that are known.
    pub records: Vec<RecordSchema>,
}

/// A record, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordSchema {
    /// Its code.
    pub code: u32,
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<FieldSchema>,
    /// Whether fields of the future are kept.
    pub rest: bool,
    /// Whether fields of the future are refused.
    pub exact: bool,
    /// The code of the record it has to follow.
    pub follows: Option<u32>,
    /// The code of its second record.
    pub second: Option<u32>,
}

/// A field, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldSchema {
    /// Its name.
    pub name: String,
    /// How often it is there.
    pub presence: Presence,
    /// How it is written.
    pub op: Op,
    /// Its type: `u8` to `u64`, `i8` to `i64`, `bool`, `enum{Name=1,…}`, `char`, `byte`.
    pub value: String,
}

/// A line that is not a schema's: its number from 1 on, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchemaError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for SchemaError {}

impl Schema {
    /// The schema of these blocks.
    pub fn new<'s>(blocks: impl IntoIterator<Item = &'s BlockShape>) -> Schema {
        Schema { blocks: blocks.into_iter().map(BlockSchema::from).collect() }
    }

    /// A block, by its id.
    pub fn block(&self, id: u32) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.id == id)
    }
}

impl BlockSchema {
    /// A record, by its code.
    pub fn record(&self, code: u32) -> Option<&RecordSchema> {
        self.records.iter().find(|record| record.code == code)
    }
}

impl From<&BlockShape> for BlockSchema {
    fn from(shape: &BlockShape) -> BlockSchema {
        BlockSchema {
            id: shape.id,
            name: shape.name.to_owned(),
            blocks: shape.blocks.to_vec(),
            records: shape.records.iter().map(RecordSchema::from).collect(),
        }
    }
}

impl From<&RecordShape> for RecordSchema {
    fn from(shape: &RecordShape) -> RecordSchema {
        RecordSchema {
            code: shape.code,
            name: shape.name.to_owned(),
            fields: shape.fields.iter().map(FieldSchema::from).collect(),
            rest: shape.rest,
            exact: shape.exact,
            follows: shape.follows,
            second: shape.second,
        }
    }
}

impl From<&FieldShape> for FieldSchema {
    fn from(shape: &FieldShape) -> FieldSchema {
        let value = match shape.value {
            ValueShape::Unsigned(bits) => format!("u{bits}"),
            ValueShape::Signed(bits) => format!("i{bits}"),
            ValueShape::Bool => "bool".into(),
            ValueShape::Enum(_, cases) => {
                let cases: Vec<String> =
                    cases.iter().map(|(name, number)| format!("{name}={number}")).collect();
                format!("enum{{{}}}", cases.join(","))
            }
            ValueShape::Character => "char".into(),
            ValueShape::Byte => "byte".into(),
        };
        FieldSchema { name: shape.name.to_owned(), presence: shape.presence, op: shape.op, value }
    }
}

/// Words of the text form, and what they stand for.
const PRESENCE: &[(&str, Presence)] = &[
    ("required", Presence::Required),
    ("optional", Presence::Optional),
    ("array", Presence::Array),
    ("text", Presence::Text),
    ("blob", Presence::Blob),
    ("optional-blob", Presence::OptionalBlob),
];

struct OpText(Op);

impl fmt::Display for OpText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Op::Fixed(width) => write!(f, "fixed({width})"),
            Op::Vbr(width) => write!(f, "vbr({width})"),
            Op::Literal(value) => write!(f, "literal({value})"),
            Op::Char6 => f.write_str("char6"),
            Op::Array => f.write_str("array"),
            Op::Blob => f.write_str("blob"),
        }
    }
}

fn op(text: &str) -> Option<Op> {
    let (name, number) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')?),
        None => (text, ""),
    };
    Some(match name {
        "fixed" => Op::Fixed(number.parse().ok()?),
        "vbr" => Op::Vbr(number.parse().ok()?),
        "literal" => Op::Literal(number.parse().ok()?),
        "char6" if number.is_empty() => Op::Char6,
        _ => return None,
    })
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.blocks.iter().try_for_each(|block| block.fmt(f))
    }
}

impl fmt::Display for BlockSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "block {} {}", self.id, self.name)?;
        self.blocks.iter().try_for_each(|block| writeln!(f, "  block {block}"))?;
        self.records.iter().try_for_each(|record| record.fmt(f))
    }
}

impl fmt::Display for RecordSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  record {} {}", self.code, self.name)?;
        if self.exact {
            f.write_str(" exact")?;
        }
        for (word, code) in [("follows", self.follows), ("second", self.second)] {
            if let Some(code) = code {
                write!(f, " {word} {code}")?;
            }
        }
        writeln!(f)?;
        for field in &self.fields {
            let presence = PRESENCE.iter().find(|(_, of)| *of == field.presence).map_or("", |(word, _)| word);
            write!(f, "    {presence} {}", field.name)?;
            match field.op {
                Op::Blob => writeln!(f)?,
                op => writeln!(f, " {} {}", field.value, OpText(op))?,
            }
        }
        if self.rest {
            writeln!(f, "    rest")?;
        }
        Ok(())
    }
}

impl FromStr for Schema {
    type Err = SchemaError;

    fn from_str(text: &str) -> Result<Schema, SchemaError> {
        let mut schema = Schema::default();
        for (index, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let indent = line.len() - line.trim_start().len();
            if !words.is_empty() {
                let done = schema.line(indent, &words);
                done.map_err(|why| SchemaError { line: index + 1, why: why.into() })?;
            }
        }
        Ok(schema)
    }
}

impl Schema {
    fn line(&mut self, indent: usize, words: &[&str]) -> Result<(), &'static str> {
        let number = |word: &str| word.parse::<u32>().map_err(|_| "a number is expected");
        match (indent, words) {
            (0, ["block", id, name @ ..]) => {
                let (id, name) = (number(id)?, name.join(" "));
                self.blocks.push(BlockSchema { id, name, blocks: Vec::new(), records: Vec::new() });
            }
            (2, ["block", id]) => self.last()?.blocks.push(number(id)?),
            (2, ["record", code, name, rest @ ..]) => {
                let mut record = RecordSchema {
                    code: number(code)?,
                    name: (*name).into(),
                    fields: Vec::new(),
                    rest: false,
                    exact: false,
                    follows: None,
                    second: None,
                };
                let mut rest = rest;
                loop {
                    rest = match rest {
                        [] => break,
                        ["exact", more @ ..] => {
                            record.exact = true;
                            more
                        }
                        ["follows", code, more @ ..] => {
                            record.follows = Some(number(code)?);
                            more
                        }
                        ["second", code, more @ ..] => {
                            record.second = Some(number(code)?);
                            more
                        }
                        _ => return Err("after a record's name come exact, follows CODE, second CODE"),
                    };
                }
                self.last()?.records.push(record);
            }
            (4, ["rest"]) => self.last_record()?.rest = true,
            (4, [presence, name, what @ ..]) => {
                let known = PRESENCE.iter().find(|(word, _)| word == presence);
                let presence =
                    known.ok_or("a field is required, optional, array, text, blob or optional-blob")?.1;
                let (value, op) = match (presence, what) {
                    (Presence::Blob | Presence::OptionalBlob, []) => ("byte", Op::Blob),
                    (Presence::Blob | Presence::OptionalBlob, _) => return Err("a blob has no encoding"),
                    (_, [value, encoding]) => (*value, op(encoding).ok_or("the encoding is not known")?),
                    _ => return Err("a field has a name, a type and an encoding"),
                };
                let field = FieldSchema { name: (*name).into(), presence, op, value: value.into() };
                self.last_record()?.fields.push(field);
            }
            _ => return Err("a block, a record or a field is expected, indented by 0, 2 or 4"),
        }
        Ok(())
    }

    fn last(&mut self) -> Result<&mut BlockSchema, &'static str> {
        self.blocks.last_mut().ok_or("no block before it")
    }

    fn last_record(&mut self) -> Result<&mut RecordSchema, &'static str> {
        self.last()?.records.last_mut().ok_or("no record before it")
    }
}
