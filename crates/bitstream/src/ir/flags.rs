//! Module flags and compile units: nodes of the module's own `METADATA_BLOCK_ID` (15).

use super::metadata::{is_unnumbered, vbr6};
use super::overview::records;
use crate::cursor::Cursor;
use crate::fault::Fault;
use outlast_core::QuickMap;

/// What a flag says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlagValue {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// A node, such as a list of options for the linker.
    Node,
}

/// A module flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleFlag {
    /// What happens where modules that differ in it are linked: 1 is an error, 2 a warning, …
    pub behavior: u64,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: FlagValue,
}

impl ModuleFlag {
    /// The behavior in words, as LLVM's documentation has them.
    pub fn behavior(&self) -> &'static str {
        match self.behavior {
            1 => "error",
            2 => "warning",
            3 => "require",
            4 => "override",
            5 => "append",
            6 => "append unique",
            7 => "max",
            8 => "min",
            _ => "unknown",
        }
    }
}

/// A compile unit of debug information.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileUnit {
    /// The source file.
    pub file: Option<String>,
    /// The folder in which it was compiled.
    pub directory: Option<String>,
    /// The compiler.
    pub producer: Option<String>,
    /// The language: a number of DWARF.
    pub language: u64,
    /// Whether the code is optimized.
    pub optimized: bool,
    /// How much is said: 0 nothing, 1 all, 2 lines only, 3 directives.
    pub emission: u64,
}

/// Languages by the numbers of DWARF 5, and of DWARF 6 with the bit for a version above them.
const LANGUAGES: &[(u64, &str)] = &[
    (0x1, "C89"),
    (0x2, "C"),
    (0x4, "C++"),
    (0x7, "Fortran 77"),
    (0x8, "Fortran 90"),
    (0xc, "C99"),
    (0xd, "Ada 95"),
    (0xe, "Fortran 95"),
    (0x10, "Objective-C"),
    (0x11, "Objective-C++"),
    (0x13, "D"),
    (0x14, "Python"),
    (0x15, "OpenCL"),
    (0x16, "Go"),
    (0x18, "Haskell"),
    (0x1a, "C++11"),
    (0x1b, "OCaml"),
    (0x1c, "Rust"),
    (0x1d, "C11"),
    (0x1e, "Swift"),
    (0x1f, "Julia"),
    (0x21, "C++14"),
    (0x22, "Fortran 2003"),
    (0x23, "Fortran 2008"),
    (0x27, "Zig"),
    (0x2b, "C++17"),
    (0x2c, "C++20"),
    (0x2d, "C17"),
    (0x2e, "Fortran 2018"),
    (0x8001, "assembly"),
];

impl CompileUnit {
    /// The language by its name, or its number.
    pub fn language_name(&self) -> String {
        let known = LANGUAGES.iter().find(|(number, _)| *number == self.language);
        known.map_or_else(|| format!("language {:#x}", self.language), |(_, name)| (*name).to_string())
    }

    /// How much is said, in words.
    pub fn emission(&self) -> &'static str {
        match self.emission {
            0 => "none",
            1 => "full",
            2 => "lines",
            3 => "directives",
            _ => "unknown",
        }
    }
}

/// What is kept while a module is read.
#[derive(Debug, Default)]
pub(super) struct Flags {
    integers: Vec<bool>,
    constants: Vec<Option<u64>>,
    next: u64,
    strings: Vec<u8>,
    /// Where strings are, by their numbers, which stand one after the other.
    places: Vec<(usize, usize)>,
    first: u64,
    single: QuickMap<u64, String>,
    values: QuickMap<u64, u64>,
    triples: QuickMap<u64, [u64; 3]>,
    files: QuickMap<u64, [u64; 2]>,
    units: Vec<Vec<u64>>,
    named: Vec<u8>,
    flags: Vec<u64>,
}

impl Flags {
    /// Which types are integers.
    pub(super) fn types(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        records(cursor, |record| {
            // The number of types, and names, are no types.
            if !matches!(record.code, 1 | 19) {
                self.integers.push(record.code == 7);
            }
        })
    }

