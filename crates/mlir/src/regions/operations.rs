//! The IR section: operations, regions, blocks. Nesting is followed with a stack of our own.

use outlast_core::{Error, ErrorKind, RegionKind, Result};

use super::{Walk, names};
use crate::defs::{op_mask, version};
use crate::ir::MAX_DEPTH;
use crate::wire::Reader;

/// The regions of an operation that are being walked.
#[derive(Debug, Default)]
struct Frame {
    /// Structures that were open before the operation began.
    depth: usize,
    regions: u64,
    blocks: u64,
    ops: u64,
    in_region: bool,
    in_block: bool,
    /// Where the window ended before the section of these regions began.
    outer_end: Option<usize>,
}

impl<'a> Walk<'a, '_, '_> {
    /// The IR section.
    pub(super) fn operations(&mut self) -> Result<()> {
        let show = |count: u64, args| names::with(count.to_string(), args, "with arguments");
        let (ops, _) = self.flagged("operations of the top-level block", show)?;
        let mut stack = vec![Frame { depth: self.rows.depth(), ops, ..Frame::default() }];
        while let Some(frame) = stack.last_mut() {
            match self.advance(frame) {
                Ok(Step::On) => {}
                Ok(Step::Into(_)) if stack.len() >= MAX_DEPTH => {
                    let limit = u64::try_from(MAX_DEPTH).unwrap_or(u64::MAX);
                    let span = self.reader.span_from(self.reader.offset(), self.reader.offset());
                    return Err(Error::new(ErrorKind::Limit { what: "regions in regions", limit }, span));
                }
                Ok(Step::Into(inner)) => stack.push(inner),
                Ok(Step::Done) => {
                    if let Some(frame) = stack.pop() {
                        self.done(&frame);
                    }
                }
                Err(error) => self.recover(error, &mut stack)?,
            }
        }
        Ok(())
    }

    /// All regions of an operation were walked.
    fn done(&mut self, frame: &Frame) {
        if let Some(end) = frame.outer_end {
            if !self.reader.is_empty() {
                let rest = self.reader.offset()..self.reader.end();
                self.rows.leaf(RegionKind::Bad, rest, "bytes that are left over", "");
            }
            self.reader = self.reader.window(self.reader.end(), end);
        }
        self.rows.close_to(frame.depth, self.reader.offset());
    }

    /// Goes on behind the innermost section, if there is one inside of the section of operations.
    fn recover(&mut self, error: Error, stack: &mut Vec<Frame>) -> Result<()> {
        let Some(at) = stack.iter().rposition(|frame| frame.outer_end.is_some()) else { return Err(error) };
        self.bad(&error);
        let frame = stack.swap_remove(at);
        stack.truncate(at);
        self.done(&frame);
        Ok(())
    }

    fn advance(&mut self, frame: &mut Frame) -> Result<Step> {
        if frame.ops > 0 {
            frame.ops -= 1;
            return Ok(self.operation()?.map_or(Step::On, Step::Into));
        }
        let at = self.reader.offset();
        if std::mem::take(&mut frame.in_block) {
            self.rows.close(at);
        }
        if frame.blocks > 0 {
            frame.blocks -= 1;
            self.rows.open(at, || "block".into());
            frame.in_block = true;
            frame.ops = self.block()?;
            return Ok(Step::On);
        }
        if std::mem::take(&mut frame.in_region) {
            self.rows.close(at);
        }
        if frame.regions > 0 {
            frame.regions -= 1;
            self.rows.open(at, || "region".into());
            frame.in_region = true;
            frame.blocks = self.number("number of blocks")?;
            if frame.blocks > 0 {
                self.number("number of values")?;
            }
            return Ok(Step::On);
        }
        Ok(Step::Done)
    }

    /// The header of a block: how many operations it has.
    fn block(&mut self) -> Result<u64> {
        let show = |count: u64, args| names::with(count.to_string(), args, "with arguments");
        let (ops, has_args) = self.flagged("number of operations", show)?;
        if has_args {
            let count = self.count("number of arguments")?;
            for _ in 0..count {
                self.argument()?;
            }
            if self.version >= version::USE_LIST_ORDERING && self.byte("mask")? != 0 {
                self.use_lists(count)?;
            }
        }
        Ok(ops)
    }

    fn argument(&mut self) -> Result<()> {
        let known = self.names();
        let has_location = match self.version < version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION {
            true => {
                self.explained_number("argument type", |ty| known.ty(ty))?;
                true
            }
            false => {
                let show = |ty, located: bool| names::with(known.ty(ty), !located, "at an unknown location");
                self.flagged("argument type", show)?.1
            }
        };
        if has_location {
            self.explained_number("argument location", |attr| known.attr(attr))?;
        }
        Ok(())
    }

    fn byte(&mut self, label: &str) -> Result<u8> {
        let byte = |reader: &mut Reader<'a>| reader.byte("mask");
        self.field(label, byte, |byte| format!("0x{byte:02x}"))
    }

    fn use_lists(&mut self, values: usize) -> Result<()> {
        let several = values > 1;
        let count = if several { self.count("number of use-list orders")? } else { 1 };
        for _ in 0..count {
            if several {
                self.number("value")?;
            }
            let show = |len: u64, pairs| names::with(format!("{len} numbers"), pairs, "in pairs");
            let (len, _) = self.flagged("use-list order", show)?;
            for _ in 0..len {
                self.number("place")?;
            }
        }
        Ok(())
    }

    /// One operation. If it has regions, the frame for them; the operation's structure is then still open.
    fn operation(&mut self) -> Result<Option<Frame>> {
        let (depth, start) = (self.rows.depth(), self.reader.offset());
        let peeked = { self.reader }.varint("name").ok();
        let known = self.names();
        self.rows.open(start, || match peeked {
            Some(name) => known.op_title(name).into(),
            None => "operation".into(),
        });
        self.explained_number("name", |name| known.op(name))?;
        let mask = self.byte("mask")?;
        let has = |bit: u8| mask & bit != 0;
        self.explained_number("location", |attr| known.attr(attr))?;
        if has(op_mask::ATTRS) {
            self.explained_number("attributes", |attr| known.attr(attr))?;
        }
        if has(op_mask::PROPERTIES) {
            self.number("properties")?;
        }
        let mut results = 0;
        if has(op_mask::RESULTS) {
            results = self.count("number of results")?;
            for _ in 0..results {
                self.explained_number("result type", |ty| known.ty(ty))?;
            }
        }
        if has(op_mask::OPERANDS) {
            for _ in 0..self.count("number of operands")? {
                self.number("operand")?;
            }
        }
        if has(op_mask::SUCCESSORS) {
            for _ in 0..self.count("number of successors")? {
                self.number("successor")?;
            }
        }
        if has(op_mask::USE_LIST_ORDERS) {
            self.use_lists(results)?;
        }
        if !has(op_mask::REGIONS) {
            self.rows.close(self.reader.offset());
            return Ok(None);
        }
        let show = |count: u64, isolated| names::with(count.to_string(), isolated, "isolated from above");
        let (regions, isolated) = self.flagged("number of regions", show)?;
        let mut frame = Frame { depth, regions, ..Frame::default() };
        if isolated && self.version >= version::LAZY_LOADING {
            let outer_end = self.reader.end();
            self.enter_section(|_| "section of isolated regions".into())?;
            frame.outer_end = Some(outer_end);
        }
        Ok(Some(frame))
    }
}

/// What comes next.
enum Step {
    /// More of the same.
    On,
    /// The regions of an operation.
    Into(Frame),
    /// Nothing: all regions were walked.
    Done,
}
