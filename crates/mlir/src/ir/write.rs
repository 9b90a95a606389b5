//! Writing an IR section. Indices are written as they are: whoever renumbers does so before.

use outlast_core::to_index;

use super::{Ir, UseListOrder};
use crate::defs::{op_mask, section, version};
use crate::file::File;
use crate::ids::{BlockId, OpId, RegionId};
use crate::tables::Form;
use crate::wire::{Emitter, varint};

/// What is written next.
enum Work {
    Region(RegionId),
    Block(BlockId),
    /// The operations of a block: the next one, and how many are left.
    Ops(OpId, u32),
    /// The section of an operation's regions is complete.
    Close,
}

/// Where operations are written to: plain bytes, or an emitter that notes where numbers stand.
trait Out: Default {
    fn number(&mut self, value: u64);
    fn byte(&mut self, byte: u8);
    fn bytes(&mut self, bytes: &[u8]);
    /// Adds a section with what another has, which is to be used again if it can be.
    fn section(&mut self, content: Self) -> Self;

    fn index(&mut self, index: u32) {
        self.number(u64::from(index));
    }

    fn count(&mut self, count: usize) {
        self.number(u64::try_from(count).unwrap_or(u64::MAX));
    }
}

impl Out for Vec<u8> {
    #[inline]
    fn number(&mut self, value: u64) {
        varint(self, value);
    }

    #[inline]
    fn byte(&mut self, byte: u8) {
        self.push(byte);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn section(&mut self, mut content: Self) -> Self {
        self.push(section::IR);
        self.count(content.len());
        self.extend_from_slice(&content);
        content.clear();
        content
    }
}

/// An emitter that notes.
struct Marked(Emitter<'static>);

impl Default for Marked {
    fn default() -> Marked {
        Marked(Emitter::marking(true))
    }
}

impl Out for Marked {
    fn number(&mut self, value: u64) {
        self.0.varint(value);
    }

    fn byte(&mut self, byte: u8) {
        self.0.byte(byte);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.bytes(bytes);
    }

    fn section(&mut self, content: Self) -> Self {
        self.0.section(section::IR, content.0);
        Marked::default()
    }
}

struct Writer<'a, O> {
    ir: &'a Ir,
    file: Option<&'a File<'a>>,
    version: u64,
    /// Sections that are open, the innermost last.
    open: Vec<O>,
    /// Buffers of sections that are complete, to be used again.
    spare: Vec<O>,
    out: O,
    work: Vec<Work>,
}

impl Ir {
    /// The content of an IR section of a version of the container, with the indices that stand here. Regions that were skipped
    /// are copied from `file`, which has to be of the same version.
    pub fn encode(&self, version: u64, file: Option<&File<'_>>) -> Vec<u8> {
        self.write(version, file)
    }

    /// As [`Ir::encode`], in a form.
    pub(crate) fn encode_in(&self, version: u64, file: Option<&File<'_>>, form: &Form) -> Emitter<'static> {
        if form.is_marked() {
            return self.write::<Marked>(version, file).0;
        }
        let mut out = form.emitter();
        out.owned(self.write(version, file));
        out
    }

    fn write<O: Out>(&self, version: u64, file: Option<&File<'_>>) -> O {
        let mut writer = Writer {
            ir: self,
            file,
            version,
            open: Vec::new(),
            spare: Vec::new(),
            out: O::default(),
            work: Vec::new(),
        };
        if self.root_regions == 0 {
            writer.out.number(1 << 1);
            writer.work.push(Work::Ops(OpId(0), u32::from(!self.is_empty())));
        } else {
            writer.work.extend(self.root_regions().rev().map(Work::Region));
        }
        writer.run();
        writer.out
    }
}

impl<O: Out> Writer<'_, O> {
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
        self.out.count(blocks.len());
        if blocks.len() > 0 {
            self.out.index(self.ir.value_count(region));
        }
        self.work.extend(blocks.rev().map(Work::Block));
    }

    fn block(&mut self, block: BlockId) {
        let record = self.ir.block(block);
        self.out.number(u64::from(record.op_count) << 1 | u64::from(record.has_args));
        if record.has_args {
            let args = self.ir.args(block);
            self.out.count(args.len());
            for arg in args {
                if self.version < version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
                    self.out.index(arg.ty.0);
                } else {
                    self.out.number(u64::from(arg.ty.0) << 1 | u64::from(arg.location.is_some()));
                }
                if let Some(location) = arg.location {
                    self.out.index(location.0);
                }
            }
            if self.version >= version::USE_LIST_ORDERING {
                self.out.byte(record.mask);
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
        out.index(record.name.0);
        out.byte(record.mask);
        out.index(record.location.0);
        if has(op_mask::ATTRS) {
            out.index(record.attrs);
        }
        if has(op_mask::PROPERTIES) {
            out.index(record.properties);
        }
        if has(op_mask::RESULTS) {
            let results = self.ir.results(op);
            out.count(results.len());
            results.iter().for_each(|ty| out.index(ty.0));
        }
        if has(op_mask::OPERANDS) {
            let operands = self.ir.operands(op);
            out.count(operands.len());
            operands.iter().for_each(|value| out.index(*value));
        }
        if has(op_mask::SUCCESSORS) {
            let successors = self.ir.successors(op);
            out.count(successors.len());
            successors.iter().for_each(|block| out.index(*block));
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
        self.out.number(u64::try_from(number).unwrap_or(u64::MAX) << 1 | u64::from(isolated));
        if isolated && self.version >= version::LAZY_LOADING {
            let empty = self.spare.pop().unwrap_or_default();
            self.open.push(std::mem::replace(&mut self.out, empty));
            self.work.push(Work::Close);
        }
        if let (Some(lazy), Some(file)) = (lazy, self.file) {
            self.out.bytes(file.data().get(lazy.start..lazy.end).unwrap_or_default());
        }
        self.work.extend(regions.rev().map(Work::Region));
    }

    fn close(&mut self) {
        let content = std::mem::replace(&mut self.out, self.open.pop().unwrap_or_default());
        let empty = self.out.section(content);
        self.spare.push(empty);
    }
}

fn use_lists<O: Out>(out: &mut O, orders: &[UseListOrder], values: usize) {
    if values > 1 {
        out.count(orders.len());
    }
    for order in orders {
        if values > 1 {
            out.index(order.value);
        }
        out.number(u64::try_from(order.indices.len()).unwrap_or(u64::MAX) << 1 | u64::from(order.pairs));
        order.indices.iter().for_each(|index| out.number(*index));
    }
}
