//! Operations, blocks and regions: read to a tree, with a stack of our own.

use outlast_core::{QuickMap, Result, to_index};

use super::Parser;
use super::cursor::Cursor;
use super::properties::Given;
use super::state::{Frame, Head, Label, State, wide};
use super::tree::{Ast, Op};
use super::values::{Use, Values};
use crate::defs::version;
use crate::ids::{AttrId, TypeId};
use crate::ir::{BlockArg, MAX_DEPTH, NONE};

impl<'t> Parser<'t> {
    /// The whole text.
    pub(super) fn source(&mut self) -> Result<Ast> {
        let location = self.interner.unknown_location();
        let mut state =
            State { ast: Ast::default(), values: Values::default(), stack: Vec::new(), later: Vec::new() };
        state.values.hides_names = self.as_printed;
        state.ast.ops.push(Op::new(NONE, 0, location));
        state.region(0, 0);
        state.block(0, NONE, (0, 0), 0);
        state.values.open();
        let mut count = 0;
        while let Some(byte) = self.cursor.peek() {
            match byte {
                b'#' | b'!' => self.alias()?,
                b'{' if self.cursor.eat("{-#") => self.resource_section()?,
                _ => {
                    count += 1;
                    self.top(&mut state)?;
                }
            }
        }
        state.values.finish(&self.cursor)?;
        for (op, name, here) in std::mem::take(&mut state.later) {
            let location = self
                .aliases
                .attr(name)
                .ok_or_else(|| here.error(format!("the alias `#{name}` of a location is not defined")))?;
            state.ast.op_mut(op).location = location;
        }
        let mut ast = state.ast;
        ast.values = state.values.all;
        ast.root = u32::from(count == 1);
        let end = wide(ast.ops.len());
        ast.op_mut(0).end = end;
        if ast.root == 0 {
            ast.op_mut(0).name = self.op_name(b"builtin.module");
        }
        Ok(ast)
    }

    /// An operation outside of all others, with all that is inside.
    fn top(&mut self, state: &mut State<'t>) -> Result<()> {
        let head = self.head(state)?;
        self.after_head(state, head)?;
        while !state.stack.is_empty() {
            self.step(state)?;
        }
        Ok(())
    }

    /// The next thing inside of a region.
    fn step(&mut self, state: &mut State<'t>) -> Result<()> {
        match self.cursor.peek() {
            Some(b'}') => {
                self.cursor.at += 1;
                self.close_region(state)
            }
            Some(b'^') => self.block_header(state),
            Some(b'.') if self.cursor.sees("...") => Err(self
                .cursor
                .error("expected an operation, found `...`: regions that were left out when this was printed")
                .with_help("print the file again with all its regions")),
            _ => {
                let head = self.head(state)?;
                self.after_head(state, head)
            }
        }
    }

    /// Goes on behind what stands before regions.
    fn after_head(&mut self, state: &mut State<'t>, head: Head<'t>) -> Result<()> {
        if !self.cursor.eat("(") {
            return self.end(state, head);
        }
        if state.stack.len() >= MAX_DEPTH {
            let limit = u64::try_from(MAX_DEPTH).unwrap_or(u64::MAX);
            return Err(self.cursor.limit("regions in regions", limit));
        }
        let frame =
            Frame { head, region: NONE, block: NONE, labels: QuickMap::default(), successors: Vec::new() };
        state.stack.push(frame);
        self.open_region(state)
    }

    fn open_region(&mut self, state: &mut State<'t>) -> Result<()> {
        self.cursor.expect("{")?;
        let depth = wide(state.stack.len());
        let Some(frame) = state.stack.last_mut() else { return Ok(()) };
        let (op, before) = (frame.head.op, frame.region);
        frame.block = NONE;
        frame.labels.clear();
        let region = state.region(op, depth);
        let ast = &mut state.ast;
        match ast.regions.get_mut(to_index(before)) {
            Some(before) => before.next = region,
            None => ast.op_mut(op).first_region = region,
        }
        ast.op_mut(op).region_count += 1;
        if let Some(frame) = state.stack.last_mut() {
            frame.region = region;
        }
        state.values.open();
        Ok(())
    }

    fn close_region(&mut self, state: &mut State<'t>) -> Result<()> {
        state.values.close();
        let Some(frame) = state.stack.last_mut() else { return Ok(()) };
        for (at, label) in frame.successors.drain(..) {
            let Some(Label { place, .. }) = frame.labels.get(label).filter(|label| label.place != NONE)
            else {
                let at = frame.labels.get(label).map_or(0, |label| label.at);
                let here = Cursor { at, ..self.cursor };
                return Err(here.error(format!("the block `^{label}` is not defined in this region")));
            };
            if let Some(successor) = state.ast.successors.get_mut(at) {
                *successor = *place;
            }
        }
        if self.cursor.eat(",") {
            return self.open_region(state);
        }
        if !self.cursor.eat(")") {
            return Err(self.cursor.expected("`,` or `)` behind a region"));
        }
        match state.stack.pop() {
            Some(frame) => self.end(state, frame.head),
            None => Ok(()),
        }
    }

