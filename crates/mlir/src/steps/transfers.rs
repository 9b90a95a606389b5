//! Dimensions that vector transfers broadcast, which some releases require to be marked in bounds.

use super::operations::names;
use super::values::affine_results;
use crate::ids::{AttrId, OpId, OpNameId};
use crate::module::{Builder, Module};
use crate::tables::{array_items, dictionary_items};
use outlast_core::QuickMap;

/// Marks the dimensions that a transfer broadcasts as in bounds: those that its map has as a constant. How many operations were changed.
pub fn broadcasts_in_bounds(module: &mut Module<'_>, op: &str) -> usize {
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    let ops: Vec<OpId> = module.ir.ops().filter(|op| wanted.contains(&module.ir.name(*op))).collect();
    let (mut builder, mut known, mut count) = (Builder::default(), QuickMap::default(), 0);
    for op in ops {
        let Some(attrs) = module.ir.attrs(op) else { continue };
        let made = *known.entry(attrs).or_insert_with(|| with_broadcasts(module, &mut builder, attrs));
        if let Some(made) = made {
            module.ir.set_attrs(op, Some(made));
            count += 1;
        }
    }
    count
}

/// A dictionary with these dimensions in bounds; none if they are, or it does not tell.
fn with_broadcasts(module: &mut Module<'_>, builder: &mut Builder, attrs: AttrId) -> Option<AttrId> {
    let tables = &mut module.tables;
    let mut items = dictionary_items(tables, attrs)?;
    let value = |name: &[u8]| items.iter().find(|(other, _)| other == name).map(|(_, value)| *value);
    let results = affine_results(tables, value(b"permutation_map")?)?;
    let constant: Vec<bool> = results.iter().map(|result| result.is_constant()).collect();
    if !constant.contains(&true) {
        return None;
    }
    let [yes, no] = [-1, 0].map(|value| builder.integer(tables, 1, value));
    let mut flags = match value(b"in_bounds") {
        Some(flags) => array_items(tables, flags)?,
        None => vec![no; constant.len()],
    };
    let before = flags.clone();
    for (flag, constant) in flags.iter_mut().zip(&constant) {
        if *constant {
            *flag = yes;
        }
    }
    if flags == before || flags.len() != constant.len() {
        return None;
    }
    let array = builder.array(tables, &flags);
    items.retain(|(name, _)| name != b"in_bounds");
    items.push((b"in_bounds".to_vec(), array));
    Some(builder.dictionary(tables, items))
}
