//! LLVM IR in short: who wrote it, for what machine, which symbols it has. Function bodies, constants and metadata are
//! passed over by their length words.

use crate::cursor::{Cursor, Item};
use crate::fault::Fault;
use crate::record::Record;
use crate::stream::Stream;

const MODULE: u32 = 8;
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
}

/// A summary for link-time optimization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its version; readers refuse those above their own.
    pub version: Option<u64>,
    /// Whether it is for ThinLTO; otherwise it is for full LTO.
    pub thin: bool,
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
    place: (u64, u64),
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
                let summary = read_summary(&mut cursor, block.id)?;
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
    for symbol in &mut module.symbols {
        let (from, size) = symbol.place;
        let bytes = table.get(index(from)..index(from.saturating_add(size)));
        symbol.name = bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    }
}

fn text(record: &Record<'_, '_>) -> Option<String> {
    Some(String::from_utf8_lossy(&record.bytes_from(0)).into_owned())
}

/// Records of the innermost block up to its end; blocks in it are given too, and passed over.
fn records(
    cursor: &mut Cursor<'_>,
    mut record: impl FnMut(&Record<'_, '_>),
    mut block: impl FnMut(&mut Cursor<'_>, u32) -> Result<bool, Fault>,
) -> Result<(), Fault> {
    while let Some(item) = cursor.next()? {
        match item {
            Item::Record(found) => record(&found),
            Item::Enter(entered) => {
                let taken = block(cursor, entered.id)?;
                if !taken {
                    cursor.skip_block()?;
                }
            }
            // Blocks in it are passed over, so that this is its own end.
            Item::Leave(..) => break,
            _ => {}
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
    records(cursor, read, |_, _| Ok(false))
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

fn read_summary(cursor: &mut Cursor<'_>, id: u32) -> Result<Summary, Fault> {
    let mut version = None;
    while let Some(item) = cursor.next()? {
        match item {
            // The version comes first.
            Item::Record(record) if record.code == 10 => {
                version = record.op(0);
                cursor.skip_block()?;
                break;
            }
            Item::Define(..) => {}
            Item::Leave(..) => break,
            _ => {
                cursor.skip_block()?;
                break;
            }
        }
    }
    Ok(Summary { version, thin: id == SUMMARY })
}

fn read_module(cursor: &mut Cursor<'_>, mut module: Module) -> Result<Module, Fault> {
    let mut summary = None;
    let read = |record: &Record<'_, '_>| {
        let place = (record.op(0).unwrap_or(0), record.op(1).unwrap_or(0));
        let mut add = |kind, defined| module.symbols.push(Symbol { kind, defined, name: None, place });
        // From version 2 on, the name's place in the string table stands before the other operands.
        let late = if module.version.is_some_and(|version| version >= 2) { 2 } else { 0 };
        match record.code {
            1 => module.version = record.op(0),
            2 => module.triple = text(record),
            3 => module.data_layout = text(record),
            4 => module.assembly = true,
            7 => add(SymbolKind::Variable, record.op(late + 2).is_some_and(|initializer| initializer != 0)),
            8 => add(SymbolKind::Function, record.op(late + 2).is_some_and(|prototype| prototype == 0)),
            9 | 14 => add(SymbolKind::Alias, true),
            18 => add(SymbolKind::Ifunc, true),
            16 => module.source_file = text(record),
            17 => module.hash = true,
            _ => {}
        }
    };
    let block = |cursor: &mut Cursor<'_>, id| {
        let found = matches!(id, SUMMARY | LTO_SUMMARY);
        if found {
            summary = Some(read_summary(cursor, id)?);
        }
        Ok(found)
    };
    records(cursor, read, block)?;
    module.summary = summary;
    Ok(module)
}
