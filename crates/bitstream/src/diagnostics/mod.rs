//! Serialized diagnostics (`.dia`): what Clang and Swift said of a source file.
//!
//! `META 8 [VERSION 1]`, then a `DIAG 9` block for each diagnostic; notes are blocks in it. Its records: `DIAG 2 [level, place,
//! category, flag, length]` with the message, `SOURCE_RANGE 3 [place, place]`, `DIAG_FLAG 4`, `CATEGORY 5`, `FILENAME 6`,
//! `FIXIT 7 [place, place, length]`, `SOURCE_FILE_CONTENTS 8 [file, …]`. A place is `[file, line, column, offset]`. Files,
//! categories and flags have numbers that hold for the whole stream and are said once, before they are used; 0 is none.

use std::collections::BTreeMap;

use crate::fields::blob_text;
use crate::{Cursor, Fault, Item, Record, Stream};

const META: u32 = 8;
const DIAG: u32 = 9;

/// How bad a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Level {
    /// Not shown.
    #[default]
    Ignored,
    /// Belongs to another diagnostic.
    Note,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// An error after which nothing more is read.
    Fatal,
    /// A remark.
    Remark,
    /// A number that nobody gave a meaning.
    Unknown(u64),
}

impl Level {
    fn from_number(number: u64) -> Level {
        match number {
            0 => Level::Ignored,
            1 => Level::Note,
            2 => Level::Warning,
            3 => Level::Error,
            4 => Level::Fatal,
            5 => Level::Remark,
            other => Level::Unknown(other),
        }
    }

    /// The word that compilers print.
    pub fn name(self) -> &'static str {
        match self {
            Level::Ignored => "ignored",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
            Level::Fatal => "fatal error",
            Level::Remark => "remark",
            Level::Unknown(_) => "unknown",
        }
    }
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// The file; none if the number stands for no file.
    pub file: Option<String>,
    /// Line, from 1; 0 for none.
    pub line: u64,
    /// Column, from 1; 0 for none.
    pub column: u64,
    /// Bytes from the start of the file.
    pub offset: u64,
}

impl std::fmt::Display for Location {
    /// `file:line:column`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.file {
            Some(file) if self.line > 0 => write!(f, "{file}:{}:{}", self.line, self.column),
            Some(file) => f.write_str(file),
            None => f.write_str("<unknown>"),
        }
    }
}

/// A change that would mend it: the text goes where the range is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixIt {
    /// Start and end of what is replaced.
    pub range: (Location, Location),
    /// The new text.
    pub text: String,
}

/// One diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostic {
    /// How deep it stands: 0 by itself, 1 a note on the one before with 0, and so on.
    pub depth: u32,
    /// How bad it is.
    pub level: Level,
    /// Where it is.
    pub location: Location,
    /// What it says.
    pub message: String,
    /// Its category: `Semantic Issue`.
    pub category: Option<String>,
    /// The switch that controls it, without `-W`: `uninitialized`.
    pub flag: Option<String>,
    /// Ranges that it marks.
    pub ranges: Vec<(Location, Location)>,
    /// Changes that would mend it.
    pub fixits: Vec<FixIt>,
}

/// A file that a diagnostic names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its size in bytes; 0 where the compiler did not say.
    pub size: u64,
    /// When it was changed, in seconds since 1970; 0 where the compiler did not say.
    pub modified: u64,
    /// Its text, where the stream carries it: of code that the compiler made.
    pub contents: Option<String>,
}

/// All diagnostics of a stream.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    /// Version of the format: 1 or 2.
    pub version: Option<u64>,
    /// The diagnostics, each followed by its notes.
    pub diagnostics: Vec<Diagnostic>,
    /// The files, by their numbers.
    pub files: BTreeMap<u64, File>,
    /// Records that are not known: how many.
    pub unknown: usize,
    /// What stopped the reading; the rest is what was read before it.
    pub fault: Option<Fault>,
}

