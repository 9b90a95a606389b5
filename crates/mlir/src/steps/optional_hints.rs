//! What newer releases can be promised, and older ones have no word for: without it a program computes the same.

use std::collections::BTreeSet;

use super::attributes::{edit, find, value_mut};
use super::operations::names;
use super::values::builtin;
use crate::ids::{AttrId, BlockId, OpId, OpNameId};
use crate::ir::{BareOp, Edits, Insertion, Ir, Operand, Rewrite};
use crate::module::Module;
use crate::tables::Tables;
use crate::tables::{array_items, dictionary_items, string_value};

/// Attributes of parameters and results that promise something of a value, and say nothing of how it is handed over.
const OF_VALUES: [&[u8]; 17] = [
    b"llvm.align",
    b"llvm.allocptr",
    b"llvm.dead_on_unwind",
    b"llvm.dereferenceable",
    b"llvm.dereferenceable_or_null",
    b"llvm.noalias",
    b"llvm.nocapture",
    b"llvm.nofpclass",
    b"llvm.nofree",
    b"llvm.nonnull",
    b"llvm.noundef",
    b"llvm.range",
    b"llvm.readnone",
    b"llvm.readonly",
    b"llvm.returned",
    b"llvm.writable",
    b"llvm.writeonly",
];

/// Takes an attribute away that only promises something; `of_values`: if each of the dictionaries that it lists has nothing but promises. How many operations were
/// changed.
pub fn leave_promises_out(module: &mut Module<'_>, op: &str, attribute: &str, of_values: bool) -> usize {
    edit(module, op, |tables, _, items, _| {
        let Some((at, value)) = find(items, attribute) else { return false };
        if of_values && !only_promises(tables, value) {
            return false;
        }
        items.remove(at);
        true
    })
}

/// Takes an attribute away that is the type of a function with a number of arguments: what it is called with says the same. How many operations were changed.
pub fn leave_plain_types_out(module: &mut Module<'_>, op: &str, attribute: &str) -> usize {
    edit(module, op, |tables, _, items, _| {
        let Some((at, value)) = find(items, attribute) else { return false };
        let plain = type_text(tables, value).is_some_and(|text| !text.windows(3).any(|part| part == b"..."));
        if plain {
            items.remove(at);
        }
        plain
    })
}

/// The text of the type that an attribute is.
fn type_text(tables: &Tables<'_>, attr: AttrId) -> Option<Vec<u8>> {
    const TYPE: u64 = 6;
    let (TYPE, mut reader) = builtin(tables, attr)? else { return None };
    tables.types.get(reader.index(tables.types.len(), "type").ok()?)?.text().map(<[u8]>::to_vec)
}

/// Whether an array has dictionaries of promises of values only. What stands by value is no address that could be promised something of.
fn only_promises(tables: &Tables<'_>, array: AttrId) -> bool {
    let promises = |attr: &AttrId| {
        let items = dictionary_items(tables, *attr);
        items.is_some_and(|items| items.iter().all(|(name, _)| OF_VALUES.contains(&&**name)))
    };
    array_items(tables, array).is_some_and(|members| members.iter().all(promises))
}

/// Takes a promise out of the dictionaries that an attribute lists. How many operations were changed.
pub fn leave_parameters_out(module: &mut Module<'_>, op: &str, attribute: &str, promise: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let Some(value) = value_mut(items, attribute) else { return false };
        let Some(listed) = array_items(tables, *value) else { return false };
        let without = |tables: &mut Tables<'_>, dictionary: &AttrId| {
            let mut items = dictionary_items(tables, *dictionary)?;
            let before = items.len();
            items.retain(|(name, _)| name != promise.as_bytes());
            (items.len() != before).then_some(items)
        };
        let mut made = Vec::new();
        for dictionary in &listed {
            made.push(match without(tables, dictionary) {
                Some(items) => builder.dictionary(tables, items),
                None => *dictionary,
            });
        }
        let changed = made != listed;
        if changed {
            *value = builder.array(tables, &made);
        }
        changed
    })
}

