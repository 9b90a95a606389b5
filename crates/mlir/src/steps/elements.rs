//! Elements of vectors by a position that is known at run time: operations of their own in older releases, a case of others in newer ones.

use super::operations::{names, rename_one};
use super::values::dense;
use crate::ids::{OpId, OpNameId};
use crate::module::{Builder, Module};
use crate::print::Snippets;
use crate::tables::dictionary_items;

/// The static position that says that the operand has it.
const DYNAMIC: i64 = i64::MIN;
/// The attribute with static positions.
const POSITION: &[u8] = b"static_position";

/// Makes operations whose last operand is a position, if it is of type `index`, those of another name, whose attribute says that the operand has it. Behind so
/// many `values` without a position there is only one element. How many operations were changed; others stay what they are.
pub fn dynamic_positions(module: &mut Module<'_>, older: &str, newer: &str, values: usize) -> usize {
    let found: Vec<OpNameId> = names(&module.tables, older).collect();
    let ops: Vec<OpId> = module.ir.ops().filter(|op| found.contains(&module.ir.name(*op))).collect();
    if ops.is_empty() {
        return 0;
    }
    let types = module.ir.operand_types();
    let mut texts = Snippets::new(&module.tables, b"");
    let positions = |op: &OpId| match types.of(&module.ir, *op).skip(values).collect::<Vec<_>>().as_slice() {
        [] => Some(Vec::new()),
        [Some(ty)] if texts.ty(*ty) == "index" => Some(vec![DYNAMIC]),
        _ => None,
    };
    let wanted: Vec<(OpId, Vec<i64>)> = {
        let mut positions = positions;
        ops.iter().filter_map(|op| Some((*op, positions(op)?))).collect()
    };
    let mut builder = Builder::default();
    let mut count = 0;
    for (op, position) in wanted {
        let tables = &mut module.tables;
        let items = module.ir.attrs(op).map_or(Some(Vec::new()), |attrs| dictionary_items(tables, attrs));
        let (Some(mut items), Some(position)) = (items, dense(&mut builder, tables, 64, &position)) else {
            continue;
        };
        items.retain(|(name, _)| name != POSITION);
        items.push((POSITION.to_vec(), position));
        let attrs = builder.dictionary(tables, items);
        module.ir.set_attrs(op, Some(attrs));
        rename_one(module, op, newer);
        count += 1;
    }
    count
}
