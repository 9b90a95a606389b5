//! Sizes that newer releases list in an attribute where they are known, and older ones have as operands.

use std::collections::BTreeMap;

use super::attributes::edit;
use super::operations::{names, op_name};
use super::values::{dense, integers};
use crate::facts::conditions::DYNAMIC;
use crate::ids::{OpId, OpNameId};
use crate::ir::{Edits, Insertion, NewOp, Operand};
use crate::module::{Builder, Module};
use crate::tables::dictionary_items;

/// What makes an operand of a number.
pub const CONSTANT: &str = "arith.constant";

/// Makes the numbers that an attribute lists operands behind the first, with the others in their order, and takes the attribute away; where an operation has a
/// result for each, and none more. How many operations were changed.
pub fn basis_to_operands(module: &mut Module<'_>, op: &str, attribute: &str) -> usize {
    let found: Vec<OpNameId> = names(&module.tables, op).collect();
    let mut bases: BTreeMap<OpId, Vec<i64>> = BTreeMap::new();
    let (ir, tables) = (&module.ir, &module.tables);
    for op in ir.ops().filter(|op| found.contains(&ir.name(*op))) {
        let items = ir.attrs(op).and_then(|attrs| dictionary_items(tables, attrs)).unwrap_or_default();
        let basis = items.iter().find(|(name, _)| name == attribute.as_bytes());
        let Some(basis) = basis.and_then(|(_, basis)| integers(tables, *basis, true)) else { continue };
        let given = basis.iter().filter(|size| **size == DYNAMIC).count() + 1 == ir.operands(op).len();
        if given && basis.len() == ir.results(op).len() {
            bases.insert(op, basis);
        }
    }
    if bases.is_empty() {
        return 0;
    }
    let mut builder = Builder::default();
    let name = op_name(&mut module.tables, CONSTANT);
    // The type `index`: code 1 and nothing else.
    let index = builder.ty(&mut module.tables, vec![3]);
    let mut edits = Edits::default();
    for (op, basis) in &bases {
        let mut insertion = Insertion { before: Vec::new(), operands: vec![Operand::Old(0)] };
        let mut old = 1;
        for size in basis {
            if *size == DYNAMIC {
                insertion.operands.push(Operand::Old(old));
                old += 1;
                continue;
            }
            insertion.operands.push(Operand::New(insertion.before.len()));
            let value = builder.number(&mut module.tables, index, *size);
            insertion.before.push(NewOp {
                name,
                location: module.ir.location(*op),
                attrs: Some(builder.dictionary(&mut module.tables, vec![(b"value".to_vec(), value)])),
                properties: None,
                operands: Vec::new(),
                result: index,
            });
        }
        edits.ops.insert(*op, insertion);
    }
    let Some(made) = module.ir.insert(&edits) else { return 0 };
    module.ir = made;
    // Those that were changed have operands for all results.
    let all: Vec<OpId> = module.ir.ops().filter(|op| found.contains(&module.ir.name(*op))).collect();
    for op in all {
        if module.ir.operands(op).len() != module.ir.results(op).len() + 1 {
            continue;
        }
        let items = module.ir.attrs(op).and_then(|attrs| dictionary_items(&module.tables, attrs));
        let mut items = items.unwrap_or_default();
        items.retain(|(name, _)| name != attribute.as_bytes());
        let attrs = (!items.is_empty()).then(|| builder.dictionary(&mut module.tables, items));
        module.ir.set_attrs(op, attrs);
    }
    bases.len()
}

/// Says of operations without the attribute that all numbers are operands. How many operations were changed.
pub fn operands_to_basis(module: &mut Module<'_>, op: &str, attribute: &str) -> usize {
    edit(module, op, |tables, builder, items, operands| {
        if operands == 0 || items.iter().any(|(name, _)| name == attribute.as_bytes()) {
            return false;
        }
        let Some(made) = dense(builder, tables, 64, &vec![DYNAMIC; operands - 1]) else { return false };
        items.push((attribute.as_bytes().to_vec(), made));
        true
    })
}