/// Takes an attribute of calls away where all functions of the name that is called have it. How many operations were changed.
pub fn leave_to_callee(module: &mut Module<'_>, op: &str, attribute: &str, function: &str) -> usize {
    let functions: Vec<OpNameId> = names(&module.tables, function).collect();
    let tables = &module.tables;
    let (mut with, mut without) = (BTreeSet::new(), BTreeSet::new());
    for op in module.ir.ops().filter(|op| functions.contains(&module.ir.name(*op))) {
        let items = module.ir.attrs(op).and_then(|attrs| dictionary_items(tables, attrs)).unwrap_or_default();
        let has = items.iter().any(|(name, _)| name == attribute.as_bytes());
        let name = items.iter().find(|(name, _)| name == b"sym_name").map(|(_, name)| *name);
        if let Some(name) =
            name.and_then(|name| tables.attrs.get(name.0)).and_then(|name| string_value(tables, &name))
        {
            if has {
                with.insert(name.to_vec())
            } else {
                without.insert(name.to_vec())
            };
        }
    }
    let all_have: BTreeSet<Vec<u8>> = with.difference(&without).cloned().collect();
    edit(module, op, |tables, _, items, _| {
        let found = (find(items, attribute), find(items, "callee"));
        let (Some((at, _)), Some((_, callee))) = found else { return false };
        let of = symbol(tables, callee).is_some_and(|name| all_have.contains(&name));
        if of {
            items.remove(at);
        }
        of
    })
}

/// The name of a symbol without others around it.
fn symbol(tables: &Tables<'_>, attr: AttrId) -> Option<Vec<u8>> {
    const SYMBOL: u64 = 4;
    let (SYMBOL, mut reader) = builtin(tables, attr)? else { return None };
    let name = tables.attrs.get(reader.index(tables.attrs.len(), "symbol").ok()?)?;
    string_value(tables, &name).map(<[u8]>::to_vec)
}

/// Takes operations out that note something of their module, if all notes have one of these keys: `#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>`. How many
/// there were.
pub fn leave_notes_out(module: &mut Module<'_>, op: &str, attribute: &str, keys: &str) -> usize {
    let keys: Vec<&str> = keys.split('|').collect();
    let found: Vec<OpNameId> = names(&module.tables, op).collect();
    let tables = &module.tables;
    let known = |note: &AttrId| {
        let text = tables.attrs.get(note.0).and_then(|entry| entry.text());
        let text = text.and_then(|text| std::str::from_utf8(text).ok());
        text.and_then(|text| text.split('"').nth(1)).is_some_and(|key| keys.contains(&key))
    };
    let only_known = |op: OpId| {
        let items = dictionary_items(tables, module.ir.attrs(op)?)?;
        let [(name, notes)] = &items[..] else { return None };
        Some(name == attribute.as_bytes() && array_items(tables, *notes)?.iter().all(known))
    };
    let goes: BTreeSet<OpId> = module
        .ir
        .ops()
        .filter(|op| found.contains(&module.ir.name(*op)) && only_known(*op) == Some(true))
        .collect();
    if goes.is_empty() {
        return 0;
    }
    let count = goes.len();
    module.ir = module.ir.rewrite(&mut Without { goes });
    count
}

struct Without {
    goes: BTreeSet<OpId>,
}

impl Rewrite for Without {
    fn keep(&mut self, ir: &Ir, _: OpId, op: OpId) -> bool {
        let bare = ir.results(op).is_empty() && ir.operands(op).is_empty() && ir.regions(op).len() == 0;
        !(bare && self.goes.contains(&op))
    }

    fn at_end(&mut self, _: &Ir, _: OpId, _: BlockId) -> Option<BareOp> {
        None
    }
}

/// Takes the operands away that bundles of an assumption have behind the first, and the attributes that tell of these. How many operations were changed; none if
/// the module cannot be rebuilt.
pub fn leave_bundles_out(module: &mut Module<'_>, op: &str, [sizes, tags]: [&str; 2]) -> usize {
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    let ops: Vec<OpId> = module.ir.ops().filter(|op| wanted.contains(&module.ir.name(*op))).collect();
    let mut edits = Edits::default();
    for op in ops.into_iter().filter(|op| module.ir.operands(*op).len() > 1) {
        edits.ops.insert(op, Insertion { before: Vec::new(), operands: vec![Operand::Old(0)] });
    }
    if edits.ops.is_empty() {
        return 0;
    }
    let Some(made) = module.ir.insert(&edits) else { return 0 };
    module.ir = made;
    edit(module, op, |_, _, items, operands| {
        let before = items.len();
        items.retain(|(name, _)| operands != 1 || ![sizes, tags].map(str::as_bytes).contains(&&**name));
        items.len() != before
    });
    edits.ops.len()
}
