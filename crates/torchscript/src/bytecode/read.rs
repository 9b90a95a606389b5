//! Reads `bytecode.pkl` from the values of its pickle.

use outlast_core::{Budget, QuickMap};

use super::model::{
    Argument, Constant, Fault, FaultKind, Function, Instruction, Op, Operator, Plain, Program, Schema, Text,
    Type,
};
use super::opcode::Opcode;
use super::types::{Context, MAX_TYPE, Types};
use crate::pickle::{Graph, Pickle, Value, ValueId};

/// The tables of a function, in the order in which readers look for them.
const TABLES: [&str; 5] = ["instructions", "operators", "constants", "types", "register_size"];
/// The tables of a schema.
const SCHEMA: [&str; 2] = ["arguments", "returns"];
/// The fields of an argument.
const ARGUMENT: [&str; 3] = ["name", "type", "default_value"];

/// Marks the key of a text of which only the start is kept.
pub(crate) const CUT: u64 = 1 << 63;
/// Faults that are kept.
const FAULTS: usize = 1000;

/// The program that a pickle stands for. What is not described as readers expect is left out, and is among its faults; nothing is
/// read but the values of the pickle.
pub fn read(pickle: &Pickle<'_>) -> Program {
    let mut reader = Reader::new(pickle);
    if let Some(root) = pickle.root {
        reader.program(root);
    }
    reader.out
}

pub(super) fn short(text: &str) -> String {
    text.chars().take(100).collect::<String>().escape_debug().to_string()
}

pub(super) struct Reader<'p, 'a> {
    pub(super) graph: &'p Graph<'a>,
    /// Entries that may still be read: an entry of a genuine file takes more than one byte of it.
    budget: Budget,
    types: Types,
    opcodes: QuickMap<ValueId, Op>,
    pub(super) out: Program,
}

impl<'p, 'a> Reader<'p, 'a> {
    pub(super) fn new(pickle: &'p Pickle<'a>) -> Reader<'p, 'a> {
        let (types, opcodes, out) = Default::default();
        Reader { graph: &pickle.graph, budget: Budget::for_bytes(pickle.len, 1, 0), types, opcodes, out }
    }

    pub(super) fn at(&self, id: ValueId) -> u64 {
        self.graph.node(id).at
    }

    #[cold]
    fn fault(&mut self, what: FaultKind, id: ValueId, why: impl Into<String>) {
        if self.out.faults.len() < FAULTS {
            let at = self.at(id);
            self.out.faults.push(Fault { what, why: why.into(), at });
        }
    }

    #[cold]
    pub(super) fn form(&mut self, id: ValueId, expected: &str) {
        let found = match self.graph.value(id) {
            Value::None => "`None`",
            Value::Bool(_) => "a boolean",
            Value::Int(_) | Value::Long(_) | Value::Decimal(_) => "an integer",
            Value::Float(_) => "a floating-point number",
            Value::Text(_) | Value::OldText(_) => "text",
            Value::Tuple(_) => "a tuple of another length",
            Value::List(_) => "a list",
            Value::Dict(_) => "a dictionary",
            _ => "an object",
        };
        self.fault(FaultKind::Form, id, format!("{expected} expected, {found} found"));
    }

    /// Whether so many more entries may be read.
    pub(super) fn spend(&mut self, id: ValueId, count: usize) -> bool {
        let is_first = !self.budget.is_spent();
        let left = self.budget.spend(count);
        if !left && is_first {
            self.fault(FaultKind::Limit, id, "the tables refer to more entries than the pickle has bytes");
        }
        left
    }

