//! Operations, blocks and regions of an IR section, as arrays with 32-bit ids.
//!
//! Operations stand in the order of the file (pre-order), so that an operation's parts are slices that begin where its record says
//! and end where the next one's begin, and its nested operations are the ones up to its `end`. Values have no objects: operands
//! are value numbers as the file has them, counted from the first enclosing region that is isolated from above.

mod frame;
mod insert;
mod owners;
mod read;
mod rewrite;
mod threads;
mod types;
mod values;
mod walk;
mod write;

use std::ops::Range;

use outlast_core::to_index;

use crate::defs::op_mask;
use crate::ids::{AttrId, BlockId, OpId, OpNameId, PropertiesId, RegionId, TypeId};

pub(crate) use frame::Limits;
pub(crate) use insert::{Edits, Handed, Insertion, LastArg, NewOp, Operand};
pub(crate) use rewrite::{BareOp, Rewrite};

pub use owners::{Owner, ValueOwners};
pub use read::{MAX_DEPTH, Nested};
pub use types::OperandTypes;
pub use walk::Part;

/// No index: an optional part is absent.
pub(crate) const NONE: u32 = u32::MAX;

/// An operation's record. Use the methods of [`Ir`] for its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpRecord {
    pub(crate) name: OpNameId,
    pub(crate) location: AttrId,
    pub(crate) attrs: u32,
    pub(crate) properties: u32,
    pub(crate) results: u32,
    pub(crate) operands: u32,
    pub(crate) successors: u32,
    pub(crate) regions: u32,
    /// One past the last operation inside.
    pub(crate) end: u32,
    /// The mask as it stands in the file.
    pub(crate) mask: u8,
    /// Whether its regions are isolated from above.
    pub(crate) isolated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct RegionRecord {
    pub(crate) blocks: u32,
    pub(crate) block_count: u32,
    /// Values that it says are defined directly in it.
    pub(crate) values: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct BlockRecord {
    pub(crate) ops: u32,
    pub(crate) op_count: u32,
    pub(crate) args: u32,
    pub(crate) arg_count: u32,
    /// Whether the block's header says that there are arguments.
    pub(crate) has_args: bool,
    /// The mask after the arguments, as it stands in the file.
    pub(crate) mask: u8,
}

/// An argument of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockArg {
    /// Its type.
    pub ty: TypeId,
    /// Its location; none where the file leaves an unknown location out.
    pub location: Option<AttrId>,
}

/// How the uses of one value are ordered, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseListOrder {
    /// Which result of the operation, or argument of the block.
    pub value: u32,
    /// Whether `indices` are pairs of places that are exchanged; otherwise it is the whole order.
    pub pairs: bool,
    /// The numbers.
    pub indices: Vec<u64>,
}

/// Regions that were skipped: where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyRegions {
    /// The operation whose regions they are.
    pub op: OpId,
    /// How many.
    pub regions: u32,
    /// How many regions are around them.
    pub depth: usize,
    /// First byte of the section's data.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// Operations, blocks and regions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ir {
    pub(crate) ops: Vec<OpRecord>,
    pub(crate) results: Vec<TypeId>,
    pub(crate) operands: Vec<u32>,
    pub(crate) successors: Vec<u32>,
    pub(crate) regions: Vec<RegionRecord>,
    pub(crate) blocks: Vec<BlockRecord>,
    pub(crate) args: Vec<BlockArg>,
    /// By operation, ascending.
    pub(crate) op_use_lists: Vec<(OpId, Vec<UseListOrder>)>,
    /// By block, ascending.
    pub(crate) block_use_lists: Vec<(BlockId, Vec<UseListOrder>)>,
    /// By operation, ascending.
    pub(crate) lazy: Vec<LazyRegions>,
    /// Regions that stand outside of any operation of this `Ir`: those of an operation that was materialised.
    pub(crate) root_regions: u32,
}

fn range(start: u32, end: u32) -> Range<usize> {
    to_index(start)..to_index(end)
}

