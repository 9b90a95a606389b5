//! The machine: runs a pickle's opcodes on a stack and a memo, and executes nothing.

use std::borrow::Cow;

use outlast_core::{Budget, Bytes, Error, ErrorKind, Result, Span};

use super::defs::Opcode;
use super::graph::{Call, Graph, Name, Update, Value, ValueId};
use super::lex::{Arg, Lexer, Op};
use super::literal::literal;
use super::memo::Memo;
use super::read::{Limits, NEWEST, Pickle};
use super::text;
use super::uses::{Used, Uses};

/// Bytes of the opcode `FRAME` with its argument.
const FRAME: usize = 9;

impl<'a> Pickle<'a> {
    /// Reads the pickle at the start of `file`. Bytes behind it are not looked at: [`Pickle::len`] says where it ends. There is no error
    /// but in [`Pickle::error`], because what stands before an error counts.
    pub fn read(file: Bytes<'a>, limits: Limits) -> Pickle<'a> {
        let mut machine = Machine {
            lexer: Lexer::new(file),
            pickle: Pickle {
                graph: Graph::default(),
                root: None,
                uses: Uses::default(),
                protocol: 0,
                needs: 0,
                ops: 0,
                left: 0,
                len: 0,
                error: None,
                memo: None,
                beyond: None,
            },
            stack: Vec::new(),
            marks: Vec::new(),
            memo: Memo::default(),
            memory: limits.budget(file.len()),
            singles: [None; 3],
        };
        match machine.run() {
            Ok(root) => machine.pickle.root = Some(root),
            Err(error) => machine.pickle.error = Some(error),
        }
        machine.pickle.left = machine.stack.len() + machine.marks.len();
        machine.pickle.len = machine.lexer.position();
        machine.pickle
    }
}

struct Machine<'a> {
    lexer: Lexer<'a>,
    pickle: Pickle<'a>,
    stack: Vec<ValueId>,
    /// Lengths of the stack where the marks are.
    marks: Vec<usize>,
    memo: Memo,
    memory: Budget,
    /// `None`, `False` and `True`, which are one value each.
    singles: [Option<ValueId>; 3],
}

impl<'a> Machine<'a> {
    fn run(&mut self) -> Result<ValueId> {
        loop {
            let start = self.lexer.position();
            let before = self.lexer.clone();
            let Some(op) = self.lexer.next_op()? else { return Err(unreachable_stop()) };
            let end = self.lexer.clone();
            self.pickle.needs = self.pickle.needs.max(op.opcode.protocol());
            let declared = self.pickle.protocol;
            if op.opcode.protocol() > declared.max(1) && op.opcode != Opcode::PROTO {
                self.pickle.beyond.get_or_insert(op);
            }
            // On an error, the position is that of the opcode.
            self.lexer = before;
            let done = self.step(op, start)?;
            self.lexer = end;
            self.pickle.ops += 1;
            if let Some(root) = done {
                return Ok(root);
            }
        }
    }

    /// Takes `amount` bytes of the memory.
    fn spend(&mut self, op: Op<'a>, amount: usize) -> Result<()> {
        match self.memory.spend(amount) {
            true => Ok(()),
            false => {
                let what = "bytes of memory for the values of a pickle";
                Err(Error::new(ErrorKind::Limit { what, limit: self.memory.limit() }, op.span()))
            }
        }
    }

    fn push(&mut self, op: Op<'a>, id: ValueId) -> Result<()> {
        self.spend(op, size_of::<ValueId>())?;
        self.stack.push(id);
        Ok(())
    }