    /// `^label(%arg: type loc(…)):`
    fn block_header(&mut self, state: &mut State<'t>) -> Result<()> {
        self.cursor.at += 1;
        let here = self.cursor;
        let Some(label) = self.cursor.suffix() else { return Err(here.expected("the label of a block")) };
        let first_arg = wide(state.ast.args.len());
        let (mut types, mut names) = (Vec::new(), Vec::new());
        if self.cursor.eat("(") {
            self.members(")", |parser| {
                parser.cursor.expect("%")?;
                let here = parser.cursor;
                let Some(name) = parser.cursor.suffix() else {
                    return Err(here.expected("the name of a value"));
                };
                parser.cursor.expect(":")?;
                let ty = parser.ty()?;
                let location = parser.argument_location()?;
                state.ast.args.push(BlockArg { ty, location });
                types.push(ty);
                names.push((name, here));
                Ok(())
            })?;
        }
        self.cursor.expect(":")?;
        let Some(frame) = state.stack.last_mut() else { return Ok(()) };
        let (region, before) = (frame.region, frame.block);
        let place = state.ast.region_mut(region).block_count;
        let known = frame.labels.entry(label).or_insert(Label { place: NONE, at: here.at });
        if known.place != NONE {
            return Err(here.error(format!("the block `^{label}` occurs twice")));
        }
        known.place = place;
        let first = state.define(region, &types);
        for ((name, here), value) in names.into_iter().zip(first..) {
            state.values.name(name, value, 1, &here)?;
        }
        let args = (first_arg, wide(state.ast.args.len()));
        let block = state.block(region, before, args, first);
        if let Some(frame) = state.stack.last_mut() {
            frame.block = block;
        }
        Ok(())
    }

    /// Where an argument of a block comes from; none where the file leaves it out.
    fn argument_location(&mut self) -> Result<Option<AttrId>> {
        let unknown = self.interner.unknown_location();
        let location = match self.cursor.eat_word("loc") {
            true => self.location_in_parentheses()?,
            false => unknown,
        };
        let elide = location == unknown && self.version >= version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION;
        Ok(if elide { None } else { Some(location) })
    }

    /// All of an operation that stands before its regions.
    fn head(&mut self, state: &mut State<'t>) -> Result<Head<'t>> {
        self.cursor.skip();
        let start = self.cursor;
        let names = self.result_names()?;
        if self.cursor.peek() != Some(b'"') {
            let error = self.cursor.expected("the name of an operation in quotes");
            return Err(match self.cursor.peek_word() {
                Some(_) => error.with_help(
                    "only the generic form is read, which needs no dialects: `mlir-opt --mlir-print-op-generic` prints it",
                ),
                None => error,
            });
        }
        let name = self.quoted("the name of an operation in quotes")?;
        if name.is_empty() {
            return Err(start.error("the name of an operation is empty"));
        }
        let name = self.op_name(&name);
        let location = self.interner.unknown_location();
        let (region, block) = match state.stack.last_mut() {
            None => (0, 0),
            Some(frame) => (frame.region, frame.block),
        };
        let block = if block == NONE { state.entry_block() } else { block };
        let op = state.op(name, start.at, location, region, block);
        self.cursor.expect("(")?;
        let mut operands = Vec::new();
        self.members(")", |parser| {
            operands.push(parser.operand()?);
            Ok(())
        })?;
        let first = wide(state.ast.operands.len());
        state.ast.operands.resize(state.ast.operands.len() + operands.len(), NONE);
        state.ast.operand_types.resize(state.ast.operands.len(), TypeId(NONE));
        let end = wide(state.ast.operands.len());
        state.ast.op_mut(op).operands = (first, end);
        self.successors(state, op)?;
        let given = self.given_properties()?;
        Ok(Head { op, names, operands, given })
    }

    /// `%0:2, %1 =`, or nothing.
    fn result_names(&mut self) -> Result<Vec<(&'t str, u32, usize)>> {
        let mut names = Vec::new();
        while self.cursor.peek() == Some(b'%') {
            let at = self.cursor.at;
            self.cursor.at += 1;
            let Some(name) = self.cursor.suffix() else {
                return Err(self.cursor.expected("the name of a value"));
            };
            let mut count = 1;
            if self.cursor.eat(":") {
                let here = self.cursor;
                let wanted = self.cursor.unsigned("how many results have this name")?;
                count = u32::try_from(wanted).ok().filter(|count| *count > 0).ok_or_else(|| {
                    here.error(format!("expected how many results have this name, found {wanted}"))
                })?;
            }
            names.push((name, count, at));
            if self.cursor.eat("=") {
                break;
            }
            if !self.cursor.eat(",") {
                return Err(self.cursor.expected("`,` or `=` behind the name of a value"));
            }
            if self.cursor.peek() != Some(b'%') {
                return Err(self.cursor.expected("the name of a value"));
            }
        }
        Ok(names)
    }

    /// `%name`, `%name#1`.
    fn operand(&mut self) -> Result<Use<'t>> {
        self.cursor.skip();
        let at = self.cursor.at;
        self.cursor.expect("%")?;
        let Some(name) = self.cursor.suffix() else {
            return Err(self.cursor.expected("the name of a value"));
        };
        let mut number = 0;
        if self.cursor.byte() == Some(b'#') {
            self.cursor.at += 1;
            let here = self.cursor;
            let found = self.cursor.unsigned("the number of a result")?;
            number = u32::try_from(found).map_err(|_| here.error("the number of a result is too large"))?;
        }
        Ok(Use { name, number, at })
    }