/// Records by their numbers.
#[expect(
    clippy::indexing_slicing,
    reason = "numbers of operations, regions and blocks are given out as these are added, and none is removed"
)]
impl Ir {
    pub(crate) fn op(&self, op: OpId) -> &OpRecord {
        &self.ops[op.index()]
    }

    pub(crate) fn op_mut(&mut self, op: OpId) -> &mut OpRecord {
        &mut self.ops[op.index()]
    }

    pub(crate) fn region(&self, region: RegionId) -> &RegionRecord {
        &self.regions[region.index()]
    }

    pub(crate) fn region_mut(&mut self, region: RegionId) -> &mut RegionRecord {
        &mut self.regions[region.index()]
    }

    pub(crate) fn block(&self, block: BlockId) -> &BlockRecord {
        &self.blocks[block.index()]
    }

    pub(crate) fn block_mut(&mut self, block: BlockId) -> &mut BlockRecord {
        &mut self.blocks[block.index()]
    }
}

impl Ir {
    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// All operations, in the order of the file: an operation comes before those inside it.
    pub fn ops(&self) -> impl ExactSizeIterator<Item = OpId> + use<> {
        (0..u32::try_from(self.ops.len()).unwrap_or(u32::MAX)).map(OpId)
    }

    /// The regions outside of any operation: of a file, none; of a materialised operation, its regions.
    pub fn root_regions(&self) -> impl ExactSizeIterator<Item = RegionId> + DoubleEndedIterator + use<> {
        (0..self.root_regions).map(RegionId)
    }

    /// The name of an operation.
    pub fn name(&self, op: OpId) -> OpNameId {
        self.op(op).name
    }

    /// Where the operation came from: an attribute that is a location.
    pub fn location(&self, op: OpId) -> AttrId {
        self.op(op).location
    }

    /// The dictionary of an operation's attributes. Since version 5 these are the discardable ones.
    pub fn attrs(&self, op: OpId) -> Option<AttrId> {
        let attrs = self.op(op).attrs;
        (attrs != NONE).then_some(AttrId(attrs))
    }

    /// The properties of an operation.
    pub fn properties(&self, op: OpId) -> Option<PropertiesId> {
        let properties = self.op(op).properties;
        (properties != NONE).then_some(PropertiesId(properties))
    }

    fn next<T>(&self, op: OpId, field: fn(&OpRecord) -> u32, all: &[T]) -> u32 {
        match self.ops.get(op.index() + 1) {
            Some(next) => field(next),
            None => u32::try_from(all.len()).unwrap_or(u32::MAX),
        }
    }

    /// Types of an operation's results.
    pub fn results(&self, op: OpId) -> &[TypeId] {
        let range = range(self.op(op).results, self.next(op, |next| next.results, &self.results));
        self.results.get(range).unwrap_or_default()
    }

    /// Value numbers of an operation's operands.
    pub fn operands(&self, op: OpId) -> &[u32] {
        let range = range(self.op(op).operands, self.next(op, |next| next.operands, &self.operands));
        self.operands.get(range).unwrap_or_default()
    }

    /// Blocks that an operation may go on with, as places in the region around it.
    pub fn successors(&self, op: OpId) -> &[u32] {
        let range = range(self.op(op).successors, self.next(op, |next| next.successors, &self.successors));
        self.successors.get(range).unwrap_or_default()
    }

    /// Regions of an operation; none if they were skipped.
    pub fn regions(&self, op: OpId) -> impl ExactSizeIterator<Item = RegionId> + DoubleEndedIterator + use<> {
        (self.op(op).regions..self.next(op, |next| next.regions, &self.regions)).map(RegionId)
    }

    /// Whether an operation's regions use no value from outside, by what the file says.
    pub fn is_isolated(&self, op: OpId) -> bool {
        self.op(op).isolated
    }

