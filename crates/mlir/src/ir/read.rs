//! Reading an IR section. Nesting is followed with a stack of our own.

use outlast_core::{Error, ErrorKind, Result, SortShort, to_index};

use super::frame::{Frame, Limits};
use super::{BlockArg, BlockRecord, Ir, LazyRegions, NONE, OpRecord, RegionRecord, UseListOrder};
use crate::defs::{op_mask, section, version};
use crate::file::File;
use crate::ids::{AttrId, BlockId, OpId, OpNameId, TypeId};
use crate::tables::Tables;
use crate::wire::Reader;

/// Regions in regions that are followed at most.
pub const MAX_DEPTH: usize = 1 << 16;

/// What to do with regions that stand in a section of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nested {
    /// Read them.
    Read,
    /// Skip those of operations that stand this deep in regions or deeper: [`Ir::lazy`] says where they are. The top-level
    /// operation has depth 0.
    Skip(usize),
}

struct Parser<'a> {
    reader: Reader<'a>,
    limits: Limits,
    nested: Nested,
    ir: Ir,
    stack: Vec<Frame>,
    /// How many regions are around what is read.
    around: usize,
}

fn wide(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Ir {
    /// Reads the IR section of a file.
    ///
    /// # Errors
    ///
    /// An operation, block or region that contradicts itself, the format, or the tables.
    pub fn read(file: &File<'_>, tables: &Tables<'_>, nested: Nested) -> Result<Ir> {
        Ir::read_within(file, Limits::of(file, tables), nested)
    }

    /// [`Ir::read`], where the tables may have more than the file may refer to.
    pub(crate) fn read_within(file: &File<'_>, limits: Limits, nested: Nested) -> Result<Ir> {
        let mut parser = Parser::new(limits, nested, file.reader(section::IR));
        parser.top().map_err(|error| parser.locate(error))?;
        Ok(parser.ir)
    }

    /// Reads regions that were skipped: an `Ir` of its own, whose [`Ir::root_regions`] they are.
    ///
    /// # Errors
    ///
    /// As for [`Ir::read`].
    pub fn materialize(
        file: &File<'_>,
        tables: &Tables<'_>,
        lazy: &LazyRegions,
        nested: Nested,
    ) -> Result<Ir> {
        Ir::materialize_within(file, Limits::of(file, tables), lazy, nested)
    }

    /// [`Ir::materialize`], where the tables may have more than the file may refer to.
    pub(crate) fn materialize_within(
        file: &File<'_>,
        limits: Limits,
        lazy: &LazyRegions,
        nested: Nested,
    ) -> Result<Ir> {
        let reader = Reader::new(file.data()).window(lazy.start, lazy.end);
        let mut parser = Parser::new(limits, nested, reader);
        parser.ir.root_regions = lazy.regions;
        parser.roots().map_err(|error| parser.locate(error))?;
        Ok(parser.ir)
    }

    /// An operation whose regions were skipped, with all that is inside, as deep as [`Ir::read`] goes.
    pub(super) fn function(
        file: &File<'_>,
        tables: &Tables<'_>,
        outside: &Ir,
        lazy: &LazyRegions,
    ) -> Result<Ir> {
        let reader = Reader::new(file.data()).window(lazy.start, lazy.end);
        let mut parser = Parser::new(Limits::of(file, tables), Nested::Read, reader);
        parser.around = lazy.depth;
        parser.room_for_regions(lazy.depth.saturating_sub(1))?;
        let record = *outside.op(lazy.op);
        let starts = OpRecord { results: 0, operands: 0, successors: 0, regions: 0, ..record };
        parser.ir.ops.push(OpRecord { end: NONE, ..starts });
        parser.ir.results.extend_from_slice(outside.results(lazy.op));
        parser.ir.operands.extend_from_slice(outside.operands(lazy.op));
        parser.ir.successors.extend_from_slice(outside.successors(lazy.op));
        parser.ir.regions.resize(to_index(lazy.regions), RegionRecord::default());
        parser.stack.push(Frame::of(0, 0, lazy.regions, 0, None));
        parser.run()?;
        parser.reader.finish("regions")?;
        Ok(parser.ir)
    }
}

impl<'a> Parser<'a> {
    fn new(limits: Limits, nested: Nested, reader: Reader<'a>) -> Parser<'a> {
        Parser { reader, limits, nested, ir: Ir::default(), stack: Vec::new(), around: 0 }
    }

    /// Says in which operations something happened.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let inner = self.ir.ops.len().checked_sub(1);
        let error = match inner {
            Some(op) => {
                error.within(outlast_core::Step::Item("operation", u64::try_from(op).unwrap_or(u64::MAX)))
            }
            None => error,
        };
        error.within(File::step(section::IR))
    }

    /// The section: the header of a block that has one operation, and the operation.
    fn top(&mut self) -> Result<()> {
        let at = self.reader.offset();
        let (count, has_args) = self.reader.flagged("top-level block")?;
        if count != 1 || has_args {
            let why = format!("{count} operations, with arguments: {has_args}; expected one, without");
            return Err(self.reader.invalid(at, "top-level block", why));
        }
        if let Some(frame) = self.op(&Frame::of(NONE, 0, 0, 0, None), 0)? {
            self.stack.push(frame);
            self.run()?;
        }
        self.reader.finish("operations")
    }

    /// Regions without the operation that they belong to.
    fn roots(&mut self) -> Result<()> {
        let count = self.ir.root_regions;
        self.ir.regions.resize(to_index(count), RegionRecord::default());
        self.stack.push(Frame::of(NONE, 0, count, 0, None));
        self.run()?;
        self.reader.finish("regions")
    }

    /// Whether `more` regions or blocks can be there at all: each takes a byte of the file, which no other has.
    fn room(&self, have: usize, more: u32, what: &'static str) -> Result<()> {
        let most = self.reader.data().len();
        if have.saturating_add(to_index(more)) <= most {
            return Ok(());
        }
        let limit = u64::try_from(most).unwrap_or(u64::MAX);
        let span = self.reader.span_from(self.reader.offset(), self.reader.offset());
        Err(Error::new(ErrorKind::Limit { what, limit }, span))
    }

    /// Whether regions may be this deep in others.
    fn room_for_regions(&self, depth: usize) -> Result<()> {
        if depth < MAX_DEPTH {
            return Ok(());
        }
        let limit = u64::try_from(MAX_DEPTH).unwrap_or(u64::MAX);
        let span = self.reader.span_from(self.reader.offset(), self.reader.offset());
        Err(Error::new(ErrorKind::Limit { what: "regions in regions", limit }, span))
    }

    /// Goes on until every region is read.
    fn run(&mut self) -> Result<()> {
        while let Some(mut frame) = self.stack.pop() {
            if let Some(inner) = self.advance(&mut frame)? {
                self.room_for_regions(self.around + self.stack.len())?;
                self.stack.push(frame);
                self.stack.push(inner);
            }
        }
        // A region's blocks have numbers before those that are inside of their operations.
        self.ir.block_use_lists.sort_short_by_key(|(block, _)| *block);
        Ok(())
    }

    /// Reads until an operation with regions comes (these are then to be read first), or until the frame is complete.
    fn advance(&mut self, frame: &mut Frame) -> Result<Option<Frame>> {
        loop {
            while frame.ops_left > 0 {
                frame.ops_left -= 1;
                let before = self.ir.results.len();
                let inner = self.op(frame, self.stack.len() + 1)?;
                let results = self.ir.results.len() - before;
                frame.define(&self.reader, results)?;
                if inner.is_some() {
                    return Ok(inner);
                }
            }
            if frame.block < frame.last_block {
                self.block(frame)?;
            } else if frame.region < frame.last_region {
                self.region(frame)?;
            } else {
                return self.close(frame).map(|()| None);
            }
        }
    }

    /// All regions of an operation were read.
    fn close(&mut self, frame: &Frame) -> Result<()> {
        let end = wide(self.ir.ops.len());
        if let Some(record) = self.ir.ops.get_mut(to_index(frame.op)) {
            debug_assert_eq!(record.end, NONE);
            record.end = end;
        }
        if let Some(end) = frame.outer_end {
            self.reader.finish("section of isolated regions")?;
            self.reader.set_end(end);
        }
        Ok(())
    }

    /// The header of the next region.
    fn region(&mut self, frame: &mut Frame) -> Result<()> {
        let count = self.reader.count("number of blocks")?;
        let at = self.reader.offset();
        let values = if count > 0 { self.reader.varint("number of values")? } else { 0 };
        // A value is an argument or a result: each takes a byte at least.
        let most = self.reader.remaining().saturating_add(1);
        let values = self.reader.checked(at, values, most, "number of values")?;
        let first = wide(self.ir.blocks.len());
        self.room(self.ir.blocks.len(), wide(count), "blocks")?;
        self.ir.blocks.resize(self.ir.blocks.len() + count, BlockRecord::default());
        let record = RegionRecord { blocks: first, block_count: wide(count), values };
        if let Some(place) = self.ir.regions.get_mut(to_index(frame.region)) {
            *place = record;
        }
        frame.region += 1;
        frame.block = first;
        frame.last_block = first + record.block_count;
        frame.blocks = record.block_count;
        frame.visible = frame.base.checked_add(values).ok_or_else(|| {
            self.reader.out_of_range(
                at,
                "number of values",
                u64::from(values),
                to_index(u32::MAX - frame.base),
            )
        })?;
        frame.defined = 0;
        Ok(())
    }

    /// The header of the next block, and its arguments.
    fn block(&mut self, frame: &mut Frame) -> Result<()> {
        let at = self.reader.offset();
        let (count, has_args) = self.reader.flagged("number of operations")?;
        // An operation takes three bytes at least.
        let ops = self.reader.checked(at, count, self.reader.remaining() / 3 + 1, "number of operations")?;
        let args = self.ir.args.len();
        let mut mask = 0;
        if has_args {
            let count = self.reader.count("number of block arguments")?;
            for _ in 0..count {
                let arg = self.arg()?;
                self.ir.args.push(arg);
            }
            frame.define(&self.reader, count)?;
            if self.limits.version >= version::USE_LIST_ORDERING {
                mask = self.reader.byte("mask of a block")?;
                if mask != 0 {
                    let orders = self.use_lists(count)?;
                    self.ir.block_use_lists.push((BlockId(frame.block), orders));
                }
            }
        }
        let record = BlockRecord {
            ops: wide(self.ir.ops.len()),
            op_count: ops,
            args: wide(args),
            arg_count: wide(self.ir.args.len() - args),
            has_args,
            mask,
        };
        if let Some(place) = self.ir.blocks.get_mut(to_index(frame.block)) {
            *place = record;
        }
        frame.block += 1;
        frame.ops_left = ops;
        Ok(())
    }

    fn arg(&mut self) -> Result<BlockArg> {
        let attrs = self.limits.attrs;
        if self.limits.version < version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            let ty = TypeId(self.reader.index(self.limits.types, "type of a block argument")?);
            let location = self.reader.index(attrs, "location of a block argument")?;
            return Ok(BlockArg { ty, location: Some(AttrId(location)) });
        }
        let at = self.reader.offset();
        let (ty, has_location) = self.reader.flagged("type of a block argument")?;
        let ty = TypeId(self.reader.checked(at, ty, self.limits.types, "type of a block argument")?);
        let location = match has_location {
            true => Some(AttrId(self.reader.index(attrs, "location of a block argument")?)),
            false => None,
        };
        Ok(BlockArg { ty, location })
    }

    fn use_lists(&mut self, values: usize) -> Result<Vec<UseListOrder>> {
        let several = values > 1;
        let count = if several { self.reader.count("number of use-list orders")? } else { 1 };
        let mut orders = Vec::new();
        for _ in 0..count {
            let value = if several { self.reader.index(values, "value of a use-list order")? } else { 0 };
            let at = self.reader.offset();
            let (len, pairs) = self.reader.flagged("length of a use-list order")?;
            let most = self.reader.remaining().saturating_add(1);
            let len = self.reader.checked(at, len, most, "length of a use-list order")?;
            let indices = (0..len).map(|_| self.reader.varint("use-list order")).collect::<Result<_>>()?;
            orders.push(UseListOrder { value, pairs, indices });
        }
        Ok(orders)
    }

    /// One operation. If it has regions that are to be read, the frame for them.
    #[inline]
    fn op(&mut self, around: &Frame, depth: usize) -> Result<Option<Frame>> {
        let limits = self.limits;
        let index = self.ir.ops.len();
        let name = OpNameId(self.reader.index(limits.names, "name of an operation")?);
        let mask = self.reader.byte("mask of an operation")?;
        let location = AttrId(self.reader.index(limits.attrs, "location of an operation")?);
        let has = |bit: u8| mask & bit != 0;
        let mut record = OpRecord {
            name,
            location,
            attrs: NONE,
            properties: NONE,
            results: wide(self.ir.results.len()),
            operands: wide(self.ir.operands.len()),
            successors: wide(self.ir.successors.len()),
            regions: wide(self.ir.regions.len()),
            end: wide(index + 1),
            mask,
            isolated: false,
        };
        if has(op_mask::ATTRS) {
            record.attrs = self.reader.index(limits.attrs, "attributes of an operation")?;
        }
        if has(op_mask::PROPERTIES) {
            if limits.version < version::NATIVE_PROPERTIES_ENCODING {
                let why = format!("version {} of the container has none", limits.version);
                return Err(self.reader.invalid(self.reader.offset(), "properties of an operation", why));
            }
            record.properties = self.reader.index(limits.properties, "properties of an operation")?;
        }
        if has(op_mask::RESULTS) {
            for _ in 0..self.reader.count("number of results")? {
                self.ir.results.push(TypeId(self.reader.index(limits.types, "type of a result")?));
            }
        }
        if has(op_mask::OPERANDS) {
            let limit = to_index(around.visible);
            for _ in 0..self.reader.count("number of operands")? {
                self.ir.operands.push(self.reader.index(limit, "value number of an operand")?);
            }
        }
        if mask & (op_mask::SUCCESSORS | op_mask::USE_LIST_ORDERS | op_mask::REGIONS) == 0 {
            self.ir.ops.push(record);
            return Ok(None);
        }
        self.rest_of_op(record, around, depth)
    }

    /// Successors, orders of use-lists, regions.
    fn rest_of_op(&mut self, mut record: OpRecord, around: &Frame, depth: usize) -> Result<Option<Frame>> {
        let index = self.ir.ops.len();
        if record.mask & op_mask::SUCCESSORS != 0 {
            let blocks = to_index(around.blocks);
            for _ in 0..self.reader.count("number of successors")? {
                self.ir.successors.push(self.reader.index(blocks, "successor")?);
            }
        }
        if record.mask & op_mask::USE_LIST_ORDERS != 0 {
            let results = self.ir.results.len() - to_index(record.results);
            let orders = self.use_lists(results)?;
            self.ir.op_use_lists.push((OpId(wide(index)), orders));
        }
        if record.mask & op_mask::REGIONS == 0 {
            self.ir.ops.push(record);
            return Ok(None);
        }
        let at = self.reader.offset();
        let (count, isolated) = self.reader.flagged("number of regions")?;
        let count = self.reader.checked(at, count, self.reader.remaining() + 1, "number of regions")?;
        self.room(self.ir.regions.len(), count, "regions")?;
        record.isolated = isolated;
        let base = if isolated { 0 } else { around.visible };
        let mut frame = Frame::of(wide(index), record.regions, count, base, None);
        if isolated && self.limits.version >= version::LAZY_LOADING {
            let found = self.reader.section()?;
            if found.id != section::IR {
                let why = format!(
                    "found section {}, expected {}",
                    section::name(found.id),
                    section::name(section::IR)
                );
                return Err(self.reader.invalid(found.header, "isolated regions", why));
            }
            if matches!(self.nested, Nested::Skip(from) if depth >= from) {
                self.ir.ops.push(record);
                let (op, start, end) = (OpId(wide(index)), found.start, found.end);
                let lazy = LazyRegions { op, regions: count, depth, start, end };
                self.ir.lazy.push(lazy);
                return Ok(None);
            }
            frame.outer_end = Some(self.reader.end());
            self.reader = self.reader.window(found.start, found.end);
        }
        self.ir.regions.resize(self.ir.regions.len() + to_index(count), RegionRecord::default());
        record.end = NONE;
        self.ir.ops.push(record);
        Ok(Some(frame))
    }
}
