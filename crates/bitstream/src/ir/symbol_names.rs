//! Names of globals in modules before version 2: they stand in the module's symbol table (`VALUE_SYMTAB_BLOCK_ID`, 14), mostly behind
//! everything that uses them, and not in a string table.

use outlast_core::QuickMap;

use super::globals::Global;
use super::module::Module;

/// In the place of a name's size: what stands in the place of its offset is the number of the value that has the name.
const BY_VALUE: u64 = u64::MAX;

/// Names as a symbol table has them.
#[derive(Debug, Default)]
pub(super) struct SymbolNames {
    /// All names, one after the other.
    text: Vec<u8>,
    /// By the number of a value: offset and size.
    places: QuickMap<u64, (u64, u64)>,
}

impl SymbolNames {
    /// The place of the name of a value that is looked up when the module ends.
    pub(super) fn awaited(value: usize) -> (u64, u64) {
        (u64::try_from(value).unwrap_or(u64::MAX), BY_VALUE)
    }

    /// A record of the table: `[value, character …]` (1), or of a function `[value, position in words, character …]` (3).
    pub(super) fn record(&mut self, code: u32, ops: &[u64]) {
        let (value, name) = match (code, ops) {
            (1, [value, name @ ..]) | (3, [value, _, name @ ..]) => (*value, name),
            _ => return,
        };
        let number = |size: usize| u64::try_from(size).unwrap_or(u64::MAX);
        self.places.insert(value, (number(self.text.len()), number(name.len())));
        self.text.extend(name.iter().map(|character| character.to_le_bytes()[0]));
    }

    /// Offset and size of a name in `text`; of a value without one, those of the empty name.
    fn place(&self, name: (u64, u64)) -> (u64, u64) {
        match name {
            (value, BY_VALUE) => self.places.get(&value).copied().unwrap_or_default(),
            place => place,
        }
    }
}

/// Puts the names of the symbol table in the places where the module awaits them; what they are offsets in, as a string table is.
pub(super) fn string_table(module: &mut Module) -> Vec<u8> {
    let names = std::mem::take(&mut module.symbol_names);
    for Global::Named(offset, size) in &mut module.globals {
        (*offset, *size) = names.place((*offset, *size));
    }
    for function in &mut module.functions {
        function.name = names.place(function.name);
    }
    let noted = [
        &mut module.late_attributes,
        &mut module.apart_attributes,
        &mut module.metadata_parameters,
        &mut module.only_others,
        &mut module.only_intrinsics,
    ];
    for (name, _) in noted.into_iter().flatten() {
        *name = names.place(*name);
    }
    names.text
}