/// Numbers and what they stand for.
#[derive(Default)]
struct Tables {
    categories: BTreeMap<u64, String>,
    flags: BTreeMap<u64, String>,
}

impl Diagnostics {
    /// Reads all diagnostics of a stream.
    pub fn read(stream: Stream<'_>) -> Diagnostics {
        let mut all = Diagnostics::default();
        all.fault = all.walk(stream).err();
        all
    }

    fn walk(&mut self, stream: Stream<'_>) -> Result<(), Fault> {
        let mut tables = Tables::default();
        let mut cursor = Cursor::new(stream)?;
        // The diagnostic of each open block.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut depth = 0;
        while let Some(item) = cursor.next()? {
            match item {
                Item::Enter(block) if block.id == DIAG => {
                    open.push(Some(self.diagnostics.len()));
                    self.diagnostics.push(Diagnostic { depth, ..Diagnostic::default() });
                    depth += 1;
                }
                Item::Enter(block) if block.id == META => open.push(None),
                Item::Enter(_) => {
                    cursor.skip_block()?;
                }
                Item::Leave(..) => {
                    if let Some(Some(_)) = open.pop() {
                        depth -= 1;
                    }
                }
                Item::Define(..) => {}
                Item::Record(record) => match open.last() {
                    Some(Some(at)) => self.record(*at, &record, &mut tables),
                    Some(None) if record.code == 1 => self.version = record.op(0),
                    _ => self.unknown += 1,
                },
            }
        }
        Ok(())
    }

    fn record(&mut self, at: usize, record: &Record<'_, '_>, tables: &mut Tables) {
        let op = |index: usize| record.op(index).unwrap_or(0);
        let text = || blob_text(record);
        match record.code {
            4 => _ = tables.flags.insert(op(0), text()),
            5 => _ = tables.categories.insert(op(0), text()),
            6 => {
                let (name, size, modified) = (text(), op(1), op(2));
                self.files.insert(op(0), File { name, size, modified, contents: None });
            }
            8 => self.files.entry(op(0)).or_default().contents = Some(text()),
            code @ (2 | 3 | 7) => {
                let location = |at: usize| Location {
                    file: self.files.get(&op(at)).map(|file| file.name.clone()),
                    line: op(at + 1),
                    column: op(at + 2),
                    offset: op(at + 3),
                };
                let start = location(usize::from(code == 2));
                let end = (code != 2).then(|| location(4));
                let Some(diagnostic) = self.diagnostics.get_mut(at) else { return };
                match (code, end) {
                    (3, Some(end)) => diagnostic.ranges.push((start, end)),
                    (_, Some(end)) => diagnostic.fixits.push(FixIt { range: (start, end), text: text() }),
                    (_, None) => {
                        diagnostic.level = Level::from_number(op(0));
                        diagnostic.location = start;
                        diagnostic.message = text();
                        let named = |table: &BTreeMap<u64, String>, id: u64| {
                            table.get(&id).filter(|name| !name.is_empty()).cloned()
                        };
                        diagnostic.category = named(&tables.categories, op(5));
                        diagnostic.flag = named(&tables.flags, op(6));
                    }
                }
            }
            _ => self.unknown += 1,
        }
    }

    /// How many there are of each level, notes among them.
    pub fn counts(&self) -> BTreeMap<Level, usize> {
        let mut counts = BTreeMap::new();
        self.diagnostics.iter().for_each(|d| *counts.entry(d.level).or_insert(0) += 1);
        counts
    }
}

impl std::fmt::Display for Diagnostic {
    /// As compilers print it: `file:line:column: warning: message [-Wflag]`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.location.file.is_some() {
            write!(f, "{}: ", self.location)?;
        }
        write!(f, "{}: {}", self.level.name(), self.message)?;
        match &self.flag {
            Some(flag) => write!(f, " [-W{flag}]"),
            None => Ok(()),
        }
    }
}
