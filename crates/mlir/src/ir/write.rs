//! Writing an IR section. Indices are written as they are: whoever renumbers does so before.

use outlast_core::to_index;

use super::{Ir, UseListOrder};
use crate::defs::{op_mask, section, version};
use crate::file::File;
use crate::ids::{BlockId, OpId, RegionId};
use crate::wire::varint;

/// What is written next.
enum Work {
    Region(RegionId),
    Block(BlockId),
    /// The operations of a block: the next one, and how many are left.
    Ops(OpId, u32),
    /// The section of an operation's regions is complete.
    Close,
}

struct Writer<'a> {
    ir: &'a Ir,
    file: Option<&'a File<'a>>,
    version: u64,
    /// Sections that are open, the innermost last.
    open: Vec<Vec<u8>>,
    /// Buffers of sections that are complete, to be used again.
    spare: Vec<Vec<u8>>,
    out: Vec<u8>,
    work: Vec<Work>,
}

fn index(out: &mut Vec<u8>, index: u32) {
    varint(out, u64::from(index));
}

fn count(out: &mut Vec<u8>, count: usize) {
    varint(out, u64::try_from(count).unwrap_or(u64::MAX));
}

impl Ir {
    /// The content of an IR section of a version of the container, with the indices that stand here. Regions that were skipped
    /// are copied from `file`, which has to be of the same version.
    pub fn encode(&self, version: u64, file: Option<&File<'_>>) -> Vec<u8> {
        let mut writer = Writer {
            ir: self,
            file,
            version,
            open: Vec::new(),
            spare: Vec::new(),
            out: Vec::new(),
            work: Vec::new(),
        };
        if self.root_regions == 0 {
            varint(&mut writer.out, 1 << 1);
            writer.work.push(Work::Ops(OpId(0), u32::from(!self.is_empty())));
        } else {
            writer.work.extend(self.root_regions().rev().map(Work::Region));
        }
        writer.run();
        writer.out
    }
}

impl Writer<'_> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Region(region) => self.region(region),
                Work::Block(block) => self.block(block),
                Work::Ops(op, left) => self.ops(op, left),
                Work::Close => self.close(),
            }
        }
    }

    fn region(&mut self, region: RegionId) {
        let blocks = self.ir.blocks(region);
        count(&mut self.out, blocks.len());
        if blocks.len() > 0 {
            index(&mut self.out, self.ir.value_count(region));
        }
        self.work.extend(blocks.rev().map(Work::Block));
    }

    fn block(&mut self, block: BlockId) {
        let record = self.ir.blocks[block.index()];
        varint(&mut self.out, u64::from(record.op_count) << 1 | u64::from(record.has_args));
        if record.has_args {
            let args = self.ir.args(block);
            count(&mut self.out, args.len());
            for arg in args {
                if self.version < version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
                    index(&mut self.out, arg.ty.0);
                } else {
                    varint(&mut self.out, u64::from(arg.ty.0) << 1 | u64::from(arg.location.is_some()));
                }
                if let Some(location) = arg.location {
                    index(&mut self.out, location.0);
                }
            }
            if self.version >= version::USE_LIST_ORDERING {
                self.out.push(record.mask);
                if record.mask != 0 {
                    use_lists(&mut self.out, self.ir.arg_use_lists(block), args.len());
                }
            }
        }
        self.work.push(Work::Ops(OpId(record.ops), record.op_count));
    }

    fn ops(&mut self, mut op: OpId, mut left: u32) {
        while left > 0 {
            left -= 1;
            let next = self.ir.after(op);
            if self.op(op) {
                if left > 0 {
                    self.work.push(Work::Ops(next, left));
                }
                return self.regions(op);
            }
            op = next;
        }
    }

    /// All of an operation but its regions; whether it has some.
    fn op(&mut self, op: OpId) -> bool {
        let record = self.ir.op(op);
        let out = &mut self.out;
        let has = |bit: u8| record.mask & bit != 0;
        index(out, record.name.0);
        out.push(record.mask);
        index(out, record.location.0);
        if has(op_mask::ATTRS) {
            index(out, record.attrs);
        }
        if has(op_mask::PROPERTIES) {
            index(out, record.properties);
        }
        if has(op_mask::RESULTS) {
            let results = self.ir.results(op);
            count(out, results.len());
            results.iter().for_each(|ty| index(out, ty.0));
        }
        if has(op_mask::OPERANDS) {
            let operands = self.ir.operands(op);
            count(out, operands.len());
            operands.iter().for_each(|value| index(out, *value));
        }
        if has(op_mask::SUCCESSORS) {
            let successors = self.ir.successors(op);
            count(out, successors.len());
            successors.iter().for_each(|block| index(out, *block));
        }
        if has(op_mask::USE_LIST_ORDERS) {
            use_lists(out, self.ir.use_lists(op), self.ir.results(op).len());
        }
        has(op_mask::REGIONS)
    }

    fn regions(&mut self, op: OpId) {
        let isolated = self.ir.is_isolated(op);
        let regions = self.ir.regions(op);
        let lazy = self.ir.lazy(op);
        let number = lazy.map_or(regions.len(), |lazy| to_index(lazy.regions));
        varint(&mut self.out, u64::try_from(number).unwrap_or(u64::MAX) << 1 | u64::from(isolated));
        if isolated && self.version >= version::LAZY_LOADING {
            let empty = self.spare.pop().unwrap_or_default();
            self.open.push(std::mem::replace(&mut self.out, empty));
            self.work.push(Work::Close);
        }
        if let (Some(lazy), Some(file)) = (lazy, self.file) {
            self.out.extend_from_slice(file.data().get(lazy.start..lazy.end).unwrap_or_default());
        }
        self.work.extend(regions.rev().map(Work::Region));
    }

    fn close(&mut self) {
        let mut content = std::mem::replace(&mut self.out, self.open.pop().unwrap_or_default());
        self.out.push(section::IR);
        count(&mut self.out, content.len());
        self.out.extend_from_slice(&content);
        content.clear();
        self.spare.push(content);
    }
}

fn use_lists(out: &mut Vec<u8>, orders: &[UseListOrder], values: usize) {
    if values > 1 {
        count(out, orders.len());
    }
    for order in orders {
        if values > 1 {
            index(out, order.value);
        }
        varint(out, u64::try_from(order.indices.len()).unwrap_or(u64::MAX) << 1 | u64::from(order.pairs));
        order.indices.iter().for_each(|index| varint(out, *index));
    }
}
