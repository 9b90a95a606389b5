//! Writes a program as PyTorch pickles it.

use std::sync::Arc;

use outlast_core::{QuickMap, Result};
use outlast_opset::schema::Value as Literal;

use super::form::{Code, Parameter, Slot};
use crate::bytecode::{Program, Text};
use crate::pickle::{Call, Graph, Name, Opcode, Pickler, Update, Value, ValueId, canonical};

/// What is written beside the functions.
pub(crate) struct Form<'w> {
    /// The version; bytecode 3 does not say it.
    pub(crate) version: i64,
    /// New keys of storages, by the tuples that name them.
    pub(crate) keys: &'w QuickMap<ValueId, String>,
}

/// The pickle of functions; constants are those of `old`. `None` if there are more values than a pickle can have.
pub(crate) fn bytecode(
    old: &Graph<'_>,
    names: &Program,
    functions: &[Code],
    form: &Form<'_>,
) -> Option<Result<Vec<u8>>> {
    let mut maker = Maker {
        old,
        graph: Graph::default(),
        copied: QuickMap::default(),
        texts: QuickMap::default(),
        shared: QuickMap::default(),
        keys: form.keys,
    };
    let mut elements = Vec::new();
    if form.version > 3 {
        elements.push(maker.int(form.version)?);
    }
    for function in functions {
        elements.push(maker.function(names, function, form.version)?);
    }
    let root = maker.tuple(elements)?;
    Some(canonical(&maker.graph, root, Pickler::Since1_5))
}

/// The pickle `mobile_debug_handles.pkl` of functions.
pub(crate) fn handles(functions: &[Code], version: i64) -> Option<Result<Vec<u8>>> {
    let (old, keys) = (Graph::default(), QuickMap::default());
    let mut maker = Maker {
        old: &old,
        graph: Graph::default(),
        copied: QuickMap::default(),
        texts: QuickMap::default(),
        shared: QuickMap::default(),
        keys: &keys,
    };
    let mut elements = vec![maker.int(version)?];
    for function in functions {
        let numbers = function.handles.as_deref().unwrap_or_default();
        let numbers = numbers.iter().map(|number| Literal::Int(*number)).collect();
        let list = maker.literal(&Literal::List(numbers))?;
        let list = maker.tuple(vec![list])?;
        let table = maker.row("function_debug_handles", list)?;
        let table = maker.tuple(vec![table])?;
        let name = maker.shared(&function.name)?;
        elements.push(maker.tuple(vec![name, table])?);
    }
    let root = maker.tuple(elements)?;
    Some(canonical(&maker.graph, root, Pickler::Since1_5))
}

struct Maker<'g, 'a> {
    old: &'g Graph<'a>,
    graph: Graph<'a>,
    copied: QuickMap<ValueId, ValueId>,
    texts: QuickMap<Vec<u8>, ValueId>,
    shared: QuickMap<*const str, (Text, ValueId)>,
    keys: &'g QuickMap<ValueId, String>,
}

