//! The type that a variable points to, which newer releases say in an attribute.

use std::collections::BTreeMap;

use super::attributes::find;
use super::operations::names;
use super::values::element_type;
use crate::ids::{AttrId, OpId, OpNameId, TypeId};
use crate::module::{Builder, Module};
use crate::tables::Tables;
use crate::tables::dictionary_items;
use crate::wire::varint;

const TYPE: u64 = 6;

/// Says in an attribute what the operands of an operation point to, or takes that away: the element of a memory reference, if all operands in front, up to
/// the second, that are such have the same type. How many operations were changed; others stay as they are.
pub fn pointees(module: &mut Module<'_>, op: &str, attribute: &str, says: bool) -> usize {
    let found: Vec<OpNameId> = names(&module.tables, op).collect();
    let ops: Vec<OpId> = module.ir.ops().filter(|op| found.contains(&module.ir.name(*op))).collect();
    if ops.is_empty() {
        return 0;
    }
    let types = module.ir.operand_types();
    let wanted: BTreeMap<OpId, TypeId> = ops
        .iter()
        .filter_map(|op| Some((*op, pointee(&module.tables, types.operands(&module.ir, *op).take(2))?)))
        .collect();
    let (mut builder, mut count) = (Builder::default(), 0);
    for (op, ty) in wanted {
        let tables = &mut module.tables;
        let items = module.ir.attrs(op).map_or(Some(Vec::new()), |attrs| dictionary_items(tables, attrs));
        let Some(mut items) = items else { continue };
        let value = type_attr(tables, &mut builder, ty);
        match find(&items, attribute) {
            None if says => items.push((attribute.as_bytes().to_vec(), value)),
            Some((at, old)) if !says && old == value => drop(items.remove(at)),
            _ => continue,
        }
        let attrs = (!items.is_empty()).then(|| builder.dictionary(tables, items));
        module.ir.set_attrs(op, attrs);
        count += 1;
    }
    count
}

/// The element of the memory references among some operands; none if there is none, or if they are not all the same.
fn pointee(tables: &Tables<'_>, operands: impl Iterator<Item = Option<TypeId>>) -> Option<TypeId> {
    let mut found: Vec<TypeId> = operands.filter_map(|ty| element_type(tables, ty?)).collect();
    found.dedup();
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// The attribute that a type is.
fn type_attr(tables: &mut Tables<'_>, builder: &mut Builder, ty: TypeId) -> AttrId {
    let mut bytes = Vec::new();
    varint(&mut bytes, TYPE);
    varint(&mut bytes, u64::from(ty.0));
    builder.attr(tables, bytes)
}