    /// Orders of the use-lists of an operation's results.
    pub fn use_lists(&self, op: OpId) -> &[UseListOrder] {
        let found = self.op_use_lists.binary_search_by_key(&op, |(of, _)| *of).ok();
        found.and_then(|at| self.op_use_lists.get(at)).map_or(&[], |(_, orders)| orders)
    }

    /// Regions of an operation that were skipped.
    pub fn lazy(&self, op: OpId) -> Option<&LazyRegions> {
        let at = self.lazy.binary_search_by_key(&op, |lazy| lazy.op).ok()?;
        self.lazy.get(at)
    }

    /// All regions that were skipped.
    pub fn all_lazy(&self) -> &[LazyRegions] {
        &self.lazy
    }

    /// Values defined directly in a region, as the file says.
    pub fn value_count(&self, region: RegionId) -> u32 {
        self.region(region).values
    }

    /// Blocks of a region.
    pub fn blocks(
        &self,
        region: RegionId,
    ) -> impl ExactSizeIterator<Item = BlockId> + DoubleEndedIterator + use<> {
        let record = self.region(region);
        (record.blocks..record.blocks + record.block_count).map(BlockId)
    }

    /// Arguments of a block.
    pub fn args(&self, block: BlockId) -> &[BlockArg] {
        let record = self.block(block);
        self.args.get(range(record.args, record.args + record.arg_count)).unwrap_or_default()
    }

    /// Orders of the use-lists of a block's arguments.
    pub fn arg_use_lists(&self, block: BlockId) -> &[UseListOrder] {
        let found = self.block_use_lists.binary_search_by_key(&block, |(of, _)| *of).ok();
        found.and_then(|at| self.block_use_lists.get(at)).map_or(&[], |(_, orders)| orders)
    }

    /// How many operations stand directly in a block.
    pub fn op_count(&self, block: BlockId) -> usize {
        to_index(self.block(block).op_count)
    }

    /// Operations that stand directly in a block.
    pub fn block_ops(&self, block: BlockId) -> impl Iterator<Item = OpId> {
        let record = self.block(block);
        let mut next = record.ops;
        (0..record.op_count).map(move |_| {
            let op = OpId(next);
            next = self.op(op).end;
            op
        })
    }

    /// The operation after this one and all that is inside it.
    pub fn after(&self, op: OpId) -> OpId {
        OpId(self.op(op).end)
    }

    /// Sets the dictionary of an operation's attributes.
    pub fn set_attrs(&mut self, op: OpId, attrs: Option<AttrId>) {
        let record = self.op_mut(op);
        record.attrs = attrs.map_or(NONE, |attrs| attrs.0);
        record.mask = record.mask & !op_mask::ATTRS | if attrs.is_some() { op_mask::ATTRS } else { 0 };
    }

    /// Sets the properties of an operation.
    pub fn set_properties(&mut self, op: OpId, properties: Option<PropertiesId>) {
        let record = self.op_mut(op);
        record.properties = properties.map_or(NONE, |properties| properties.0);
        let bit = if properties.is_some() { op_mask::PROPERTIES } else { 0 };
        record.mask = record.mask & !op_mask::PROPERTIES | bit;
    }

    /// Sets the location of an operation.
    pub fn set_location(&mut self, op: OpId, location: AttrId) {
        self.op_mut(op).location = location;
    }

    /// Puts the operands of an operation in another order: which one stands at each place. Nothing is done if that is no order of them.
    pub(crate) fn permute_operands(&mut self, op: OpId, order: &[usize]) {
        let start = to_index(self.op(op).operands);
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        let old = self.operands(op).to_vec();
        if sorted.iter().copied().eq(0..old.len()) {
            let moved = order.iter().filter_map(|from| old.get(*from));
            for (place, operand) in self.operands.iter_mut().skip(start).zip(moved) {
                *place = *operand;
            }
        }
    }

    /// Sets the name of an operation.
    pub fn set_name(&mut self, op: OpId, name: OpNameId) {
        self.op_mut(op).name = name;
    }
}
