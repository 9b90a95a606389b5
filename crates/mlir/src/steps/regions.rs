//! Arguments of blocks and regions that one release's operations have, and another's have not.

use super::operations::names;
use super::values::element_type;
use crate::ids::{OpId, OpNameId};
use crate::ir::{BlockArg, Edits, Handed, LastArg};
use crate::module::{Builder, Module};

fn wanted(module: &Module<'_>, op: &str) -> Vec<OpId> {
    let wanted: Vec<OpNameId> = names(&module.tables, op).collect();
    module.ir.ops().filter(|op| wanted.contains(&module.ir.name(*op))).collect()
}

/// Gives the block of an operation one more argument, for an element of its last operand, or takes that away where nothing uses it. How many operations were
/// changed; none if an argument is used that has to go.
pub fn last_argument(module: &mut Module<'_>, op: &str, there: bool) -> Option<usize> {
    let ops = wanted(module, op);
    if ops.is_empty() {
        return Some(0);
    }
    let location = Builder::default().unknown_location(&mut module.tables);
    let (ir, types) = (&module.ir, module.ir.operand_types());
    let mut edits = Edits::default();
    for op in ops {
        let operands: Vec<_> = types.operands(ir, op).collect();
        let blocks: Vec<_> = ir.regions(op).flat_map(|region| ir.blocks(region)).collect();
        let [block] = blocks[..] else { continue };
        let args = ir.args(block).len();
        match there {
            true if args + 1 == operands.len() => {
                let Some(ty) =
                    operands.last().copied().flatten().and_then(|ty| element_type(&module.tables, ty))
                else {
                    continue;
                };
                edits.blocks.insert(block, LastArg::Push(BlockArg { ty, location: Some(location) }));
            }
            false if args == operands.len() && args > 0 => drop(edits.blocks.insert(block, LastArg::Pop)),
            _ => {}
        }
    }
    if !edits.blocks.is_empty() {
        module.ir = module.ir.insert(&edits)?;
    }
    Some(edits.blocks.len())
}

/// Gives operations the regions of another release: for each, which of theirs it is, or none for an empty one. How many operations were changed; those with something
/// in a region that would be left out stay as they are.
pub fn other_regions(module: &mut Module<'_>, op: &str, from: &[Option<usize>], had: usize) -> usize {
    let ops = wanted(module, op);
    let ir = &module.ir;
    let mut edits = Edits::default();
    for op in ops {
        let regions: Vec<_> = ir.regions(op).collect();
        let left = regions.iter().enumerate().filter(|(at, _)| !from.contains(&Some(*at)));
        let empty = left.into_iter().all(|(_, region)| ir.blocks(*region).len() == 0);
        if regions.len() == had && empty {
            edits.regions.insert(op, from.to_vec());
        }
    }
    let count = edits.regions.len();
    if count > 0
        && let Some(made) = module.ir.insert(&edits)
    {
        module.ir = made;
        return count;
    }
    0
}

/// Hands values into the block of an operation as operands and arguments, the region isolated from above; or has those in it use the values themselves. How many
/// operations were changed; none if one of them cannot be.
pub fn hand_in(module: &mut Module<'_>, op: &str, isolated: bool) -> usize {
    let handed = if isolated { Handed::Isolated } else { Handed::Used };
    let ops = wanted(module, op).into_iter().filter(|op| module.ir.is_isolated(*op) != isolated);
    let edits = Edits { handed: ops.map(|op| (op, handed)).collect(), ..Edits::default() };
    if edits.handed.is_empty() {
        return 0;
    }
    let Some(made) = module.ir.insert(&edits) else { return 0 };
    module.ir = made;
    edits.handed.len()
}

/// Puts a constant in place of operations whose block has nothing else, and hands it out. How many there were.
pub fn bare_constants(module: &mut Module<'_>, op: &str, constant: &str) -> usize {
    let constants: Vec<OpNameId> = names(&module.tables, constant).collect();
    let ops = wanted(module, op);
    if ops.is_empty() || constants.is_empty() {
        return 0;
    }
    let (ir, owners) = (&module.ir, module.ir.value_owners());
    let only = |op: OpId| {
        let mut blocks = ir.regions(op).flat_map(|region| ir.blocks(region));
        let inside: Vec<OpId> = blocks.next().map(|block| ir.block_ops(block).collect()).unwrap_or_default();
        let [inner, end] = inside[..] else { return None };
        let handed = owners.owner(ir, end, 0).and_then(|owner| owner.op) == Some(inner);
        let same = ir.results(inner) == ir.results(op) && ir.operands(end).len() == 1;
        (handed && same && blocks.next().is_none() && constants.contains(&ir.name(inner)))
            .then_some((op, inner))
    };
    let edits = Edits { replaced: ops.into_iter().filter_map(only).collect(), ..Edits::default() };
    if edits.replaced.is_empty() {
        return 0;
    }
    let Some(made) = module.ir.insert(&edits) else { return 0 };
    module.ir = made;
    edits.replaced.len()
}
