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

impl Ast {
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
