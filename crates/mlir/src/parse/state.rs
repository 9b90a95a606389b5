//! What is open while operations are read from text, and what was read so far.

use outlast_core::{QuickMap, to_index};

use super::cursor::Cursor;
use super::properties::Given;
use super::tree::{Ast, Block, Op, Region};
use super::values::{Use, Values};
use crate::ids::{AttrId, OpNameId, TypeId};
use crate::ir::NONE;

/// What stands before the regions of an operation.
pub(super) struct Head<'t> {
    pub(super) op: u32,
    /// Names of results, with how many values each has.
    pub(super) names: Vec<(&'t str, u32, usize)>,
    pub(super) operands: Vec<Use<'t>>,
    pub(super) given: Given,
}

/// A label of a block.
pub(super) struct Label {
    pub(super) place: u32,
    pub(super) at: usize,
}

/// The open region of an operation.
pub(super) struct Frame<'t> {
    pub(super) head: Head<'t>,
    pub(super) region: u32,
    pub(super) block: u32,
    pub(super) labels: QuickMap<&'t str, Label>,
    /// Successors whose block is known by its label: where they are in the list, and the label.
    pub(super) successors: Vec<(usize, &'t str)>,
}

/// What is being read.
pub(super) struct State<'t> {
    pub(super) ast: Ast,
    pub(super) values: Values<'t>,
    pub(super) stack: Vec<Frame<'t>>,
    /// Locations that are defined later: of which operation, the alias, where.
    pub(super) later: Vec<(u32, &'t str, Cursor<'t>)>,
}

pub(super) fn wide(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NONE)
}

impl State<'_> {
    pub(super) fn region(&mut self, op: u32, depth: u32) -> u32 {
        let id = wide(self.ast.regions.len());
        let region = Region { op, depth, first_block: NONE, block_count: 0, values: 0, next: NONE };
        self.ast.regions.push(region);
        if id == 0 {
            let top = self.ast.op_mut(0);
            (top.first_region, top.region_count) = (0, 1);
        }
        id
    }

    /// Adds a block behind another one of the region.
    pub(super) fn block(&mut self, region: u32, before: u32, args: (u32, u32), first_value: u32) -> u32 {
        let id = wide(self.ast.blocks.len());
        let first_op = wide(self.ast.ops.len());
        self.ast.blocks.push(Block { args, first_value, first_op, op_count: 0, next: NONE });
        match self.ast.blocks.get_mut(to_index(before)) {
            Some(before) => before.next = id,
            None => self.ast.region_mut(region).first_block = id,
        }
        self.ast.region_mut(region).block_count += 1;
        id
    }

    /// The first block of the open region, which has no header.
    pub(super) fn entry_block(&mut self) -> u32 {
        let args = wide(self.ast.args.len());
        let region = self.stack.last().map_or(0, |frame| frame.region);
        let block = self.block(region, NONE, (args, args), 0);
        if let Some(frame) = self.stack.last_mut() {
            frame.block = block;
        }
        block
    }

    pub(super) fn op(&mut self, name: OpNameId, at: usize, location: AttrId, region: u32, block: u32) -> u32 {
        let id = wide(self.ast.ops.len());
        self.ast.ops.push(Op { region, ..Op::new(name.0, at, location) });
        self.ast.block_mut(block).op_count += 1;
        id
    }

    /// Defines the next values of a region.
    pub(super) fn define(&mut self, region: u32, types: &[TypeId]) -> u32 {
        let values = &mut self.ast.region_mut(region).values;
        let first = self.values.define(region, *values, types);
        *values = values.saturating_add(wide(types.len()));
        first
    }
}
