//! Programs of the lite interpreter as FlatBuffers (`torch/csrc/jit/serialization/mobile_bytecode.fbs`): what
//! `_save_for_lite_interpreter(…, _use_flatbuffer=True)` and `torch.jit.save_jit_module_to_flatbuffer` write since 1.13. The packages of 1.11 and
//! 1.12 have the schema, and do not write it.
//!
//! ```text
//! u32 root   "PTMF"   Module: versions, extra files, values, classes, storages, sources
//! ```
//!
//! All values are in one list and refer to each other by index. The reader makes them in that order: what refers to a later one gets
//! `None` in its place. Functions are among them; the program that they make is the same [`Program`] as that of `bytecode.pkl`.
//!
//! * [`sniff`]: whether bytes are such a file, or nearly.
//! * [`FlatFile`]: the file; [`FlatFile::module`]: what is in it, without the data of tensors.
//! * [`convert`]: the program for another release.
//! * [`regions`]: every byte; [`replay`]: all of it decoded and encoded; [`write_text`]: a listing.

pub mod convert;
mod functions;
mod read;
mod regions;
mod slots;
mod text;
mod values;

use std::ops::Range;
use std::sync::OnceLock;

use outlast_core::{Bytes, Error, ErrorKind, Result};
use outlast_flatbuffers::replay::Replayed;
use outlast_flatbuffers::schema::Schema;
use outlast_flatbuffers::view::{self, Table};
use outlast_flatbuffers::{ContainerHeader, Limits, Walk, walk};

pub use regions::regions;
pub use text::write_text;
pub use values::{Class, ClassKind, File, IValue, Module, Quantiser, ScalarType, Storage, Tensor, ValueKind};

use crate::bytecode::Program;

/// The bytes at the places 4 to 8.
pub const IDENTIFIER: &[u8; 4] = b"PTMF";

/// The schema, of the newest release; `since` says what came later than 1.11.
pub fn schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    // A test parses it, so the empty schema is never seen.
    SCHEMA.get_or_init(|| {
        let text = include_str!("../../schemas/mobile_bytecode.fbs");
        Schema::parse_with("mobile_bytecode.fbs", text, &mut |_| None).unwrap_or_default()
    })
}

/// What the start of a file says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sniffed {
    /// It is a program as FlatBuffers, by what PyTorch looks at.
    Program,
    /// It is one, and is cut: not even the root table is there.
    Cut,
    /// The identifier stands at another place: PyTorch reads it as nothing it knows. At 8, the buffer has its size in front.
    Elsewhere(usize),
    /// The identifier is there in other letters.
    Misspelt,
}

/// Whether bytes are a program as FlatBuffers, or nearly; `None` if they are something else.
pub fn sniff(data: &[u8]) -> Option<Sniffed> {
    let at = |at: usize| data.get(at..at.saturating_add(4));
    if at(4) == Some(IDENTIFIER) {
        let bytes = Bytes::new(data, 0);
        return Some(match view::reference(bytes, 0, "root table") {
            Ok(_) => Sniffed::Program,
            Err(_) => Sniffed::Cut,
        });
    }
    if at(0) == Some(IDENTIFIER) {
        return Some(Sniffed::Elsewhere(0));
    }
    let size = at(0).and_then(|size| u32::from_le_bytes(size.try_into().ok()?).checked_add(4));
    if at(8) == Some(IDENTIFIER) && size.is_some_and(|size| u64::from(size) == data.len() as u64) {
        return Some(Sniffed::Elsewhere(8));
    }
    at(4).is_some_and(|found| found.eq_ignore_ascii_case(IDENTIFIER)).then_some(Sniffed::Misspelt)
}

/// A file, opened.
#[derive(Clone, Copy, Debug)]
pub struct FlatFile<'a> {
    /// The whole file.
    pub file: Bytes<'a>,
    /// The root table.
    pub root: Table<'a>,
}

