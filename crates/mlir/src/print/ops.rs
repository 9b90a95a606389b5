//! Operations, blocks and regions as text. Nesting is followed with a stack of our own.

use std::io;

use outlast_core::to_index;

use super::properties::Printed;
use super::text::{FUNCTION, Item, Texts};
use super::values::{self, Edges, Start, Value};
use super::{PrintError, PrintOptions, Source};
use crate::defs::version;
use crate::escape;
use crate::ids::{AttrId, BlockId, OpId, OpNameId, RegionId, TypeId};

/// As much text as is kept before it is written.
pub(super) const BUFFER: usize = 1 << 18;

/// The regions of an operation that are being printed.
struct Frame {
    op: OpId,
    /// The next region, and one past the last.
    region: u32,
    last_region: u32,
    /// The next block of the open region, and one past its last.
    block: u32,
    last_block: u32,
    /// The place of the next block in its region.
    place: u32,
    /// The next operation of the open block, and how many are left.
    next_op: OpId,
    ops_left: usize,
    /// Where the values of the scope begin, those of the scope around the operation, and those of the open region.
    scope: usize,
    outer_scope: usize,
    base: usize,
    /// The next value that is defined.
    defined: usize,
    edges: Edges,
    edge: usize,
}

/// Prints operations.
pub(super) struct Printer<'s, 't, 'o> {
    pub(super) source: Source<'s>,
    pub(super) options: PrintOptions,
    pub(super) texts: Texts<'t>,
    printed: Printed,
    /// Names of operations in quotes.
    names: Vec<Vec<u8>>,
    starts: Vec<Start>,
    /// Whether operations without attributes may have properties nevertheless.
    defaults: bool,
    values: Vec<Value>,
    pub(super) out: Vec<u8>,
    pub(super) to: &'o mut dyn io::Write,
    /// Bytes that were written.
    pub(super) written: u64,
}

