//! LLVM IR in short: who wrote it, for what machine, which symbols it has and how they are linked. Function bodies are passed over
//! by their length words.

use super::entries;
pub use super::entries::{Entry, EntryKind};
use super::flags::Flags;
pub use super::flags::{CompileUnit, FlagValue, ModuleFlag};
pub use super::machines::Machine;
use super::machines::Machines;
use crate::cursor::{Cursor, Item};
use crate::fault::Fault;
use crate::record::Record;
use crate::stream::Stream;

const MODULE: u32 = 8;
const ATTRIBUTES: u32 = 9;
const ATTRIBUTE_GROUPS: u32 = 10;
const CONSTANTS: u32 = 11;
const METADATA: u32 = 15;
const TYPES: u32 = 17;
const IDENTIFICATION: u32 = 13;
const SUMMARY: u32 = 20;
const STRTAB: u32 = 23;
const LTO_SUMMARY: u32 = 24;
const SYMTAB: u32 = 25;

/// A file of LLVM IR in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// Its modules, in file order.
    pub modules: Vec<Module>,
    /// Whether it has a symbol table for linkers, made without LLVM.
    pub symbol_table: bool,
    /// Bytes of the string tables.
    pub string_bytes: u64,
    /// Blocks at the top level that are none of LLVM's: their ids.
    pub other_blocks: Vec<u32>,
}

/// A module in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Who wrote it: `LLVM19.1.7`.
    pub producer: Option<String>,
    /// The epoch of the bitcode; readers demand their own, which is 0 to this day.
    pub epoch: Option<u64>,
    /// The version of the module record: 2 since LLVM 5.
    pub version: Option<u64>,
    /// The machine: `x86_64-pc-linux-gnu`.
    pub triple: Option<String>,
    /// How types lie in memory.
    pub data_layout: Option<String>,
    /// The source file.
    pub source_file: Option<String>,
    /// Whether it has assembly of its own.
    pub assembly: bool,
    /// Whether it has a hash of itself.
    pub hash: bool,
    /// The summary for ThinLTO or LTO.
    pub summary: Option<Summary>,
    /// Functions, variables, aliases, resolvers, in file order.
    pub symbols: Vec<Symbol>,
    /// Groups of definitions of which a linker keeps one.
    pub comdats: Vec<Comdat>,
    /// What is said of the module as a whole, such as how it is to be linked.
    pub flags: Vec<ModuleFlag>,
    /// Compile units of debug information.
    pub compile_units: Vec<CompileUnit>,
    /// CPUs and features that functions were compiled for.
    pub machines: Vec<Machine>,
}

/// A group of definitions of which a linker keeps one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comdat {
    /// Its name.
    pub name: Option<String>,
    /// How one is chosen: see [`selection`](super::linkage::selection).
    pub selection: u64,
    place: (u64, u64),
}

/// A summary for link-time optimization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its version; readers refuse those above their own.
    pub version: Option<u64>,
    /// Whether it is for ThinLTO; otherwise it is for full LTO.
    pub thin: bool,
    /// What it says of functions, variables and aliases.
    pub entries: Vec<Entry>,
}

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// A variable.
    Variable,
    /// Another name for a symbol.
    Alias,
    /// A symbol that is chosen when the program is loaded.
    Ifunc,
}

/// A symbol of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Whether the module defines it.
    pub defined: bool,
    /// Its name; none in modules from before LLVM 5, which keep names elsewhere.
    pub name: Option<String>,
    /// Its linkage: see [`linkage`](super::linkage::linkage).
    pub linkage: u64,
    /// Its visibility: see [`visibility`](super::linkage::visibility).
    pub visibility: u64,
    /// Its comdat, by its index in [`Module::comdats`].
    pub comdat: Option<usize>,
    /// What an alias or resolver is of: a symbol, by its index; none for an expression.
    pub aliasee: Option<usize>,
    place: (u64, u64),
}

impl Symbol {
    /// Whether it is one of LLVM's own functions or variables, which no linker sees.
    pub fn is_llvms(&self) -> bool {
        self.name.as_deref().is_some_and(|name| name.starts_with("llvm."))
    }
}

/// Reads a file of LLVM IR in short.
///
/// # Errors
///
/// A [`Fault`] outside the blocks that are passed over.
pub fn overview(stream: Stream<'_>) -> Result<Overview, Fault> {
    let mut cursor = Cursor::new(stream)?;
    let mut seen = Overview::default();
    let mut next = Module::default();
    // Modules whose names are in the string table to come.
    let mut unnamed = 0;
    while let Some(item) = cursor.next()? {
        let Item::Enter(block) = item else { continue };
        match block.id {
            IDENTIFICATION => identification(&mut cursor, &mut next)?,
            MODULE => {
                let module = std::mem::take(&mut next);
                seen.modules.push(read_module(&mut cursor, module)?);
            }
            STRTAB => {
                let table = blob(&mut cursor)?.unwrap_or_default();
                seen.string_bytes += u64::try_from(table.len()).unwrap_or(u64::MAX);
                for module in seen.modules.iter_mut().skip(unnamed) {
                    name(module, table);
                }
                unnamed = seen.modules.len();
            }
            SUMMARY | LTO_SUMMARY => {
                let summary = entries::read(&mut cursor, block.id == SUMMARY)?;
                if seen.modules.is_empty() {
                    seen.modules.push(std::mem::take(&mut next));
                }
                if let Some(module) = seen.modules.last_mut() {
                    module.summary = Some(summary);
                }
            }
            id => {
                seen.symbol_table |= id == SYMTAB;
                if !matches!(id, 0 | SYMTAB) {
                    seen.other_blocks.push(id);
                }
                cursor.skip_block()?;
            }
        }
    }
    Ok(seen)
}