    fn successors(&mut self, state: &mut State<'t>, op: u32) -> Result<()> {
        let first = wide(state.ast.successors.len());
        if self.cursor.eat("[") {
            self.members("]", |parser| {
                parser.cursor.expect("^")?;
                let here = parser.cursor;
                let Some(label) = parser.cursor.suffix() else {
                    return Err(here.expected("the label of a block"));
                };
                let Some(frame) = state.stack.last_mut() else {
                    return Err(here.error("an operation outside of all regions has no blocks to go to"));
                };
                frame.labels.entry(label).or_insert(Label { place: NONE, at: here.at });
                frame.successors.push((state.ast.successors.len(), label));
                state.ast.successors.push(NONE);
                Ok(())
            })?;
        }
        let end = wide(state.ast.successors.len());
        state.ast.op_mut(op).successors = (first, end);
        Ok(())
    }

    /// What stands behind the regions: attributes, types, location. Then its values are there.
    fn end(&mut self, state: &mut State<'t>, mut head: Head<'t>) -> Result<()> {
        let attrs = if self.cursor.sees("{") { self.dictionary()? } else { Vec::new() };
        let op = head.op;
        let here = Cursor { at: state.ast.op(op).at, ..self.cursor };
        let given = std::mem::replace(&mut head.given, Given::Nothing);
        let (attrs, properties) = self.attributes(state.ast.op(op).name, given, attrs, &here)?;
        self.cursor.expect(":")?;
        self.cursor.expect("(")?;
        let here = self.cursor;
        let types = self.type_list(")")?;
        if types.len() != head.operands.len() {
            let (want, have) = (head.operands.len(), types.len());
            return Err(here.error(format!("expected {want} types of operands, found {have}")));
        }
        self.cursor.expect("->")?;
        let results = self.results()?;
        let first_operand = to_index(state.ast.op(op).operands.0);
        let Ast { operands, operand_types, .. } = &mut state.ast;
        let places = operands.iter_mut().zip(operand_types).skip(first_operand);
        for ((value, place), (operand, ty)) in places.zip(head.operands.iter().zip(&types)) {
            *value = state.values.resolve(*operand, &self.cursor)?;
            *place = *ty;
        }
        self.name_results(state, &head, &results)?;
        if let Some(name) = self.later_location() {
            state.later.push((head.op, name, self.cursor));
        } else if self.cursor.eat_word("loc") {
            state.ast.op_mut(op).location = self.location_in_parentheses()?;
        }
        let end = wide(state.ast.ops.len());
        let record = state.ast.op_mut(op);
        (record.attrs, record.properties, record.end) = (attrs, properties, end);
        state.ast.ended.push(head.op);
        Ok(())
    }

    fn name_results(&mut self, state: &mut State<'t>, head: &Head<'t>, results: &[TypeId]) -> Result<()> {
        let named =
            head.names.iter().fold(0, |sum: usize, (_, count, _)| sum.saturating_add(to_index(*count)));
        if named != results.len() && !head.names.is_empty() {
            return Err(self
                .cursor
                .error(format!("expected {named} types of results, found {}", results.len())));
        }
        let region = state.ast.op(head.op).region;
        let first_result = wide(state.ast.results.len());
        state.ast.results.extend_from_slice(results);
        let mut first = state.define(region, results);
        let end = wide(state.ast.results.len());
        let record = state.ast.op_mut(head.op);
        (record.results, record.first_value) = ((first_result, end), first);
        for (name, count, at) in &head.names {
            state.values.name(name, first, *count, &Cursor { at: *at, ..self.cursor })?;
            first += count;
        }
        Ok(())
    }
}
