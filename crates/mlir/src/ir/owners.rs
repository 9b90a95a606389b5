//! What defines operands, and what is around operations: for those who ask what is next to an operation.

use outlast_core::to_index;

use super::Ir;
use crate::ids::{BlockId, OpId, RegionId};

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The operation whose result it is.
    pub op: Option<OpId>,
    /// Which of its results; 0 of an argument.
    pub result: usize,
    /// The block whose argument it is, and which one.
    pub argument: Option<(BlockId, usize)>,
}

/// What defines every operand, in the order of the file, and what is around every operation and block.
#[derive(Clone, Debug, Default)]
pub struct ValueOwners {
    operands: Vec<Option<Owner>>,
    around: Vec<Option<OpId>>,
    blocks: Vec<Option<OpId>>,
}

impl ValueOwners {
    /// What defines an operand of an operation; none if nothing does.
    pub fn owner(&self, ir: &Ir, op: OpId, operand: usize) -> Option<Owner> {
        (operand < ir.operands(op).len()).then_some(())?;
        *self.operands.get(to_index(ir.op(op).operands) + operand)?
    }

    /// The operation around another one.
    pub fn around(&self, op: OpId) -> Option<OpId> {
        *self.around.get(op.index())?
    }

    /// The operation around a block.
    pub fn around_block(&self, block: BlockId) -> Option<OpId> {
        *self.blocks.get(block.index())?
    }
}

/// A region to be looked at: values around it, the first of them that it may use, and the operation that it is of.
struct Scope {
    region: RegionId,
    base: usize,
    first: usize,
    of: Option<OpId>,
}

impl Ir {
    /// What defines every operand. Of what was skipped there is nothing.
    pub fn value_owners(&self) -> ValueOwners {
        let mut owners = ValueOwners {
            operands: vec![None; self.operands.len()],
            around: vec![None; self.ops.len()],
            blocks: vec![None; self.blocks.len()],
        };
        let mut values: Vec<Option<Owner>> = Vec::new();
        let scope = |region, of| Scope { region, base: 0, first: 0, of };
        let mut work: Vec<Scope> = self.root_regions().map(|region| scope(region, None)).collect();
        if self.root_regions == 0
            && let Some(top) = self.ops().next()
        {
            work.extend(self.regions(top).map(|region| scope(region, Some(top))));
        }
        work.reverse();
        while let Some(Scope { region, base, first, of }) = work.pop() {
            values.truncate(base);
            for block in self.blocks(region) {
                if let Some(around) = owners.blocks.get_mut(block.index()) {
                    *around = of;
                }
                values.extend(
                    (0..self.args(block).len())
                        .map(|at| Some(Owner { op: None, result: 0, argument: Some((block, at)) })),
                );
                for op in self.block_ops(block) {
                    if let Some(around) = owners.around.get_mut(op.index()) {
                        *around = of;
                    }
                    let owner = |result| Some(Owner { op: Some(op), result, argument: None });
                    values.extend((0..self.results(op).len()).map(owner));
                }
            }
            values.resize(base + to_index(self.value_count(region)), None);
            let inside = work.len();
            for op in self.blocks(region).flat_map(|block| self.block_ops(block)) {
                let start = to_index(self.op(op).operands);
                for (owner, value) in owners.operands.iter_mut().skip(start).zip(self.operands(op)) {
                    let known = first.checked_add(to_index(*value)).and_then(|at| values.get(at));
                    *owner = known.copied().flatten();
                }
                let end = values.len();
                let first = if self.is_isolated(op) { end } else { first };
                work.extend(self.regions(op).map(|region| Scope { region, base: end, first, of: Some(op) }));
            }
            work.get_mut(inside..).unwrap_or_default().reverse();
        }
        owners
    }
}