impl<'s: 't, 't, 'o> Printer<'s, 't, 'o> {
    pub(super) fn new(
        source: Source<'s>,
        options: PrintOptions,
        texts: Texts<'t>,
        to: &'o mut dyn io::Write,
    ) -> Printer<'s, 't, 'o> {
        let tables = source.tables;
        let name = |at| {
            let mut out = Vec::new();
            let mut full = tables.op_name(OpNameId::new(at));
            let empty = tables.op_names.get(at).is_none_or(|name| tables.string(name.name).is_empty());
            if empty && texts.style.keeps_dots() {
                full.push(b'.');
            }
            escape::quoted(&mut out, &full);
            out
        };
        let names = (0..tables.op_names.len()).map(name).collect();
        let starts = values::starts(source.ir, texts.style.unique_values());
        let (printed, values, out) = (Printed::default(), Vec::new(), Vec::with_capacity(BUFFER * 2));
        let defaults = source.version < version::NATIVE_PROPERTIES_ENCODING;
        Printer { source, options, texts, printed, names, starts, defaults, values, out, to, written: 0 }
    }

    /// Prints all: aliases, operations, resources.
    pub(super) fn all(&mut self) -> Result<(), PrintError> {
        let local = self.options.local_scope;
        if !local {
            self.aliases(false)?;
        }
        self.run()?;
        self.text(|out| out.push(b'\n'));
        if !local {
            self.aliases(true)?;
            self.resources()?;
            self.text(|out| out.push(b'\n'));
        }
        self.flush(0)
    }

    /// Prints the top-level operation.
    fn run(&mut self) -> Result<(), PrintError> {
        let Some(top) = self.source.ir.ops().next() else { return Ok(()) };
        let mut stack = Vec::new();
        values::results(&mut self.values, self.source.ir, top, 0);
        // Its results are in no scope.
        let scope = self.values.len();
        if let Some(frame) = self.op(top, 0, 0, scope) {
            stack.push(frame);
        }
        while let Some(mut frame) = stack.pop() {
            if let Some(inner) = self.advance(&mut frame, stack.len())? {
                stack.push(frame);
                stack.push(inner);
            }
        }
        self.flush(0)
    }

    fn indent(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n(b' ', depth * 2));
    }

    /// Prints until an operation with regions comes, or until the frame's operation is complete.
    fn advance(&mut self, frame: &mut Frame, depth: usize) -> Result<Option<Frame>, PrintError> {
        loop {
            while frame.ops_left > 0 {
                let op = frame.next_op;
                frame.ops_left -= 1;
                frame.next_op = self.source.ir.after(op);
                let first = frame.defined;
                frame.defined += self.source.ir.results(op).len();
                self.indent(depth + 1);
                let inner = self.op(op, depth + 1, first, frame.scope);
                // Also within regions: those in each other are longer than all that stands in them, by their indentation.
                self.flush(BUFFER)?;
                if inner.is_some() {
                    return Ok(inner);
                }
                self.out.push(b'\n');
            }
            if frame.block < frame.last_block {
                self.block(frame, depth);
                self.flush(BUFFER)?;
            } else if frame.region < frame.last_region {
                if frame.place != u32::MAX {
                    self.close_region(depth);
                    self.out.extend_from_slice(b", ");
                }
                self.region(frame);
            } else {
                if frame.place != u32::MAX {
                    self.close_region(depth);
                }
                self.out.push(b')');
                self.values.truncate(frame.base);
                self.end_of_op(frame.op, frame.outer_scope);
                if depth > 0 {
                    self.out.push(b'\n');
                }
                self.flush(BUFFER)?;
                return Ok(None);
            }
        }
    }

    fn close_region(&mut self, depth: usize) {
        self.indent(depth);
        self.out.push(b'}');
    }

    fn region(&mut self, frame: &mut Frame) {
        let ir = self.source.ir;
        let region = RegionId(frame.region);
        frame.region += 1;
        self.out.extend_from_slice(b"{\n");
        self.values.truncate(frame.base);
        let start = self.starts.get(region.index()).copied().unwrap_or_default();
        frame.edges = values::region(&mut self.values, ir, region, start);
        frame.edge = 0;
        frame.defined = frame.base;
        let blocks = ir.regions.get(region.index()).copied().unwrap_or_default();
        frame.block = blocks.blocks;
        frame.last_block = blocks.blocks + blocks.block_count;
        frame.place = 0;
    }

    /// The header of the next block.
    fn block(&mut self, frame: &mut Frame, depth: usize) {
        let ir = self.source.ir;
        let block = BlockId(frame.block);
        let place = frame.place;
        frame.block += 1;
        frame.place += 1;
        frame.ops_left = ir.op_count(block);
        frame.next_op = ir.block_ops(block).next().unwrap_or(frame.next_op);
        let first = frame.defined;
        frame.defined += ir.args(block).len();
        let edges = frame.edges.get(frame.edge..).unwrap_or_default();
        let count = edges.iter().take_while(|(to, _)| *to == place).count();
        let (from, _) = edges.split_at(count);
        frame.edge += count;
        if place == 0 && frame.ops_left != 0 && ir.args(block).is_empty() {
            return;
        }
        self.indent(depth);
        block_name(&mut self.out, place);
        self.arguments(block, first);
        self.out.push(b':');
        let out = &mut self.out;
        match from {
            [] if place == 0 => {}
            [] => out.extend_from_slice(b"  // no predecessors"),
            [(_, from)] => {
                out.extend_from_slice(b"  // pred: ");
                block_name(out, *from);
            }
            _ => {
                out.extend_from_slice(b"  // ");
                escape::number(out, u64::try_from(from.len()).unwrap_or(u64::MAX));
                out.extend_from_slice(b" preds: ");
                for (at, (_, from)) in from.iter().enumerate() {
                    if at != 0 {
                        out.extend_from_slice(b", ");
                    }
                    block_name(out, *from);
                }
            }
        }
        out.push(b'\n');
    }

    fn arguments(&mut self, block: BlockId, first: usize) {
        let args = self.source.ir.args(block);
        if args.is_empty() {
            return;
        }
        self.out.push(b'(');
        for (at, arg) in args.iter().enumerate() {
            if at != 0 {
                self.out.extend_from_slice(b", ");
            }
            self.value(first + at, false);
            self.out.extend_from_slice(b": ");
            self.ty(arg.ty);
            if self.options.debug_info {
                match arg.location {
                    Some(location) => self.location(location, false),
                    None => self.out.extend_from_slice(b" loc(unknown)"),
                }
            }
        }
        self.out.push(b')');
    }

    fn value(&mut self, at: usize, pack: bool) {
        self.values.get(at).copied().unwrap_or(Value::UNDEFINED).print(&mut self.out, pack);
    }

    #[inline]
    fn ty(&mut self, ty: TypeId) {
        let item = Item::Type(ty.0);
        match self.texts.aliases.alias(item) {
            Some(alias) => alias.print(&mut self.out),
            None => {
                let memo = self.texts.get(item);
                self.put(memo.range());
            }
        }
    }

    fn location(&mut self, location: AttrId, allow_alias: bool) {
        self.out.extend_from_slice(b" loc(");
        let item = Item::Attr(location.0);
        match self.texts.aliases.alias(item) {
            Some(alias) if allow_alias => alias.print(&mut self.out),
            _ => {
                let memo = self.texts.get(item);
                self.put(memo.range());
            }
        }
        self.out.push(b')');
    }

    /// Prints an operation up to its regions, and what is behind if it has none.
    fn op(&mut self, op: OpId, depth: usize, first: usize, scope: usize) -> Option<Frame> {
        let ir = self.source.ir;
        let results = ir.results(op).len();
        if results != 0 {
            self.value(first, true);
            if results > 1 {
                self.out.push(b':');
                escape::number(&mut self.out, u64::try_from(results).unwrap_or(u64::MAX));
            }
            self.out.extend_from_slice(b" = ");
        }
        self.out.extend_from_slice(self.names.get(ir.name(op).index()).map_or(&[], Vec::as_slice));
        self.out.push(b'(');
        for (at, operand) in ir.operands(op).iter().enumerate() {
            if at != 0 {
                self.out.extend_from_slice(b", ");
            }
            self.value(scope + to_index(*operand), false);
        }
        self.out.push(b')');
        let successors = ir.successors(op);
        for (at, successor) in successors.iter().enumerate() {
            self.out.extend_from_slice(if at == 0 { b"[" } else { b", " });
            block_name(&mut self.out, *successor);
        }
        if !successors.is_empty() {
            self.out.push(b']');
        }
        let has_more = ir.attrs(op).is_some() || ir.properties(op).is_some() || self.defaults;
        if has_more {
            let parts = self.printed.parts(&mut self.texts, &self.source, op);
            self.put(parts.properties);
        }
        let regions = ir.regions(op);
        if let Some(lazy) = ir.lazy(op) {
            for at in 0..lazy.regions {
                self.out.extend_from_slice(if at == 0 { b" ({...}" } else { b", {...}" });
            }
            self.out.extend_from_slice(if lazy.regions == 0 { b"" } else { b")" });
        }
        if regions.len() == 0 {
            self.end_of_op(op, scope);
            return None;
        }
        debug_assert!(depth <= crate::ir::MAX_DEPTH);
        self.out.extend_from_slice(b" (");
        let base = self.values.len();
        let count = u32::try_from(regions.len()).unwrap_or(u32::MAX);
        let first = regions.map(|region| region.0).next().unwrap_or(0);
        Some(Frame {
            op,
            region: first,
            last_region: first + count,
            block: 0,
            last_block: 0,
            place: u32::MAX,
            next_op: op,
            ops_left: 0,
            scope: if ir.is_isolated(op) { base } else { scope },
            outer_scope: scope,
            base,
            defined: base,
            edges: Edges::new(),
            edge: 0,
        })
    }

    /// Prints what is behind the regions: attributes, types, location.
    fn end_of_op(&mut self, op: OpId, scope: usize) {
        let ir = self.source.ir;
        if ir.attrs(op).is_some() || self.defaults {
            let parts = self.printed.parts(&mut self.texts, &self.source, op);
            self.put(parts.attrs);
        }
        self.out.extend_from_slice(b" : (");
        for (at, operand) in ir.operands(op).iter().enumerate() {
            if at != 0 {
                self.out.extend_from_slice(b", ");
            }
            match self.values.get(scope + to_index(*operand)).and_then(|value| value.ty) {
                Some(ty) => self.ty(ty),
                None => self.out.extend_from_slice(b"<<NULL TYPE>>"),
            }
        }
        self.out.extend_from_slice(b") -> ");
        match ir.results(op) {
            [one] if !self.is_function(*one) => self.ty(*one),
            results => {
                self.out.push(b'(');
                for (at, ty) in results.iter().enumerate() {
                    if at != 0 {
                        self.out.extend_from_slice(b", ");
                    }
                    self.ty(*ty);
                }
                self.out.push(b')');
            }
        }
        if self.options.debug_info {
            self.location(ir.location(op), true);
        }
    }

    fn is_function(&mut self, ty: TypeId) -> bool {
        self.texts.get(Item::Type(ty.0)).is(FUNCTION)
    }
}

fn block_name(out: &mut Vec<u8>, place: u32) {
    out.extend_from_slice(b"^bb");
    escape::number(out, u64::from(place));
}