    pub(super) fn tuple(&mut self, id: ValueId, expected: &str) -> &'p [ValueId] {
        let graph = self.graph;
        match graph.tuple(id) {
            Some(elements) if self.spend(id, elements.len()) => elements,
            Some(_) => &[],
            None => {
                self.form(id, expected);
                &[]
            }
        }
    }

    fn text(&mut self, id: ValueId, expected: &str) -> Option<Text> {
        let graph = self.graph;
        match graph.value(id) {
            Value::Text(text) | Value::OldText(text) => {
                Some(self.types.text(id.index() as u64, || String::from_utf8_lossy(text).into()))
            }
            _ => {
                self.form(id, expected);
                None
            }
        }
    }

    /// A text that is short in genuine files: of a longer one, the start. Many places may refer to one text, and who looks at each must not
    /// pay for its length.
    pub(super) fn name(&mut self, id: ValueId, expected: &str) -> Option<Text> {
        let graph = self.graph;
        match graph.value(id) {
            Value::Text(text) | Value::OldText(text) if text.len() > Graph::SHORT => {
                let why = format!("{expected} has {} bytes: more than {}", text.len(), Graph::SHORT);
                self.fault(FaultKind::Form, id, why);
                let start = text.get(..Graph::SHORT).unwrap_or_default();
                Some(self.types.text(CUT | id.index() as u64, || String::from_utf8_lossy(start).into()))
            }
            _ => self.text(id, expected),
        }
    }

    fn int(&mut self, id: ValueId, expected: &str) -> Option<i64> {
        let number = self.graph.int(id);
        if number.is_none() {
            self.form(id, expected);
        }
        number
    }

    fn ty(&mut self, id: ValueId, context: Context) -> Option<Type> {
        let text = self.text(id, "the text of a type")?;
        if text.len() > MAX_TYPE {
            self.fault(
                FaultKind::Limit,
                id,
                format!("the text of a type has {} bytes: more than {MAX_TYPE}", text.len()),
            );
            return None;
        }
        let parsed = self.types.meaning(id.index() as u64, &text, context);
        Some(Type { text, parsed, at: self.at(id) })
    }

    /// The values of tables that have a name each, at the places where readers look for them.
    pub(super) fn tables<const N: usize>(
        &mut self,
        id: ValueId,
        names: [&str; N],
        of: &str,
    ) -> [Option<ValueId>; N] {
        let mut found = [None; N];
        let graph = self.graph;
        let Some(rows) = graph.tuple(id) else {
            self.form(id, &format!("{of} as a tuple of {N} tables"));
            return found;
        };
        for (index, row) in rows.iter().enumerate() {
            if !self.spend(*row, 1) {
                break;
            }
            let Some([name, value]) = graph.tuple(*row) else {
                self.form(*row, "a table as a tuple of its name and content");
                continue;
            };
            let text = graph.text(*name).unwrap_or("?");
            match (names.get(index), found.get_mut(index)) {
                (Some(expected), Some(slot)) if text == *expected => *slot = Some(*value),
                (Some(expected), _) => {
                    let why =
                        format!("table {index} of {of} is `{}`, readers expect `{expected}`", short(text));
                    self.fault(FaultKind::Table, *row, why);
                    // It is read nevertheless, if it is another one of these.
                    if let Some(slot) = names.iter().position(|name| *name == text)
                        && let Some(slot) = found.get_mut(slot)
                        && slot.is_none()
                    {
                        *slot = Some(*value);
                    }
                }
                (None, _) => {
                    let why = format!("table {index} of {of}, `{}`, is one that readers skip", short(text));
                    self.fault(FaultKind::Extra, *row, why);
                }
            }
        }
        if rows.len() < N {
            let missing = names.get(rows.len()).copied().unwrap_or_default();
            self.fault(FaultKind::Table, id, format!("{of} has no table `{missing}`"));
        }
        found
    }

    fn program(&mut self, root: ValueId) {
        let mut elements = self.tuple(root, "the program as a tuple of its functions");
        let graph = self.graph;
        if let Some((first, rest)) = elements.split_first()
            && let Value::Int(version) = graph.value(*first)
        {
            self.out.version = Some(*version);
            elements = rest;
        }
        for id in elements {
            if let Some(function) = self.function(*id) {
                self.out.functions.push(function);
            }
        }
    }

    fn function(&mut self, id: ValueId) -> Option<Function> {
        let graph = self.graph;
        let (name, code, schema, more) = match graph.tuple(id) {
            Some([name, code]) => (*name, *code, None, None),
            Some([name, code, schema, more @ ..]) => (*name, *code, Some(*schema), more.first()),
            _ => {
                self.form(id, "a function as a tuple of name, code and schema");
                return None;
            }
        };
        if let Some(more) = more {
            self.fault(FaultKind::Extra, *more, "a part of a function that readers skip");
        }
        let name = self.name(name, "the name of a function")?;
        let [instructions, operators, constants, types, register_size] =
            self.tables(code, TABLES, "the code of a function");
        let mut function = Function {
            name,
            at: self.at(id),
            instructions: Vec::new(),
            operators: Vec::new(),
            constants: Vec::new(),
            types: Vec::new(),
            register_size: None,
            schema: None,
            debug_handles: None,
            class: None,
        };
        for id in instructions.map_or(&[][..], |id| self.tuple(id, "instructions as a tuple")) {
            let instruction = self.instruction(*id);
            function.instructions.extend(instruction);
        }
        for id in operators.map_or(&[][..], |id| self.tuple(id, "operators as a tuple")) {
            let operator = self.operator(*id);
            function.operators.extend(operator);
        }
        for id in constants.map_or(&[][..], |id| self.tuple(id, "constants as a tuple")) {
            let constant = self.constant(*id);
            function.constants.push(constant);
        }
        for id in types.map_or(&[][..], |id| self.tuple(id, "types as a tuple")) {
            let ty = self.ty(*id, Context::Table);
            function.types.extend(ty);
        }
        if let Some(id) = register_size {
            function.register_size = self.int(id, "the number of registers");
        }
        // Readers of bytecode 3 do not look at it.
        if let Some(id) = schema {
            let [arguments, returns] = self.tables(id, SCHEMA, "a schema");
            let arguments = arguments.map_or(Vec::new(), |id| self.arguments(id));
            let returns = returns.map_or(Vec::new(), |id| self.arguments(id));
            function.schema = Some(Schema { arguments, returns });
        }
        Some(function)
    }

    fn instruction(&mut self, id: ValueId) -> Option<Instruction> {
        let graph = self.graph;
        let Some([op, x, n]) = graph.tuple(id) else {
            self.form(id, "an instruction as a tuple of opcode and two operands");
            return None;
        };
        let op = self.op(*op)?;
        let x = self.int(*x, "an operand")?;
        let n = self.int(*n, "an operand")?;
        Some(Instruction { op, x, n, at: self.at(id) })
    }

    fn op(&mut self, id: ValueId) -> Option<Op> {
        if let Some(op) = self.opcodes.get(&id) {
            return Some(*op);
        }
        let text = self.name(id, "the name of an opcode")?;
        let op = match Opcode::named(&text) {
            Some(opcode) => Op::Known(opcode),
            None => {
                let index = u32::try_from(self.out.names.len()).ok()?;
                self.out.names.push(text);
                Op::Name(index)
            }
        };
        self.opcodes.insert(id, op);
        Some(op)
    }

    fn operator(&mut self, id: ValueId) -> Option<Operator> {
        let graph = self.graph;
        let (name, overload, specified) = match graph.tuple(id) {
            Some([name, overload]) => (*name, *overload, None),
            Some([name, overload, specified, ..]) => (*name, *overload, Some(*specified)),
            _ => {
                self.form(id, "an operator as a tuple of name, overload and number of arguments");
                return None;
            }
        };
        let name = self.name(name, "the name of an operator")?;
        let overload = self.name(overload, "the overload of an operator")?;
        let specified = match specified {
            Some(id) => Some(self.int(id, "the number of arguments of an operator")?),
            None => None,
        };
        Some(Operator { name, overload, specified, at: self.at(id) })
    }

    fn arguments(&mut self, id: ValueId) -> Vec<Argument> {
        let mut all = Vec::new();
        for id in self.tuple(id, "arguments as a tuple") {
            let [name, ty, default] = self.tables(*id, ARGUMENT, "an argument");
            if let (Some(name), Some(ty), Some(default)) = (name, ty, default)
                && let Some(name) = self.name(name, "the name of an argument")
                && let Some(ty) = self.ty(ty, Context::Schema)
            {
                all.push(Argument { name, ty, default: self.constant(default) });
            }
        }
        all
    }

    fn constant(&mut self, id: ValueId) -> Constant {
        Constant { value: self.plain(id), at: self.at(id) }
    }

    fn plain(&mut self, id: ValueId) -> Plain {
        let graph = self.graph;
        match graph.value(id) {
            Value::None => Plain::None,
            Value::Bool(truth) => Plain::Bool(*truth),
            Value::Int(number) => Plain::Int(*number),
            Value::Float(number) => Plain::Float(*number),
            Value::Text(_) | Value::OldText(_) => self.text(id, "text").map_or(Plain::Other, Plain::Text),
            Value::Tuple(elements) => Plain::Tuple(elements.len()),
            Value::List(elements) => Plain::List(elements.len()),
            Value::Dict(items) => Plain::Dict(items.len()),
            Value::Object(call) => {
                let Some(name) = graph.global(call.callee) else { return Plain::Other };
                let args = graph.tuple(call.args).unwrap_or_default();
                match (&*name.module, &*name.name) {
                    ("torch._utils", name) if name.starts_with("_rebuild") => Plain::Tensor,
                    ("torch.jit._pickle", "build_tensor_from_id") => Plain::Tensor,
                    ("torch.jit._pickle", "restore_type_tag") => {
                        match args.first().map(|id| graph.value(*id)) {
                            Some(Value::List(elements)) => Plain::List(elements.len()),
                            Some(Value::Dict(items)) => Plain::Dict(items.len()),
                            _ => Plain::Other,
                        }
                    }
                    ("torch.jit._pickle", name) if name.starts_with("build_") => {
                        match args.first().map(|id| graph.value(*id)) {
                            Some(Value::List(elements)) => Plain::List(elements.len()),
                            _ => Plain::Other,
                        }
                    }
                    ("torch", "device") => match args.first().and_then(|id| self.name(*id, "a device")) {
                        Some(name) => Plain::Device(name),
                        None => Plain::Other,
                    },
                    (_, "complex") => match args {
                        [real, imaginary] => match (graph.value(*real), graph.value(*imaginary)) {
                            (Value::Float(real), Value::Float(imaginary)) => {
                                Plain::Complex(*real, *imaginary)
                            }
                            _ => Plain::Other,
                        },
                        _ => Plain::Other,
                    },
                    _ => {
                        // Globals may share long texts, too.
                        let short = name.module.len().saturating_add(name.name.len()) <= Graph::SHORT;
                        let key = call.callee.index() as u64;
                        Plain::Object(short.then(|| self.types.text(key, || name.to_string().into())))
                    }
                }
            }
            _ => Plain::Other,
        }
    }
}