impl<'a> FlatFile<'a> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If the identifier is another one, or the root table is not there.
    pub fn open(file: Bytes<'a>) -> Result<FlatFile<'a>> {
        let found = view::identifier(&file).unwrap_or_default();
        if found != IDENTIFIER {
            let kind = ErrorKind::BadMagic { found: found.to_vec(), expected: "PTMF" };
            let error = Error::new(kind, file.span(4.min(file.len()), found.len()));
            return Err(match sniff(file.data()) {
                Some(Sniffed::Elsewhere(8)) => {
                    error.with_help("the buffer has its size in front: remove the first four bytes")
                }
                Some(Sniffed::Elsewhere(at)) => error.with_help(format!("the identifier is at {at}")),
                _ => error,
            });
        }
        Ok(FlatFile { file, root: view::root(file)? })
    }

    /// Every object of the file under the schema, and every fault of its structure.
    pub fn walk(&self) -> Walk {
        walk(self.file, schema(), Limits::default())
    }

    /// What is in the file. What cannot be read is left out, and is among the faults of the program.
    pub fn module(&self) -> Module {
        read::module(self)
    }

    /// What stands at a place: the content of a file, the data of a storage. Empty if that is outside.
    pub fn bytes(&self, place: &Range<u64>) -> &'a [u8] {
        let index = |at: u64| usize::try_from(at.checked_sub(self.file.base())?).ok();
        let range = index(place.start).zip(index(place.end));
        range.and_then(|(start, end)| self.file.data().get(start..end)).unwrap_or_default()
    }

    /// The versions of bytecode and operators, without reading anything else.
    ///
    /// # Errors
    ///
    /// If the root table is damaged.
    pub fn versions(&self) -> Result<(u32, u32)> {
        let number = |slot| Ok::<_, Error>(self.root.u32(slot)?.unwrap_or(0));
        Ok((number(slots::MODULE_BYTECODE_VERSION)?, number(slots::MODULE_OPERATOR_VERSION)?))
    }
}

/// Decodes and encodes every object of a file at its place: what comes out is the file, bit for bit. The data of tensors stay where they are.
///
/// # Errors
///
/// If the file is damaged.
pub fn replay(file: Bytes<'_>) -> Result<Replayed<'_>> {
    FlatFile::open(file)?;
    outlast_flatbuffers::replay::replay(file, schema(), ContainerHeader::default())
}

impl Module {
    /// What `torch._C._get_module_info_from_flatbuffer` says of operators: for each the number of arguments that the *last* table
    /// with it has.
    pub fn operators_as_torch(&self) -> std::collections::BTreeMap<String, i64> {
        let operators = self.program.functions.iter().flat_map(|function| &function.operators);
        operators.map(|operator| (operator.full_name(), operator.specified.unwrap_or(-1))).collect()
    }

    /// What it says of types: the words in the type tables of all functions.
    pub fn types_as_torch(&self) -> std::collections::BTreeSet<&str> {
        let mut all = std::collections::BTreeSet::new();
        let mut seen = std::collections::HashSet::new();
        for ty in self.program.functions.iter().flat_map(|function| &function.types) {
            if seen.insert(std::sync::Arc::as_ptr(&ty.parsed))
                && let Ok(parsed) = &*ty.parsed
            {
                parsed.words(&mut all);
            }
        }
        all
    }

    /// The place of a storage's data in the file.
    pub fn storage(&self, index: u32) -> Option<Range<u64>> {
        let storage = self.storages.get(usize::try_from(index).ok()?)?;
        Some(storage.data.clone())
    }
}

/// A file as a program alone.
impl From<Module> for Program {
    fn from(module: Module) -> Program {
        module.program
    }
}

#[cfg(test)]
mod tests {
    use super::{Sniffed, schema, slots, sniff};

    #[test]
    fn slots_are_those_of_the_schema() {
        assert!(schema().root.is_some());
        for (table, field, slot) in slots::ALL {
            let id = schema().find_object(table).unwrap_or_else(|| panic!("no table {table}"));
            let found = schema().object(id).field(field).map(|field| field.id);
            assert_eq!(found, Some(*slot), "{table}.{field}");
        }
        let union = schema().find_enum("IValueUnion").unwrap();
        let names: Vec<&str> =
            schema().enumeration(union).values.iter().map(|value| &*value.name).skip(1).collect();
        assert_eq!(names, slots::KINDS);
        let id = schema().find_object("Instruction").unwrap();
        let places: Vec<_> = schema().object(id).fields.iter().map(|field| field.name.clone()).collect();
        assert_eq!(places, ["op", "n", "x"]);
    }

    #[test]
    fn near_misses_are_told_apart() {
        assert_eq!(sniff(b"\x08\0\0\0PTMF\0\0\0\0"), Some(Sniffed::Program));
        assert_eq!(sniff(b"\x08\0\0\0PTMF"), Some(Sniffed::Cut));
        assert_eq!(sniff(b"\x08\0\0\0\x08\0\0\0PTMF"), Some(Sniffed::Elsewhere(8)));
        assert_eq!(sniff(b"\x10\0\0\0\x08\0\0\0PTMF"), None);
        assert_eq!(sniff(b"PTMF\0\0\0\0"), Some(Sniffed::Elsewhere(0)));
        assert_eq!(sniff(b"\x08\0\0\0ptmf\0\0\0\0"), Some(Sniffed::Misspelt));
        for other in [&b""[..], b"PTM", b"\x08\0\0\0PTM", b"PK\x03\x04\x14\0\0\0", b"\x1c\0\0\0ET12"] {
            assert_eq!(sniff(other), None);
        }
    }
}