impl<'a> Maker<'_, 'a> {
    fn add(&mut self, value: Value<'a>) -> Option<ValueId> {
        self.graph.add(value, 0)
    }

    fn int(&mut self, number: i64) -> Option<ValueId> {
        self.add(Value::Int(number))
    }

    fn bytes(&mut self, text: &[u8]) -> Option<ValueId> {
        if let Some(known) = self.texts.get(text) {
            return Some(*known);
        }
        let id = self.add(Value::Text(text.to_vec().into()))?;
        self.texts.insert(text.to_vec(), id);
        Some(id)
    }

    fn text(&mut self, text: &str) -> Option<ValueId> {
        self.bytes(text.as_bytes())
    }

    /// A text that many places may share.
    fn shared(&mut self, text: &Text) -> Option<ValueId> {
        if let Some((_, known)) = self.shared.get(&Arc::as_ptr(text)) {
            return Some(*known);
        }
        let id = self.text(text)?;
        self.shared.insert(Arc::as_ptr(text), (Arc::clone(text), id));
        Some(id)
    }

    fn tuple(&mut self, elements: Vec<ValueId>) -> Option<ValueId> {
        self.add(Value::Tuple(elements.into()))
    }

    fn row(&mut self, name: &str, value: ValueId) -> Option<ValueId> {
        let name = self.text(name)?;
        self.tuple(vec![name, value])
    }

    fn function(&mut self, names: &Program, function: &Code, version: i64) -> Option<ValueId> {
        let name = self.shared(&function.name)?;
        let mut rows = Vec::with_capacity(function.instructions.len());
        for instruction in &function.instructions {
            let opcode = names.mnemonic(instruction.op);
            let row = vec![self.text(&opcode)?, self.int(instruction.x)?, self.int(instruction.n)?];
            rows.push(self.tuple(row)?);
        }
        let instructions = self.tuple(rows)?;
        let mut rows = Vec::with_capacity(function.operators.len());
        for operator in &function.operators {
            let mut row = vec![self.shared(&operator.name)?, self.shared(&operator.overload)?];
            if let Some(count) = operator.specified {
                row.push(self.int(count)?);
            }
            rows.push(self.tuple(row)?);
        }
        let operators = self.tuple(rows)?;
        let rows = function.constants.iter().map(|slot| self.slot(slot)).collect::<Option<Vec<_>>>()?;
        let constants = self.tuple(rows)?;
        let rows = function.types.iter().map(|(text, _)| self.shared(text)).collect::<Option<Vec<_>>>()?;
        let types = self.tuple(rows)?;
        let registers = self.int(function.registers)?;
        let code = vec![
            self.row("instructions", instructions)?,
            self.row("operators", operators)?,
            self.row("constants", constants)?,
            self.row("types", types)?,
            self.row("register_size", registers)?,
        ];
        let code = self.tuple(code)?;
        let mut parts = vec![name, code];
        if let Some(signature) = function.signature.as_ref().filter(|_| version > 3) {
            let arguments = self.parameters(&signature.arguments)?;
            let returns = self.parameters(&signature.returns)?;
            let schema = vec![self.row("arguments", arguments)?, self.row("returns", returns)?];
            parts.push(self.tuple(schema)?);
        }
        self.tuple(parts)
    }

    fn parameters(&mut self, all: &[Parameter]) -> Option<ValueId> {
        let mut rows = Vec::with_capacity(all.len());
        for one in all {
            let (name, ty) = (self.shared(&one.name)?, self.shared(&one.ty)?);
            let default = self.slot(&one.default)?;
            let row =
                vec![self.row("name", name)?, self.row("type", ty)?, self.row("default_value", default)?];
            rows.push(self.tuple(row)?);
        }
        self.tuple(rows)
    }

    fn slot(&mut self, slot: &Slot) -> Option<ValueId> {
        match slot {
            Slot::Old(id) => self.copy(*id),
            Slot::New(literal) => self.literal(literal),
        }
    }

    /// A new value, as PyTorch's pickler writes it. Lists are of numbers or truth values.
    fn literal(&mut self, literal: &Literal) -> Option<ValueId> {
        let value = match literal {
            Literal::None => Value::None,
            Literal::Bool(truth) => Value::Bool(*truth),
            Literal::Int(number) => Value::Int(*number),
            Literal::Float(number) => Value::Float(*number),
            Literal::Text(text) => return self.bytes(text),
            Literal::List(items) => {
                let builder = match items.first() {
                    Some(Literal::Float(_)) => "build_doublelist",
                    Some(Literal::Bool(_)) => "build_boollist",
                    _ => "build_intlist",
                };
                let items = items.iter().map(|item| self.literal(item)).collect::<Option<Vec<_>>>()?;
                let list = self.add(Value::List(items))?;
                let args = self.tuple(vec![list])?;
                let name = Name { module: "torch.jit._pickle".into(), name: builder.into() };
                let callee = self.add(Value::Global(Box::new(name)))?;
                Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args, named: None }))
            }
            _ => return None,
        };
        self.add(value)
    }

    /// Copies a value with everything that belongs to it.
    fn copy(&mut self, root: ValueId) -> Option<ValueId> {
        if let Some(known) = self.copied.get(&root) {
            return Some(*known);
        }
        // First a place for each, then what is in it: values may be shared, and may contain themselves.
        let (mut open, mut fresh) = (vec![root], Vec::new());
        while let Some(id) = open.pop() {
            if self.copied.contains_key(&id) {
                continue;
            }
            let new = self.add(Value::None)?;
            self.copied.insert(id, new);
            fresh.push((id, new));
            self.old.parts(id, |part| open.push(part));
        }
        for (id, new) in fresh {
            let value = match self.keys.get(&id) {
                Some(key) => self.renamed(id, key)?,
                None => self.mapped(id),
            };
            *self.graph.value_mut(new) = value;
            if self.old.node(id).memoised {
                self.graph.memoise(new);
            }
            for update in self.old.updates(id) {
                let update = match update {
                    Update::State { state, at } => Update::State { state: self.copied(*state), at: *at },
                    Update::Elements(items) => {
                        Update::Elements(items.iter().map(|item| self.copied(*item)).collect())
                    }
                    Update::Items(items) => Update::Items(
                        items.iter().map(|(key, value)| (self.copied(*key), self.copied(*value))).collect(),
                    ),
                };
                self.graph.update(new, update);
            }
        }
        self.copied.get(&root).copied()
    }

    /// The copy of a value that was copied.
    fn copied(&self, id: ValueId) -> ValueId {
        self.copied.get(&id).copied().unwrap_or(id)
    }

    fn mapped(&self, id: ValueId) -> Value<'a> {
        let all = |items: &[ValueId]| items.iter().map(|item| self.copied(*item)).collect::<Vec<_>>();
        match self.old.value(id) {
            Value::Tuple(items) => Value::Tuple(all(items).into()),
            Value::FrozenSet(items) => Value::FrozenSet(all(items).into()),
            Value::List(items) => Value::List(all(items)),
            Value::Set(items) => Value::Set(all(items)),
            Value::Dict(items) => Value::Dict(
                items.iter().map(|(key, value)| (self.copied(*key), self.copied(*value))).collect(),
            ),
            Value::Persistent(inner) => Value::Persistent(self.copied(*inner)),
            Value::Object(call) => Value::Object(Box::new(Call {
                opcode: call.opcode,
                callee: self.copied(call.callee),
                args: self.copied(call.args),
                named: call.named.map(|named| self.copied(named)),
            })),
            other => other.clone(),
        }
    }

    /// The tuple that names a storage, with another key.
    fn renamed(&mut self, id: ValueId, key: &str) -> Option<Value<'a>> {
        let key = self.text(key)?;
        let mut items: Vec<ValueId> = self.old.tuple(id)?.iter().map(|item| self.copied(*item)).collect();
        *items.get_mut(2)? = key;
        Some(Value::Tuple(items.into()))
    }
}
