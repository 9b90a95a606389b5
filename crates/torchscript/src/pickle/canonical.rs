//! [`canonical`]: a graph as PyTorch's own pickler writes it (`torch/csrc/jit/serialization/pickler.cpp`).
//!
//! Protocol 2. Texts and globals are put into the memo when they are written first, by value; storages and devices always; lists,
//! dictionaries, tuples, tensors and objects where something else refers to them, behind everything that belongs to them. That
//! something refers to them need not show in the pickle: what the graph says of its memo is taken.

use outlast_core::{Error, ErrorKind, QuickMap, QuickSet, Result, Span};

use super::defs::Opcode;
use super::graph::{Call, Graph, Name, Update, Value, ValueId};
use super::lex::{Arg, Op};

/// How a tuple is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Short ones by `EMPTY_TUPLE`, `TUPLE1`, `TUPLE2`, `TUPLE3`.
    Short,
    /// All by `MARK` and `TUPLE`: arguments that the pickler writes one by one.
    Marked,
}

/// What is left to do, the next at the end.
enum Work {
    /// Write a value.
    Value(ValueId, Form),
    /// Write an opcode without an argument.
    Op(Opcode),
    /// The value is written: put it into the memo, if it belongs there.
    Done(ValueId),
}

/// Whose pickler: it changed once, as far as files show. That of 1.2, which put every value into the memo, is not here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pickler {
    /// Of 1.3: an empty dictionary is `EMPTY_DICT` alone.
    Of1_3,
    /// Of 1.5 and later: `MARK` and `SETITEMS` follow also where there is nothing between them.
    #[default]
    Since1_5,
}

/// Writes a graph as PyTorch's pickler does: for pickles that it wrote, these are their bytes.
///
/// # Errors
///
/// If there is a value for which that pickler has no form: bytes, sets, integers beyond 64 bits, what contains itself.
pub fn canonical(graph: &Graph<'_>, root: ValueId, pickler: Pickler) -> Result<Vec<u8>> {
    let mut references = vec![0u8; graph.len()];
    for id in graph.ids() {
        graph.parts(id, |part| {
            if let Some(count) = references.get_mut(part.index()) {
                *count = count.saturating_add(1);
            }
        });
    }
    let mut writer = Writer {
        graph,
        pickler,
        references,
        out: Vec::new(),
        work: vec![Work::Value(root, Form::Short)],
        next: 0,
        values: QuickMap::default(),
        texts: QuickMap::default(),
        names: QuickMap::default(),
        devices: QuickMap::default(),
        open: QuickSet::default(),
    };
    writer.op(Opcode::PROTO, Arg::Number(2))?;
    while let Some(work) = writer.work.pop() {
        match work {
            Work::Value(id, form) => writer.value(id, form)?,
            Work::Op(opcode) => writer.op(opcode, Arg::None)?,
            Work::Done(id) => writer.done(id)?,
        }
    }
    writer.op(Opcode::STOP, Arg::None)?;
    Ok(writer.out)
}

struct Writer<'g, 'a> {
    graph: &'g Graph<'a>,
    pickler: Pickler,
    /// How many values refer to each, up to 255.
    references: Vec<u8>,
    out: Vec<u8>,
    work: Vec<Work>,
    /// The next number of the memo.
    next: i64,
    values: QuickMap<ValueId, i64>,
    texts: QuickMap<&'g [u8], i64>,
    names: QuickMap<&'g Name<'a>, i64>,
    devices: QuickMap<&'g str, i64>,
    /// What is begun and not done.
    open: QuickSet<ValueId>,
}

impl<'g, 'a> Writer<'g, 'a> {
    fn op(&mut self, opcode: Opcode, arg: Arg<'_>) -> Result<()> {
        Op { opcode, arg, at: 0, len: 0 }.write(&mut self.out)
    }

    fn get(&mut self, number: i64) -> Result<()> {
        let opcode = if number < 256 { Opcode::BINGET } else { Opcode::LONG_BINGET };
        self.op(opcode, Arg::Number(number))
    }

    /// Puts the top into the memo; its number.
    fn put(&mut self) -> Result<i64> {
        let number = self.next;
        let opcode = if number < 256 { Opcode::BINPUT } else { Opcode::LONG_BINPUT };
        self.op(opcode, Arg::Number(number))?;
        self.next += 1;
        Ok(number)
    }

    fn text(&mut self, id: ValueId, text: &'g [u8]) -> Result<()> {
        // Many values may share one long text: it is looked up by its bytes once.
        if let Some(number) = self.values.get(&id).copied() {
            return self.get(number);
        }
        if let Some(number) = self.texts.get(text).copied() {
            self.values.insert(id, number);
            return self.get(number);
        }
        self.op(Opcode::BINUNICODE, Arg::Bytes(text))?;
        let number = self.put()?;
        self.texts.insert(text, number);
        self.values.insert(id, number);
        Ok(())
    }

    fn global(&mut self, id: ValueId, name: &'g Name<'a>) -> Result<()> {
        if let Some(number) = self.values.get(&id).or_else(|| self.names.get(name)).copied() {
            self.values.insert(id, number);
            return self.get(number);
        }
        self.op(Opcode::GLOBAL, Arg::TwoLines(name.module.as_bytes(), name.name.as_bytes()))?;
        let number = self.put()?;
        self.names.insert(name, number);
        self.values.insert(id, number);
        Ok(())
    }

