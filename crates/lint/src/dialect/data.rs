//! [`Question`]: whether files that exist hold what a change harms.

use outlast_core::Result;
use outlast_mlir::File;
use outlast_mlir::facts::{MlirFacts, facts};
use outlast_mlir::schema::{PropertyValue, decode};

use super::model::{CodeKind, Dialects, Op};
use crate::Answer;

/// What to look for in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What it is about: `func.func.no_inline`.
    pub path: String,
    /// What to look for.
    pub what: Asked,
}

/// What to look for in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Asked {
    /// An operation of a dialect.
    Dialect(String),
    /// Operations of this name.
    Op(String),
    /// A field of an operation that has a value.
    Field {
        /// The operation, with the fields by which its blob is read.
        op: Box<Op>,
        /// Its full name.
        name: String,
        /// The field.
        field: String,
        /// Whether only files count in which attributes have names: those of a version of the container before 5.
        named: bool,
    },
    /// An attribute or type that a dialect encodes.
    Code {
        /// The dialect.
        dialect: String,
        /// Attribute or type.
        kind: CodeKind,
        /// The code.
        code: u64,
    },
}

/// What a file has, for many questions.
#[derive(Debug)]
pub struct Contents(MlirFacts);

impl Contents {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It is no MLIR bytecode, or cannot be read to its end.
    pub fn read(bytes: &[u8]) -> Result<Contents> {
        Ok(Contents(facts(&File::open(bytes)?)?))
    }

    /// Whether it has an operation, or an attribute or type that a dialect encodes, of one of these dialects.
    pub fn is_of(&self, dialects: &Dialects) -> bool {
        let is_one = |name: &str| dialects.dialects.iter().any(|of| of.name == name);
        self.0.ops.iter().any(|op| is_one(&op.dialect))
            || self.0.codes.iter().any(|code| is_one(&code.dialect))
    }
}

impl Question {
    /// Whether files hold an operation.
    pub(crate) fn op(name: &str) -> Question {
        Question { path: name.to_string(), what: Asked::Op(name.to_string()) }
    }

    /// Whether files hold an operation in which a field has a value.
    pub(crate) fn field(name: &str, op: &Op, field: &str, named: bool) -> Question {
        let what = Asked::Field {
            op: Box::new(op.clone()),
            name: name.to_string(),
            field: field.to_string(),
            named,
        };
        Question { path: format!("{name}.{field}"), what }
    }

    /// In words: `func.func.no_inline has a value`.
    pub fn text(&self) -> String {
        match &self.what {
            Asked::Dialect(_) | Asked::Op(_) => format!("{} is there", self.path),
            Asked::Field { named: false, .. } => format!("{} has a value", self.path),
            Asked::Field { named: true, .. } => {
                format!("{} has a value, in a file of a version of the container before 5", self.path)
            }
            Asked::Code { kind, code, .. } => format!("{} ({} code {code}) is there", self.path, kind.name()),
        }
    }

    /// Looks at a file.
    ///
    /// # Errors
    ///
    /// It is no MLIR bytecode, it cannot be read to its end, or properties in it have another form than the question's: that is no answer.
    pub fn ask(&self, bytes: &[u8]) -> Result<Answer> {
        self.answer(&Contents::read(bytes)?)
    }

    /// Looks at what a file has.
    ///
    /// # Errors
    ///
    /// Properties in it have another form than the question's: that is no answer.
    pub fn answer(&self, contents: &Contents) -> Result<Answer> {
        let facts = &contents.0;
        let (count, first) = match &self.what {
            Asked::Dialect(name) => sum(facts
                .ops
                .iter()
                .filter(|op| op.dialect == *name)
                .map(|op| (op.count, op.first.span.start_byte()))),
            Asked::Op(name) => sum(facts
                .ops
                .iter()
                .filter(|op| op.name == *name)
                .map(|op| (op.count, op.first.span.start_byte()))),
            Asked::Field { op, name, field, named } => {
                if *named && facts.version >= outlast_mlir::defs::version::NATIVE_PROPERTIES_ENCODING {
                    return Ok(Answer::Never);
                }
                set(facts, op, name, field)?
            }
            Asked::Code { dialect, kind, code } => {
                let kind = match kind {
                    CodeKind::Attr => outlast_mlir::codec::EntryKind::Attr,
                    CodeKind::Type => outlast_mlir::codec::EntryKind::Type,
                };
                let all = facts
                    .codes
                    .iter()
                    .filter(|of| of.dialect == *dialect && of.kind == kind && of.code == *code);
                sum(all.map(|of| (of.count, of.first.span.start_byte())))
            }
        };
        Ok(if count == 0 { Answer::Never } else { Answer::Seen { count, first: Some(first) } })
    }
}

fn sum(all: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    let seen = all.filter(|(count, _)| *count > 0);
    let first = |found: (u64, u64), (count, at): (u64, u64)| (found.0.saturating_add(count), found.1.min(at));
    let (count, at) = seen.fold((0, u64::MAX), first);
    (count, if count == 0 { 0 } else { at })
}

/// In how many shapes of an operation a field has a value, and where the operation is first.
fn set(facts: &MlirFacts, op: &Op, name: &str, field: &str) -> Result<(u64, u64)> {
    let schema = op.schema();
    let (mut count, mut first) = (0, u64::MAX);
    for used in facts.ops.iter().filter(|used| used.name == name && used.count > 0) {
        for shape in &used.shapes {
            let dictionary = shape.attrs.and_then(|at| facts.dictionaries.get(at));
            let mut there = dictionary.is_some_and(|items| items.iter().any(|(of, _)| of == field));
            if let Some(blob) = shape.properties.and_then(|at| facts.blobs.get(at)) {
                let values = decode(used.schema.as_ref().unwrap_or(&schema), facts.version, blob)?;
                let has = |value: &PropertyValue| !value.is_default();
                there |= values.iter().any(|(of, value)| of.name == field && has(value));
            }
            if there {
                count += 1;
                first = first.min(used.first.span.start_byte());
            }
        }
    }
    Ok((count, if count == 0 { 0 } else { first }))
}
