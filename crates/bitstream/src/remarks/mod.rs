//! Optimization remarks: what a compiler did, could not do, and why.
//!
//! `META 8` has `CONTAINER_INFO 1 [version, type]`, `REMARK_VERSION 2`, `STRTAB 3` with strings that end with a zero byte,
//! `EXTERNAL_FILE 4`. Each `REMARK 9` block is one remark: `HEADER 5 [type, name, pass, function]`, `DEBUG_LOC 6 [file, line,
//! column]`, `HOTNESS 7`, arguments `8 [key, value, file, line, column]` and `9 [key, value]`; names and texts are numbers of
//! strings. Until LLVM 21 the strings of a file beside an object are in the object's section (container version 0); since
//! then the strings follow the remarks (container version 1).

mod kinds;

use std::collections::BTreeMap;

use crate::fields::{blob_text, index, text};
use crate::{Cursor, Fault, Item, Record, Stream};

pub use kinds::{Container, RemarkType};

const META: u32 = 8;
const REMARK: u32 = 9;

/// A place in a source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemarkLocation {
    /// The number of the file's name.
    pub file: u64,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1; 0 for none.
    pub column: u64,
}

/// An argument of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The number of its key: `String`, `Callee`.
    pub key: u64,
    /// The number of its value.
    pub value: u64,
    /// Where the thing is.
    pub location: Option<RemarkLocation>,
}

/// One remark. Names are numbers of strings: [`Remarks::string`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Remark {
    /// What it is about.
    pub kind: RemarkType,
    /// The number of its name: `Inlined`.
    pub name: u64,
    /// The number of its pass: `inline`.
    pub pass: u64,
    /// The number of its function.
    pub function: u64,
    /// Where it is.
    pub location: Option<RemarkLocation>,
    /// How often the place is run.
    pub hotness: Option<u64>,
    /// Its arguments; their values, one after the other, are its text.
    pub arguments: Vec<Argument>,
}

/// What a stream of remarks says of itself. Remarks are counted, not kept: see [`Remarks::each`].
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// Version of the container.
    pub container_version: Option<u64>,
    /// What the container is.
    pub container: Option<Container>,
    /// Version of the remarks.
    pub remark_version: Option<u64>,
    /// The strings; none where they are in another file.
    pub strings: Option<Vec<String>>,
    /// The file that has the remarks.
    pub external_file: Option<String>,
    /// How many remarks of each type there are.
    pub counts: BTreeMap<RemarkType, usize>,
    /// How many remarks there are of each pass, by the number of its name.
    pub passes: BTreeMap<u64, usize>,
    /// What stopped the reading; the rest is what was read before it.
    pub fault: Option<Fault>,
}

impl Remarks {
    /// Reads a stream, and counts its remarks.
    pub fn read(stream: Stream<'_>) -> Remarks {
        let mut remarks = Remarks::default();
        let (mut counts, mut passes) = (BTreeMap::new(), BTreeMap::new());
        let outcome = remarks.walk(stream, |remark| {
            *counts.entry(remark.kind).or_insert(0) += 1;
            *passes.entry(remark.pass).or_insert(0) += 1;
        });
        remarks.fault = outcome.err();
        (remarks.counts, remarks.passes) = (counts, passes);
        remarks
    }

    /// Visits every remark of a stream, in order. Strings may come after them: read the stream once before.
    ///
    /// # Errors
    ///
    /// What stops the reading.
    pub fn each(stream: Stream<'_>, visit: impl FnMut(&Remark)) -> Result<(), Fault> {
        Remarks::default().walk(stream, visit)
    }

    fn walk(&mut self, stream: Stream<'_>, mut visit: impl FnMut(&Remark)) -> Result<(), Fault> {
        let mut cursor = Cursor::new(stream)?;
        let mut remark = None;
        loop {
            let depth = cursor.depth();
            match cursor.next()? {
                None => return Ok(()),
                Some(Item::Enter(block)) if block.id == REMARK && depth == 0 => {
                    remark = Some(Remark::default());
                }
                Some(Item::Enter(block)) if block.id == META && depth == 0 => remark = None,
                Some(Item::Enter(_)) => {
                    cursor.skip_block()?;
                }
                Some(Item::Leave(..)) => {
                    if let Some(done) = remark.take() {
                        visit(&done);
                    }
                }
                Some(Item::Define(..)) => {}
                Some(Item::Record(record)) => match &mut remark {
                    Some(remark) => remark.record(&record),
                    None => self.meta(&record),
                },
            }
        }
    }

    fn meta(&mut self, record: &Record<'_, '_>) {
        let op = |index: usize| record.op(index).unwrap_or(0);
        match record.code {
            1 => {
                self.container_version = Some(op(0));
                self.container = Some(Container::from_number(op(0), op(1)));
            }
            2 => self.remark_version = Some(op(0)),
            3 => {
                let blob = record.blob.unwrap_or_default();
                // Each string ends with a zero; what follows the last is no string.
                let mut strings: Vec<String> = blob.split(|byte| *byte == 0).map(text).collect();
                strings.pop();
                self.strings = Some(strings);
            }
            4 => self.external_file = Some(blob_text(record)),
            _ => {}
        }
    }

    /// The string of a number; none where the strings are elsewhere, or there are not so many.
    pub fn string(&self, number: u64) -> Option<&str> {
        self.strings.as_ref()?.get(index(number)).map(String::as_str)
    }

    /// How many remarks there are.
    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }

    /// The text of a remark: the values of its arguments, one after the other.
    pub fn message(&self, remark: &Remark) -> Option<String> {
        remark.arguments.iter().map(|argument| self.string(argument.value)).collect()
    }
}

impl Remark {
    fn record(&mut self, record: &Record<'_, '_>) {
        let op = |index: usize| record.op(index).unwrap_or(0);
        let location = |at: usize| RemarkLocation { file: op(at), line: op(at + 1), column: op(at + 2) };
        match record.code {
            5 => {
                self.kind = RemarkType::from_number(op(0));
                (self.name, self.pass, self.function) = (op(1), op(2), op(3));
            }
            6 => self.location = Some(location(0)),
            7 => self.hotness = Some(op(0)),
            8 => self.arguments.push(Argument { key: op(0), value: op(1), location: Some(location(2)) }),
            9 => self.arguments.push(Argument { key: op(0), value: op(1), location: None }),
            _ => {}
        }
    }
}