fn name(module: &mut Module, table: &[u8]) {
    if module.version.is_none_or(|version| version < 2) {
        return;
    }
    let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let text = |(from, size): (u64, u64)| {
        let bytes = table.get(index(from)..index(from.saturating_add(size)))?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    };
    module.symbols.iter_mut().for_each(|symbol| symbol.name = text(symbol.place));
    module.comdats.iter_mut().for_each(|comdat| comdat.name = text(comdat.place));
}

fn text(record: &Record<'_, '_>) -> Option<String> {
    Some(String::from_utf8_lossy(&record.bytes_from(0)).into_owned())
}

/// Records of the innermost block up to its end; blocks in it are passed over.
pub(super) fn records(cursor: &mut Cursor<'_>, mut record: impl FnMut(&Record<'_, '_>)) -> Result<(), Fault> {
    while let Some(item) = cursor.next()? {
        match item {
            Item::Record(found) => record(&found),
            Item::Enter(_) => {
                cursor.skip_block()?;
            }
            Item::Leave(..) => break,
            Item::Define(..) => {}
        }
    }
    Ok(())
}

fn identification(cursor: &mut Cursor<'_>, module: &mut Module) -> Result<(), Fault> {
    let read = |record: &Record<'_, '_>| match record.code {
        1 => module.producer = text(record),
        2 => module.epoch = record.op(0),
        _ => {}
    };
    records(cursor, read)
}

fn blob<'a>(cursor: &mut Cursor<'a>) -> Result<Option<&'a [u8]>, Fault> {
    let mut found = None;
    while let Some(item) = cursor.next()? {
        match item {
            Item::Record(record) => found = record.blob.or(found),
            Item::Leave(..) => break,
            Item::Enter(_) => {
                cursor.skip_block()?;
            }
            _ => {}
        }
    }
    Ok(found)
}

fn read_module(cursor: &mut Cursor<'_>, mut module: Module) -> Result<Module, Fault> {
    let mut summary = None;
    let mut flags = Flags::default();
    let mut machines = Machines::default();
    while let Some(item) = cursor.next()? {
        match item {
            Item::Record(found) => record(&found, &mut module, &mut machines),
            Item::Enter(entered) => match entered.id {
                SUMMARY | LTO_SUMMARY => summary = Some(entries::read(cursor, entered.id == SUMMARY)?),
                ATTRIBUTES => machines.lists(cursor)?,
                ATTRIBUTE_GROUPS => machines.groups(cursor)?,
                TYPES => flags.types(cursor)?,
                CONSTANTS => flags.constants(cursor)?,
                METADATA => flags.metadata(cursor)?,
                _ => {
                    cursor.skip_block()?;
                }
            },
            // Blocks in it are passed over or read to their end, so that this is its own.
            Item::Leave(..) => break,
            Item::Define(..) => {}
        }
    }
    module.summary = summary;
    module.machines = machines.found();
    (module.flags, module.compile_units) = flags.found(module.symbols.len());
    Ok(module)
}

/// A record of the module itself.
fn record(record: &Record<'_, '_>, module: &mut Module, machines: &mut Machines) {
    // From version 2 on, the name's place in the string table stands before the other operands.
    let late = if module.version.is_some_and(|version| version >= 2) { 2 } else { 0 };
    let place = (record.op(0).unwrap_or(0), record.op(1).unwrap_or(0));
    let op = |index: usize| record.op(late + index).unwrap_or(0);
    let index = |number: u64| usize::try_from(number).ok();
    let mut add = |kind, defined, [linkage, visibility, comdat]: [u64; 3], aliasee| {
        let comdat = comdat.checked_sub(1).and_then(index);
        module.symbols.push(Symbol {
            kind,
            defined,
            name: None,
            linkage,
            visibility,
            comdat,
            aliasee,
            place,
        });
    };
    match record.code {
        1 => module.version = record.op(0),
        2 => module.triple = text(record),
        3 => module.data_layout = text(record),
        4 => module.assembly = true,
        7 => add(SymbolKind::Variable, op(2) != 0, [op(3), op(6), op(11)], None),
        8 => {
            add(SymbolKind::Function, op(2) == 0, [op(3), op(7), op(12)], None);
            machines.function(op(4), op(2) == 0);
        }
        9 => add(SymbolKind::Alias, true, [op(2), op(3), 0], index(op(1))),
        14 => add(SymbolKind::Alias, true, [op(3), op(4), 0], index(op(2))),
        18 => add(SymbolKind::Ifunc, true, [op(3), op(4), 0], index(op(2))),
        12 => {
            let selection = if late == 2 { op(0) } else { record.op(0).unwrap_or(0) };
            module.comdats.push(Comdat { name: None, selection, place });
        }
        16 => module.source_file = text(record),
        17 => module.hash = true,
        _ => {}
    }
}