    fn add(&mut self, op: Op<'a>, value: Value<'a>) -> Result<ValueId> {
        let more = match &value {
            Value::Text(Cow::Owned(text)) | Value::OldText(Cow::Owned(text)) => text.len(),
            Value::Tuple(elements) | Value::FrozenSet(elements) => size_of_val::<[ValueId]>(elements),
            Value::Global(_) => size_of::<Name<'_>>() + size_of::<Used<'_>>(),
            Value::Object(_) => size_of::<Call>() + 16,
            _ => 0,
        };
        self.spend(op, size_of::<super::graph::Node<'_>>() + more)?;
        let full = ErrorKind::Limit { what: "values in a pickle", limit: u32::MAX.into() };
        self.pickle.graph.add(value, op.at).ok_or_else(|| Error::new(full, op.span()))
    }

    fn make(&mut self, op: Op<'a>, value: Value<'a>) -> Result<()> {
        let id = self.add(op, value)?;
        self.push(op, id)
    }

    /// One of the values of which there is only one.
    fn single(&mut self, op: Op<'a>, which: usize, value: Value<'a>) -> Result<()> {
        let id = match self.singles.get(which).copied().flatten() {
            Some(id) => id,
            None => self.add(op, value)?,
        };
        if let Some(single) = self.singles.get_mut(which) {
            *single = Some(id);
        }
        self.push(op, id)
    }

    /// How many values are above the last mark.
    fn above(&self) -> usize {
        self.stack.len().saturating_sub(self.marks.last().copied().unwrap_or(0))
    }

    fn pop(&mut self, op: Op<'a>) -> Result<ValueId> {
        if self.above() == 0 {
            let why = format!(
                "{op} needs a value on the stack, and there is none above the last mark",
                op = op.opcode
            );
            return Err(wrong(op, why));
        }
        self.stack.pop().ok_or_else(|| wrong(op, "the stack is empty"))
    }

    fn top(&self, op: Op<'a>) -> Result<ValueId> {
        match self.stack.last() {
            Some(id) if self.above() > 0 => Ok(*id),
            _ => Err(wrong(
                op,
                format!("{} needs a value on the stack, and there is none above the last mark", op.opcode),
            )),
        }
    }

    /// What is above the last mark, which is dropped.
    fn pop_mark(&mut self, op: Op<'a>) -> Result<Vec<ValueId>> {
        match self.marks.pop() {
            Some(mark) => Ok(self.stack.split_off(mark.min(self.stack.len()))),
            None => Err(wrong(op, format!("{} needs a mark, and there is none", op.opcode))),
        }
    }

    fn pairs(op: Op<'a>, values: &[ValueId]) -> Result<Vec<(ValueId, ValueId)>> {
        let pairs = values.chunks(2).map(|pair| match pair {
            [key, value] => Ok((*key, *value)),
            _ => Err(wrong(op, "a key has no value: the number of values above the mark is odd")),
        });
        pairs.collect()
    }

    fn step(&mut self, op: Op<'a>, start: usize) -> Result<Option<ValueId>> {
        use Opcode as O;
        match (op.opcode, op.arg) {
            (O::PROTO, Arg::Number(version)) => {
                if version > NEWEST {
                    return Err(wrong(op, format!("protocol {version}; there are 0 to {NEWEST}")));
                }
                self.pickle.protocol = self.pickle.protocol.max(u8::try_from(version).unwrap_or(0));
            }
            (O::FRAME, Arg::Size(size)) => self.frame(op, size)?,
            (O::STOP, _) => return self.pop(op).map(Some),
            (O::MARK, _) => {
                self.spend(op, size_of::<usize>())?;
                self.marks.push(self.stack.len());
            }
            (O::POP_MARK, _) => _ = self.pop_mark(op)?,
            (O::POP, _) if self.above() == 0 && !self.marks.is_empty() => _ = self.marks.pop(),
            (O::POP, _) => _ = self.pop(op)?,
            (O::DUP, _) => {
                let top = self.top(op)?;
                self.push(op, top)?;
            }
            (O::NONE, _) => self.single(op, 0, Value::None)?,
            (O::NEWFALSE, _) => self.single(op, 1, Value::Bool(false))?,
            (O::NEWTRUE, _) => self.single(op, 2, Value::Bool(true))?,
            (O::BININT | O::BININT1 | O::BININT2, Arg::Number(number)) => {
                self.make(op, Value::Int(number))?;
            }
            (O::BINFLOAT, Arg::Double(number)) => self.make(op, Value::Float(number))?,
            (O::EXT1 | O::EXT2 | O::EXT4, Arg::Number(code)) => {
                if code <= 0 {
                    return Err(wrong(op, format!("the code of an extension is {code}; they start at 1")));
                }
                let id = self.add(op, Value::Extension(code))?;
                self.spend(op, size_of::<Used<'_>>())?;
                self.pickle.uses.imported(id, None, op);
                self.push(op, id)?;
            }
            (O::EMPTY_LIST, _) => self.make(op, Value::List(Vec::new()))?,
            (O::EMPTY_TUPLE, _) => self.make(op, Value::Tuple(Box::default()))?,
            (O::EMPTY_DICT, _) => self.make(op, Value::Dict(Vec::new()))?,
            (O::EMPTY_SET, _) => self.make(op, Value::Set(Vec::new()))?,
            (O::NEXT_BUFFER, _) => self.make(op, Value::Buffer)?,
            (O::READONLY_BUFFER, _) => _ = self.top(op)?,
            (O::TUPLE1 | O::TUPLE2 | O::TUPLE3, _) => {
                let count = match op.opcode {
                    O::TUPLE1 => 1,
                    O::TUPLE2 => 2,
                    _ => 3,
                };
                if self.above() < count {
                    let why = format!("{} has {} values above the last mark", op.opcode, self.above());
                    return Err(wrong(op, why));
                }
                let elements = self.stack.split_off(self.stack.len() - count);
                self.make(op, Value::Tuple(elements.into()))?;
            }
            (O::TUPLE, _) => {
                let elements = self.pop_mark(op)?;
                self.make(op, Value::Tuple(elements.into()))?;
            }
            (O::FROZENSET, _) => {
                let elements = self.pop_mark(op)?;
                self.make(op, Value::FrozenSet(elements.into()))?;
            }
            (O::LIST, _) => {
                let elements = self.pop_mark(op)?;
                self.spend(op, size_of_val::<[ValueId]>(&elements))?;
                self.make(op, Value::List(elements))?;
            }
            (O::DICT, _) => {
                let items = self.pop_mark(op)?;
                self.spend(op, size_of_val::<[ValueId]>(&items))?;
                self.make(op, Value::Dict(Self::pairs(op, &items)?))?;
            }
            (O::APPEND, _) => {
                let element = self.pop(op)?;
                self.extend(op, vec![element])?;
            }
            (O::APPENDS | O::ADDITEMS, _) => {
                let elements = self.pop_mark(op)?;
                self.extend(op, elements)?;
            }
            (O::SETITEM, _) => {
                let (value, key) = (self.pop(op)?, self.pop(op)?);
                self.set_items(op, vec![(key, value)])?;
            }
            (O::SETITEMS, _) => {
                let items = self.pop_mark(op)?;
                self.set_items(op, Self::pairs(op, &items)?)?;
            }
            (O::BINGET | O::LONG_BINGET, Arg::Number(number)) => self.get(op, number)?,
            (O::BINPUT | O::LONG_BINPUT, Arg::Number(number)) => self.put(op, number)?,
            (O::MEMOIZE, _) => {
                let next = self.memo.len();
                self.put(op, i64::try_from(next).unwrap_or(i64::MAX))?;
            }
            (O::GET | O::PUT, Arg::Bytes(line)) => {
                let Some(Value::Int(number)) = text::integer(line) else {
                    return Err(wrong(
                        op,
                        format!(
                            "the number of a memo entry is `{}`",
                            line.get(..60).unwrap_or(line).escape_ascii()
                        ),
                    ));
                };
                if op.opcode == O::GET { self.get(op, number)? } else { self.put(op, number)? }
            }
            (O::GLOBAL, Arg::TwoLines(module, name)) => {
                let id = self.global(op, name_of(module), name_of(name))?;
                self.push(op, id)?;
            }
            (O::STACK_GLOBAL, _) => {
                let (name, module) = (self.pop(op)?, self.pop(op)?);
                let (Some(module), Some(name)) = (self.name_in(module), self.name_in(name)) else {
                    return Err(wrong(op, "module and name must be text"));
                };
                let id = self.global(op, module, name)?;
                self.push(op, id)?;
            }
            (O::REDUCE | O::NEWOBJ, _) => {
                let (args, callee) = (self.pop(op)?, self.pop(op)?);
                self.call(op, callee, args, None)?;
            }
            (O::NEWOBJ_EX, _) => {
                let (named, args, callee) = (self.pop(op)?, self.pop(op)?, self.pop(op)?);
                self.call(op, callee, args, Some(named))?;
            }
            (O::INST, Arg::TwoLines(module, name)) => {
                let args = self.pop_mark(op)?;
                let args = self.add(op, Value::Tuple(args.into()))?;
                let callee = self.global(op, name_of(module), name_of(name))?;
                self.call(op, callee, args, None)?;
            }
            (O::OBJ, _) => {
                let all = self.pop_mark(op)?;
                let Some((callee, args)) = all.split_first() else {
                    return Err(wrong(op, "there is no class above the mark"));
                };
                let args = self.add(op, Value::Tuple(args.into()))?;
                self.call(op, *callee, args, None)?;
            }
            (O::BUILD, _) => {
                let (state, object) = (self.pop(op)?, self.top(op)?);
                self.spend(op, size_of::<Update>())?;
                self.pickle.uses.built(&self.pickle.graph, object, op);
                self.pickle.graph.update(object, Update::State { state, at: op.at });
            }
            (O::PERSID, Arg::Bytes(line)) => {
                let id = self.add(op, Value::Text(line.into()))?;
                self.make(op, Value::Persistent(id))?;
            }
            (O::BINPERSID, _) => {
                let id = self.pop(op)?;
                self.make(op, Value::Persistent(id))?;
            }
            (_, Arg::Bytes(data)) => {
                let value = literal(op, data)?;
                self.make(op, value)?;
            }
            _ => {
                return Err(wrong(
                    op,
                    format!("{} at {start} has another argument than it can have", op.opcode),
                ));
            }
        }
        Ok(None)
    }

    fn frame(&mut self, op: Op<'a>, size: u64) -> Result<()> {
        let have = self.lexer.remaining().saturating_sub(FRAME) as u64;
        if size > have {
            let kind = ErrorKind::UnexpectedEnd { what: "frame of a pickle", need: size, have };
            return Err(Error::new(kind, op.span()));
        }
        Ok(())
    }

    fn get(&mut self, op: Op<'a>, number: i64) -> Result<()> {
        let found = u64::try_from(number).ok().and_then(|number| self.memo.get(number));
        match found {
            Some(id) => self.push(op, id),
            None => Err(wrong(op, format!("the memo has nothing under {number}"))),
        }
    }

    fn put(&mut self, op: Op<'a>, number: i64) -> Result<()> {
        let Ok(number) = u64::try_from(number) else {
            return Err(wrong(op, format!("the memo has no number {number}")));
        };
        let top = self.top(op)?;
        self.spend(op, 24)?;
        if self.pickle.memo.as_ref().is_none_or(|(largest, _)| number > *largest) {
            self.pickle.memo = Some((number, op.span()));
        }
        self.memo.put(number, top);
        self.pickle.graph.memoise(top);
        Ok(())
    }

    fn extend(&mut self, op: Op<'a>, elements: Vec<ValueId>) -> Result<()> {
        self.spend(op, size_of_val::<[ValueId]>(&elements))?;
        let target = self.top(op)?;
        match self.pickle.graph.value_mut(target) {
            Value::List(list) if op.opcode != Opcode::ADDITEMS => list.extend(elements),
            Value::Set(set) if op.opcode == Opcode::ADDITEMS => set.extend(elements),
            _ => {
                self.spend(op, size_of::<Update>())?;
                self.pickle.uses.changed(target, op);
                self.pickle.graph.update(target, Update::Elements(elements));
            }
        }
        Ok(())
    }

    fn set_items(&mut self, op: Op<'a>, items: Vec<(ValueId, ValueId)>) -> Result<()> {
        self.spend(op, size_of_val::<[(ValueId, ValueId)]>(&items))?;
        let target = self.top(op)?;
        if let Value::Dict(dict) = self.pickle.graph.value_mut(target) {
            dict.extend(items);
        } else {
            self.spend(op, size_of::<Update>())?;
            self.pickle.uses.changed(target, op);
            self.pickle.graph.update(target, Update::Items(items));
        }
        Ok(())
    }

    fn global(&mut self, op: Op<'a>, module: Cow<'a, str>, name: Cow<'a, str>) -> Result<ValueId> {
        let name = Name { module, name };
        self.spend(op, 2 * (name.module.len() + name.name.len()))?;
        let id = self.add(op, Value::Global(Box::new(name.clone())))?;
        self.pickle.uses.imported(id, Some(name), op);
        Ok(id)
    }

    /// Text on the stack as part of a name.
    fn name_in(&self, id: ValueId) -> Option<Cow<'a, str>> {
        match self.pickle.graph.value(id) {
            Value::Text(Cow::Borrowed(text)) | Value::OldText(Cow::Borrowed(text)) => Some(name_of(text)),
            Value::Text(text) | Value::OldText(text) => {
                Some(String::from_utf8_lossy(text).into_owned().into())
            }
            _ => None,
        }
    }

    fn call(&mut self, op: Op<'a>, callee: ValueId, args: ValueId, named: Option<ValueId>) -> Result<()> {
        self.pickle.uses.called(&self.pickle.graph, callee, op);
        let call = Call { opcode: op.opcode, callee, args, named };
        self.make(op, Value::Object(Box::new(call)))
    }
}

fn name_of(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[cold]
pub(super) fn wrong(op: Op<'_>, why: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid { what: "pickle", why: why.into() }, op.span())
}

/// The lexer gives nothing behind `STOP` only, where the machine has stopped.
#[cold]
fn unreachable_stop() -> Error {
    Error::new(ErrorKind::Missing { what: "opcode".into() }, Span::default())
}