    /// The module's constants, of which integers matter.
    pub(super) fn constants(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        let mut integer = false;
        records(cursor, |record| match record.code {
            1 => {
                let kind = record.op(0).and_then(|kind| usize::try_from(kind).ok());
                integer = kind.and_then(|kind| self.integers.get(kind)) == Some(&true);
            }
            2 => self.constants.push(integer.then_some(0)),
            4 => self.constants.push(record.op(0).filter(|op| op & 1 == 0).map(|op| op >> 1)),
            _ => self.constants.push(None),
        })
    }

    /// The metadata of the module.
    pub(super) fn metadata(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        records(cursor, |record| {
            let at = self.next;
            match (record.code, record.ops) {
                (35, [count, offset, ..]) => {
                    self.read_strings(*count, *offset, record.blob.unwrap_or_default());
                    return;
                }
                (1, _) => {
                    let text = String::from_utf8_lossy(&record.bytes_from(0)).into_owned();
                    self.single.insert(at, text);
                }
                (2, [_, value, ..]) => {
                    self.values.insert(at, *value);
                }
                (3 | 5, [a, b, c]) => {
                    self.triples.insert(at, [*a, *b, *c]);
                }
                (4, _) => self.named = record.bytes_from(0),
                (10, nodes) if self.named == b"llvm.module.flags" => self.flags.extend(nodes),
                (16, [_, name, directory, ..]) => {
                    self.files.insert(at, [*name, *directory]);
                }
                (20, unit) => self.units.push(unit.to_vec()),
                _ => {}
            }
            if !is_unnumbered(record.code) {
                self.next = self.next.saturating_add(1);
            }
        })
    }

    /// `[count, offset to the characters]` and a blob: lengths as VBR6, then the characters.
    fn read_strings(&mut self, count: u64, offset: u64, blob: &[u8]) {
        self.first = self.next;
        let mut bit = 0;
        let mut start = usize::try_from(offset).unwrap_or(usize::MAX);
        self.next = self.next.saturating_add(count);
        for _ in 0..count {
            let Some(length) = vbr6(blob, &mut bit) else { break };
            let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
            if end > blob.len() {
                break;
            }
            self.places.push((start, end));
            start = end;
        }
        self.strings = blob.to_vec();
    }

    /// The text of a string, by its number plus one.
    fn text(&self, id: u64) -> Option<String> {
        let id = id.checked_sub(1)?;
        if let Some(text) = self.single.get(&id) {
            return Some(text.clone());
        }
        let index = usize::try_from(id.checked_sub(self.first)?).ok()?;
        let (start, end) = *self.places.get(index)?;
        Some(String::from_utf8_lossy(self.strings.get(start..end)?).into_owned())
    }

    /// The number that a node is, by the node's number plus one.
    fn number(&self, id: u64, globals: usize) -> Option<u64> {
        let value = self.values.get(&id.checked_sub(1)?)?;
        let index = usize::try_from(*value).ok()?.checked_sub(globals)?;
        *self.constants.get(index)?
    }

    /// Flags and compile units, of a module with this many globals.
    pub(super) fn found(self, globals: usize) -> (Vec<ModuleFlag>, Vec<CompileUnit>) {
        let nodes = self.flags.iter().filter_map(|id| self.triples.get(id));
        let flags = nodes.filter_map(|[behavior, name, value]| {
            let text = || self.text(*value).map(FlagValue::Text);
            Some(ModuleFlag {
                behavior: self.number(*behavior, globals)?,
                name: self.text(*name)?,
                value: self
                    .number(*value, globals)
                    .map(FlagValue::Number)
                    .or_else(text)
                    .unwrap_or(FlagValue::Node),
            })
        });
        let units = self.units.iter().map(|unit| {
            let op = |index: usize| unit.get(index).copied().unwrap_or(0);
            let file = op(2).checked_sub(1).and_then(|id| self.files.get(&id));
            CompileUnit {
                file: file.and_then(|[name, _]| self.text(*name)),
                directory: file.and_then(|[_, directory]| self.text(*directory)),
                producer: self.text(op(3)),
                language: op(1),
                optimized: op(4) != 0,
                emission: op(8),
            }
        });
        (flags.collect(), units.collect())
    }
}
