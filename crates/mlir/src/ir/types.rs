//! Types of operands: operands are numbers of values, and values have types where they are defined.

use outlast_core::to_index;

use super::Ir;
use crate::ids::{OpId, RegionId, TypeId};

/// No type: nothing defines the value.
const NONE: u32 = u32::MAX;

/// The type of every operand, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct OperandTypes(Vec<u32>);

impl OperandTypes {
    /// Types of an operation's operands; none where nothing defines the value.
    pub fn operands(&self, ir: &Ir, op: OpId) -> impl ExactSizeIterator<Item = Option<TypeId>> + '_ {
        let start = to_index(ir.op(op).operands);
        let end = start + ir.operands(op).len();
        let types = self.0.get(start..end).unwrap_or_default();
        types.iter().map(|ty| (*ty != NONE).then_some(TypeId(*ty)))
    }
}

/// A region to be looked at: values around it, and the first of them that it may use.
struct Scope {
    region: RegionId,
    base: usize,
    first: usize,
}

impl Ir {
    /// The type of every operand. Of what was skipped there are none.
    pub fn operand_types(&self) -> OperandTypes {
        let mut types = vec![NONE; self.operands.len()];
        let mut values: Vec<u32> = Vec::new();
        let mut work: Vec<Scope> =
            self.root_regions().map(|region| Scope { region, base: 0, first: 0 }).collect();
        if self.root_regions == 0
            && let Some(top) = self.ops().next()
        {
            work.extend(self.regions(top).map(|region| Scope { region, base: 0, first: 0 }));
        }
        work.reverse();
        while let Some(Scope { region, base, first }) = work.pop() {
            values.truncate(base);
            for block in self.blocks(region) {
                values.extend(self.args(block).iter().map(|arg| arg.ty.0));
                values.extend(self.block_ops(block).flat_map(|op| self.results(op)).map(|ty| ty.0));
            }
            values.resize(base + to_index(self.value_count(region)), NONE);
            let inside = work.len();
            for op in self.blocks(region).flat_map(|block| self.block_ops(block)) {
                let start = to_index(self.op(op).operands);
                for (ty, value) in types.iter_mut().skip(start).zip(self.operands(op)) {
                    *ty = first
                        .checked_add(to_index(*value))
                        .and_then(|at| values.get(at))
                        .copied()
                        .unwrap_or(NONE);
                }
                let end = values.len();
                let first = if self.is_isolated(op) { end } else { first };
                work.extend(self.regions(op).map(|region| Scope { region, base: end, first }));
            }
            work.get_mut(inside..).unwrap_or_default().reverse();
        }
        OperandTypes(types)
    }
}