    fn int(&mut self, number: i64) -> Result<()> {
        match number {
            0..=0xff => self.op(Opcode::BININT1, Arg::Number(number)),
            0x100..=0xffff => self.op(Opcode::BININT2, Arg::Number(number)),
            _ if i32::try_from(number).is_ok() => self.op(Opcode::BININT, Arg::Number(number)),
            _ => self.op(Opcode::LONG1, Arg::Bytes(&number.to_le_bytes())),
        }
    }

    fn value(&mut self, id: ValueId, form: Form) -> Result<()> {
        let graph = self.graph;
        match graph.value(id) {
            Value::None => return self.op(Opcode::NONE, Arg::None),
            Value::Bool(true) => return self.op(Opcode::NEWTRUE, Arg::None),
            Value::Bool(false) => return self.op(Opcode::NEWFALSE, Arg::None),
            Value::Int(number) => return self.int(*number),
            Value::Float(number) => return self.op(Opcode::BINFLOAT, Arg::Double(*number)),
            Value::Text(text) => return self.text(id, text),
            Value::Global(name) if graph.updates(id).is_empty() => return self.global(id, name),
            _ => {}
        }
        if let Some(number) = self.values.get(&id).copied() {
            return self.get(number);
        }
        if let Some(number) = self.device(id).and_then(|device| self.devices.get(device)).copied() {
            return self.get(number);
        }
        if !self.open.insert(id) {
            return Err(self.refused(id, "it contains itself"));
        }
        self.work.push(Work::Done(id));
        match graph.value(id) {
            Value::Tuple(elements) => self.tuple(elements, form),
            Value::List(elements) => {
                self.op(Opcode::EMPTY_LIST, Arg::None)?;
                self.op(Opcode::MARK, Arg::None)?;
                self.work.push(Work::Op(Opcode::APPENDS));
                self.push(elements, Form::Short);
                Ok(())
            }
            Value::Dict(items) => {
                self.op(Opcode::EMPTY_DICT, Arg::None)?;
                if items.is_empty() && self.pickler == Pickler::Of1_3 {
                    return Ok(());
                }
                self.op(Opcode::MARK, Arg::None)?;
                self.work.push(Work::Op(Opcode::SETITEMS));
                for (key, value) in items.iter().rev() {
                    self.push(&[*key, *value], Form::Short);
                }
                Ok(())
            }
            Value::Persistent(inner) => {
                self.work.push(Work::Op(Opcode::BINPERSID));
                self.work.push(Work::Value(*inner, Form::Marked));
                Ok(())
            }
            Value::Object(call) => self.object(id, call),
            _ => Err(self.refused(id, "there is no form for it")),
        }
    }

    /// Plans to write values, the first of them first.
    fn push(&mut self, values: &[ValueId], form: Form) {
        self.work.extend(values.iter().rev().map(|id| Work::Value(*id, form)));
    }

    fn tuple(&mut self, elements: &[ValueId], form: Form) -> Result<()> {
        let opcode = match (form, elements.len()) {
            (Form::Short, 0) => Opcode::EMPTY_TUPLE,
            (Form::Short, 1) => Opcode::TUPLE1,
            (Form::Short, 2) => Opcode::TUPLE2,
            (Form::Short, 3) => Opcode::TUPLE3,
            _ => {
                self.op(Opcode::MARK, Arg::None)?;
                Opcode::TUPLE
            }
        };
        self.work.push(Work::Op(opcode));
        self.push(elements, form);
        Ok(())
    }

    fn object(&mut self, id: ValueId, call: &'g Call) -> Result<()> {
        let graph = self.graph;
        for update in graph.updates(id).iter().rev() {
            let Update::State { state, .. } = update else {
                return Err(self.refused(id, "it gets elements after it was made"));
            };
            self.work.push(Work::Op(Opcode::BUILD));
            self.work.push(Work::Value(*state, Form::Short));
        }
        if !matches!(call.opcode, Opcode::REDUCE | Opcode::NEWOBJ) {
            return Err(self.refused(id, "there is no form for how it is made"));
        }
        self.work.push(Work::Op(call.opcode));
        // Arguments that are written one by one, and so between marks.
        let marked = graph.global(call.callee).is_some_and(|name| match &*name.module {
            "torch._utils" | "torch.distributed.rpc" => true,
            "torch.jit._pickle" => name.name != "restore_type_tag",
            _ => false,
        });
        let form = if marked { Form::Marked } else { Form::Short };
        self.work.push(Work::Value(call.args, form));
        self.work.push(Work::Value(call.callee, Form::Short));
        Ok(())
    }

    /// The name of a device, which is written once.
    fn device(&self, id: ValueId) -> Option<&'g str> {
        let graph = self.graph;
        let call = graph.call(id)?;
        let name = graph.global(call.callee)?;
        match graph.tuple(call.args)? {
            [device] if name.module == "torch" && name.name == "device" => graph.text(*device),
            _ => None,
        }
    }

    fn done(&mut self, id: ValueId) -> Result<()> {
        self.open.remove(&id);
        if let Some(device) = self.device(id) {
            let number = self.put()?;
            self.devices.insert(device, number);
            return Ok(());
        }
        let shared = self.references.get(id.index()).is_some_and(|count| *count > 1);
        let node = self.graph.node(id);
        if node.memoised || shared || matches!(node.value, Value::Persistent(_)) {
            let number = self.put()?;
            self.values.insert(id, number);
        }
        Ok(())
    }

    #[cold]
    fn refused(&self, id: ValueId, why: &str) -> Error {
        let why = format!("PyTorch's own pickler cannot write this value: {why}");
        Error::new(ErrorKind::Invalid { what: "value of a pickle", why }, Span::at(self.graph.node(id).at, 1))
    }
}
