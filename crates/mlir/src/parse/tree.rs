//! The tree that a text is read to. What is where in the IR section depends on what comes later in the text, so that section is
//! built from the tree afterwards.

use outlast_core::to_index;

use super::values::Value;
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId, TypeId};
use crate::ir::{BlockArg, NONE};

/// An operation. Ranges are into the lists of [`Ast`].
#[derive(Clone, Debug)]
pub(super) struct Op {
    pub(super) name: OpNameId,
    pub(super) location: AttrId,
    pub(super) attrs: Option<AttrId>,
    pub(super) properties: Option<PropertiesId>,
    pub(super) operands: (u32, u32),
    pub(super) successors: (u32, u32),
    pub(super) results: (u32, u32),
    /// The first of its values.
    pub(super) first_value: u32,
    pub(super) first_region: u32,
    pub(super) region_count: u32,
    /// The region that it stands in.
    pub(super) region: u32,
    /// One past the last operation inside.
    pub(super) end: u32,
    /// Where it begins in the text.
    pub(super) at: usize,
}

/// A region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// The operation that has it.
    pub(super) op: u32,
    pub(super) depth: u32,
    pub(super) first_block: u32,
    pub(super) block_count: u32,
    /// Values that are defined directly in it.
    pub(super) values: u32,
    /// The next region of the operation.
    pub(super) next: u32,
}

/// A block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) args: (u32, u32),
    pub(super) first_value: u32,
    pub(super) first_op: u32,
    pub(super) op_count: u32,
    /// The next block of the region.
    pub(super) next: u32,
}

/// Everything that was read. Operations stand in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Ast {
    pub(super) ops: Vec<Op>,
    pub(super) regions: Vec<Region>,
    pub(super) blocks: Vec<Block>,
    pub(super) operands: Vec<u32>,
    pub(super) operand_types: Vec<TypeId>,
    pub(super) successors: Vec<u32>,
    pub(super) results: Vec<TypeId>,
    pub(super) args: Vec<BlockArg>,
    pub(super) values: Vec<Value>,
    /// Operations in the order in which they end: that of their uses.
    pub(super) ended: Vec<u32>,
    /// The top-level operation: 0 is a module that the text does not mention, around all others.
    pub(super) root: u32,
}

/// What has a number.
#[expect(
    clippy::indexing_slicing,
    reason = "numbers of operations, regions and blocks are given out as these are added, and none is removed"
)]
impl Ast {
    pub(super) fn op(&self, op: u32) -> &Op {
        &self.ops[to_index(op)]
    }

    pub(super) fn op_mut(&mut self, op: u32) -> &mut Op {
        &mut self.ops[to_index(op)]
    }

    pub(super) fn region_mut(&mut self, region: u32) -> &mut Region {
        &mut self.regions[to_index(region)]
    }

    pub(super) fn block(&self, block: u32) -> &Block {
        &self.blocks[to_index(block)]
    }

    pub(super) fn block_mut(&mut self, block: u32) -> &mut Block {
        &mut self.blocks[to_index(block)]
    }
}

/// A part of a list.
fn part<T>(list: &[T], (start, end): (u32, u32)) -> &[T] {
    list.get(to_index(start)..to_index(end)).unwrap_or_default()
}

impl Ast {
    /// Values that are an operation's operands, as they were named: see [`Ast::final_value`].
    pub(super) fn operands(&self, op: &Op) -> &[u32] {
        part(&self.operands, op.operands)
    }

    /// What the text says of the types of an operation's operands.
    pub(super) fn operand_types(&self, op: &Op) -> &[TypeId] {
        part(&self.operand_types, op.operands)
    }

    /// Blocks that an operation may go on with.
    pub(super) fn successors(&self, op: &Op) -> &[u32] {
        part(&self.successors, op.successors)
    }

    /// Types of an operation's results.
    pub(super) fn results(&self, op: &Op) -> &[TypeId] {
        part(&self.results, op.results)
    }

    /// Arguments of a block.
    pub(super) fn args(&self, block: &Block) -> &[BlockArg] {
        part(&self.args, block.args)
    }

    /// The value that an operand is in the end.
    pub(super) fn final_value(&self, value: u32) -> Option<(u32, &Value)> {
        let found = self.values.get(to_index(value))?;
        match found.same {
            NONE => Some((value, found)),
            same => Some((same, self.values.get(to_index(same))?)),
        }
    }

    /// The operation of the result for one of the tree.
    pub(super) fn op_id(&self, op: u32) -> OpId {
        OpId(op - self.root)
    }
}

impl Op {
    /// An operation without anything.
    pub(super) fn new(name: u32, at: usize, location: AttrId) -> Op {
        Op {
            name: OpNameId(name),
            location,
            attrs: None,
            properties: None,
            operands: (0, 0),
            successors: (0, 0),
            results: (0, 0),
            first_value: 0,
            first_region: NONE,
            region_count: 0,
            region: NONE,
            end: 0,
            at,
        }
    }
}
