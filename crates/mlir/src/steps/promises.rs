//! What newer releases can be promised, and older ones have no word for: without it a program computes the same.

use super::attributes::edit;
use super::operations::names;
use crate::ids::{AttrId, OpId, OpNameId};
use crate::ir::{Edits, Insertion, Operand};
use crate::module::{Module, array_items, dictionary_items};
use crate::tables::Tables;

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
        let Some(at) = items.iter().position(|(name, _)| name == attribute.as_bytes()) else { return false };
        if of_values && !only_promises(tables, items[at].1) {
            return false;
        }
        items.remove(at);
        true
    })
}

/// Whether an array has dictionaries of promises of values only. What stands by value is no address that could be promised something of.
fn only_promises(tables: &Tables<'_>, array: AttrId) -> bool {
    let promises = |attr: &AttrId| {
        let items = dictionary_items(tables, *attr);
        items.is_some_and(|items| items.iter().all(|(name, _)| OF_VALUES.contains(&&**name)))
    };
    array_items(tables, array).is_some_and(|members| members.iter().all(promises))
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
