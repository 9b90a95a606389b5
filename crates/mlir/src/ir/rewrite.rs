//! Operations taken out or put in: the arrays are rebuilt, in the order of the file.
//!
//! Only operations without results, operands and regions: then no value changes its number.

use outlast_core::{SortShort, to_index};

use super::{BlockRecord, Ir, NONE, OpRecord, RegionRecord};
use crate::defs::op_mask;
use crate::ids::{AttrId, BlockId, OpId, OpNameId, RegionId};

/// An operation with nothing but a name and a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BareOp {
    pub(crate) name: OpNameId,
    pub(crate) location: AttrId,
}

/// What changes.
pub(crate) trait Rewrite {
    /// Whether an operation in a block of another one stays. Only one without results, operands and regions may go.
    fn keep(&mut self, ir: &Ir, around: OpId, op: OpId) -> bool;

    /// An operation to be added at the end of a block of this operation.
    fn at_end(&mut self, ir: &Ir, around: OpId, block: BlockId) -> Option<BareOp>;
}

enum Work {
    Region { old: RegionId, new: usize, around: OpId },
    Block { old: BlockId, new: usize, around: OpId },
    Ops { next: OpId, left: u32, old: BlockId, new: usize, around: OpId },
    Close { new: usize },
}

fn wide(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Ir {
    /// A copy with changes. Nothing may have been skipped, and the top-level operation stays.
    pub(crate) fn rewrite(&self, edit: &mut impl Rewrite) -> Ir {
        let mut copy = Copy { old: self, new: Ir::default(), work: Vec::new() };
        if let Some(top) = self.ops().next() {
            copy.op(top);
        }
        while let Some(work) = copy.work.pop() {
            copy.step(work, edit);
        }
        // A region's blocks have numbers before those that are inside of their operations.
        copy.new.block_use_lists.sort_short_by_key(|(block, _)| *block);
        copy.new
    }
}

/// A record whose parts begin at the ends of the arrays.
pub(super) fn starts(ir: &Ir) -> OpRecord {
    OpRecord {
        name: OpNameId(0),
        location: AttrId(0),
        attrs: NONE,
        properties: NONE,
        results: wide(ir.results.len()),
        operands: wide(ir.operands.len()),
        successors: wide(ir.successors.len()),
        regions: wide(ir.regions.len()),
        end: wide(ir.ops.len() + 1),
        mask: 0,
        isolated: false,
    }
}

struct Copy<'i> {
    old: &'i Ir,
    new: Ir,
    work: Vec<Work>,
}

impl Copy<'_> {
    fn step(&mut self, work: Work, edit: &mut impl Rewrite) {
        match work {
            Work::Region { old, new, around } => self.region(old, new, around),
            Work::Block { old, new, around } => self.block(old, new, around),
            Work::Ops { next, left, old, new, around } => self.ops(next, left, old, new, around, edit),
            Work::Close { new } => {
                let end = wide(self.new.ops.len());
                self.new.op_mut(OpId::new(new)).end = end;
            }
        }
    }

    fn region(&mut self, old: RegionId, new: usize, around: OpId) {
        let blocks = self.old.blocks(old);
        let first = self.new.blocks.len();
        self.new.blocks.resize(first + blocks.len(), BlockRecord::default());
        let record = RegionRecord { blocks: wide(first), ..*self.old.region(old) };
        *self.new.region_mut(RegionId::new(new)) = record;
        let works = blocks.enumerate().map(|(at, old)| Work::Block { old, new: first + at, around });
        let works: Vec<Work> = works.collect();
        self.work.extend(works.into_iter().rev());
    }

    fn block(&mut self, old: BlockId, new: usize, around: OpId) {
        let record = *self.old.block(old);
        let args = wide(self.new.args.len());
        self.new.args.extend_from_slice(self.old.args(old));
        let ops = wide(self.new.ops.len());
        *self.new.block_mut(BlockId::new(new)) = BlockRecord { ops, op_count: 0, args, ..record };
        let orders = self.old.arg_use_lists(old);
        if !orders.is_empty() {
            self.new.block_use_lists.push((BlockId::new(new), orders.to_vec()));
        }
        self.work.push(Work::Ops { next: OpId(record.ops), left: record.op_count, old, new, around });
    }

    fn ops(
        &mut self,
        mut next: OpId,
        mut left: u32,
        old: BlockId,
        new: usize,
        around: OpId,
        edit: &mut impl Rewrite,
    ) {
        while left > 0 {
            let op = next;
            next = self.old.after(op);
            left -= 1;
            if !edit.keep(self.old, around, op) {
                continue;
            }
            self.new.block_mut(BlockId::new(new)).op_count += 1;
            let work = self.work.len();
            self.work.push(Work::Ops { next, left, old, new, around });
            if self.op(op) {
                return;
            }
            self.work.truncate(work);
        }
        if let Some(bare) = edit.at_end(self.old, around, old) {
            self.new.block_mut(BlockId::new(new)).op_count += 1;
            self.bare(bare);
        }
    }

    /// Copies an operation; whether it has regions, which are then to be copied next.
    fn op(&mut self, op: OpId) -> bool {
        let record = *self.old.op(op);
        let index = self.new.ops.len();
        let starts = starts(&self.new);
        self.new.ops.push(OpRecord {
            name: record.name,
            location: record.location,
            attrs: record.attrs,
            properties: record.properties,
            mask: record.mask,
            isolated: record.isolated,
            end: wide(index + 1),
            ..starts
        });
        self.new.results.extend_from_slice(self.old.results(op));
        self.new.operands.extend_from_slice(self.old.operands(op));
        self.new.successors.extend_from_slice(self.old.successors(op));
        let orders = self.old.use_lists(op);
        if !orders.is_empty() {
            self.new.op_use_lists.push((OpId::new(index), orders.to_vec()));
        }
        if record.mask & op_mask::REGIONS == 0 {
            return false;
        }
        let regions = self.old.regions(op);
        let first = self.new.regions.len();
        self.new.regions.resize(first + regions.len(), RegionRecord::default());
        self.work.push(Work::Close { new: index });
        let works = regions.enumerate().map(|(at, old)| Work::Region { old, new: first + at, around: op });
        let works: Vec<Work> = works.collect();
        self.work.extend(works.into_iter().rev());
        true
    }

    fn bare(&mut self, bare: BareOp) {
        let record = OpRecord { name: bare.name, location: bare.location, ..starts(&self.new) };
        debug_assert_eq!(to_index(record.end), self.new.ops.len() + 1);
        self.new.ops.push(record);
    }
}
