//! A program of the lite interpreter, wherever it was read from: `bytecode.pkl`, or FlatBuffers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::opcode::Opcode;
use super::types::LiteType;

/// A text of the file. One that the file shares is shared here.
pub type Text = Arc<str>;

/// A program: functions, most of them methods of classes.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The version of the bytecode; `None` where the file says none, which readers take for 3.
    pub version: Option<i64>,
    /// The functions, in the order of the file. A method is found by its name; of two with one name, the first.
    pub functions: Vec<Function>,
    /// Names of opcodes that this library does not know: what [`Op::Name`] counts in.
    pub names: Vec<Text>,
    /// What is there and not described as readers expect.
    pub faults: Vec<Fault>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its qualified name: `__torch__.Net.forward`.
    pub name: Text,
    /// Where it is: see [`Instruction::at`].
    pub at: u64,
    /// Its instructions.
    pub instructions: Vec<Instruction>,
    /// Its operators: what `OP` and `OPN` count in.
    pub operators: Vec<Operator>,
    /// Its constants.
    pub constants: Vec<Constant>,
    /// Its types.
    pub types: Vec<Type>,
    /// How many registers it has; `None` if the file does not say it.
    pub register_size: Option<i64>,
    /// Its arguments and results; none in bytecode 3.
    pub schema: Option<Schema>,
    /// One number for each instruction, by which debug information is found; of FlatBuffers and `mobile_debug_handles.pkl`.
    pub debug_handles: Option<Vec<i64>>,
    /// The class that it is a method of, by its index in `object_types`; of FlatBuffers.
    pub class: Option<u32>,
}

impl Function {
    /// The class that it is a method of, and its name there: `__torch__.Net` and `forward`.
    pub fn method(&self) -> Option<(&str, &str)> {
        self.name.rsplit_once('.')
    }
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The first operand. Readers keep 32 bits of it.
    pub x: i64,
    /// The second. Readers keep 16 bits of it.
    pub n: i64,
    /// Where it is, in bytes from the start of the pickle or of the FlatBuffers file. In a pickle, that is the opcode that makes
    /// the tuple.
    pub at: u64,
}

/// The opcode of an instruction, known or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// One of PyTorch's.
    Known(Opcode),
    /// Another number, in FlatBuffers.
    Number(u8),
    /// Another name, by its index in [`Program::names`].
    Name(u32),
}

/// An operator of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Operator {
    /// Its name: `aten::add`.
    pub name: Text,
    /// The overload; empty for the one without a name.
    pub overload: Text,
    /// How many arguments are on the stack; `None` up to bytecode 5, and a negative number where the writer does not know it.
    pub specified: Option<i64>,
    /// Where it is: see [`Instruction::at`].
    pub at: u64,
}

impl Operator {
    /// `aten::add.Tensor`.
    pub fn full_name(&self) -> String {
        match &*self.overload {
            "" => self.name.to_string(),
            overload => format!("{}.{overload}", self.name),
        }
    }

    /// How many arguments are on the stack, if the file says it.
    pub fn arguments(&self) -> Option<u64> {
        self.specified.and_then(|count| u64::try_from(count).ok())
    }
}

/// A constant, as far as it is plain.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// What it is.
    pub value: Plain,
    /// Where it is: see [`Instruction::at`].
    pub at: u64,
}

/// A value that is plain, or what kind of value it is.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Plain {
    /// `None`.
    None,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// Text.
    Text(Text),
    /// The name of a device.
    Device(Text),
    /// A list of so many elements.
    List(usize),
    /// A tuple of so many elements.
    Tuple(usize),
    /// A dictionary of so many items.
    Dict(usize),
    /// A tensor.
    Tensor,
    /// An object of a class.
    Object(Option<Text>),
    /// A function.
    Function(Text),
    /// What this library does not know.
    Other,
}

/// A type of a function, or of an argument.
#[derive(Clone, Debug)]
pub struct Type {
    /// As the file says it.
    pub text: Text,
    /// What that means; the error says why readers refuse it.
    pub parsed: Arc<Result<LiteType, super::types::TypeError>>,
    /// Where it is: see [`Instruction::at`].
    pub at: u64,
}

/// Arguments and results of a function.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The arguments, `self` included.
    pub arguments: Vec<Argument>,
    /// The results: one, in what PyTorch writes.
    pub returns: Vec<Argument>,
}

/// An argument, or a result.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its name; mostly empty for a result.
    pub name: Text,
    /// Its type.
    pub ty: Type,
    /// Its default; `None` as a value is that there is none, as PyTorch writes it.
    pub default: Constant,
}

/// Something that is not described as readers expect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub what: FaultKind,
    /// The text for people.
    pub why: String,
    /// Where it is: see [`Instruction::at`].
    pub at: u64,
}

/// Kinds of [`Fault`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// A value of another kind than readers expect: they refuse the file.
    Form,
    /// A table with another name, or at another place: readers refuse the file.
    Table,
    /// A field that readers skip.
    Extra,
    /// An index that leads to nothing.
    Index,
    /// The limit of this library was reached.
    Limit,
}

/// How a program uses an operator.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OperatorUse {
    /// Instructions that call it, for each number of arguments that operator tables say.
    pub calls: BTreeMap<Option<i64>, u64>,
    /// Operator tables that have it.
    pub tables: u64,
    /// The first place in the file.
    pub first: u64,
}

impl Program {
    /// The version that readers take it for.
    pub fn effective_version(&self) -> i64 {
        self.version.unwrap_or(3)
    }

    /// The first function of this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| &*function.name == name)
    }

    /// The opcode as the file has it.
    pub fn mnemonic(&self, op: Op) -> Cow<'_, str> {
        match op {
            Op::Known(opcode) => opcode.name().into(),
            Op::Number(number) => format!("opcode {number}").into(),
            Op::Name(at) => {
                let name = usize::try_from(at).ok().and_then(|at| self.names.get(at));
                name.map_or("?", |name| &**name).into()
            }
        }
    }

    /// The operators, with how often instructions call them.
    pub fn operators(&self) -> BTreeMap<String, OperatorUse> {
        let mut all: BTreeMap<String, OperatorUse> = BTreeMap::new();
        for function in &self.functions {
            let mut calls = vec![0u64; function.operators.len()];
            for instruction in &function.instructions {
                if let Op::Known(Opcode::OP | Opcode::OPN) = instruction.op
                    && let Some(count) = usize::try_from(instruction.x).ok().and_then(|at| calls.get_mut(at))
                {
                    *count += 1;
                }
            }
            for (operator, calls) in function.operators.iter().zip(calls) {
                let used = all
                    .entry(operator.full_name())
                    .or_insert_with(|| OperatorUse { first: operator.at, ..OperatorUse::default() });
                used.tables += 1;
                *used.calls.entry(operator.specified).or_default() += calls;
            }
        }
        all
    }

    /// What `torch.jit.mobile._get_model_ops_and_info` says: for each operator the number of arguments that the first table with it
    /// has. Of a file without a version, torch says nothing.
    pub fn operators_as_torch(&self) -> BTreeMap<String, Option<i64>> {
        let mut all = BTreeMap::new();
        for operator in self.functions.iter().flat_map(|function| &function.operators) {
            all.entry(operator.full_name()).or_insert(operator.specified);
        }
        all
    }

    /// The words of which the types of all functions are made: what the type parser of a reader must know. Types of arguments and
    /// results, which readers take apart only where they are no class, count too.
    pub fn used_types(&self) -> std::collections::BTreeSet<&str> {
        let mut all = std::collections::BTreeSet::new();
        let mut seen = std::collections::HashSet::new();
        for function in &self.functions {
            let schema =
                function.schema.iter().flat_map(|schema| schema.arguments.iter().chain(&schema.returns));
            for ty in function.types.iter().chain(schema.map(|argument| &argument.ty)) {
                if seen.insert(Arc::as_ptr(&ty.parsed))
                    && let Ok(parsed) = &*ty.parsed
                {
                    parsed.words(&mut all);
                }
            }
        }
        all
    }

    /// What `torch.jit.mobile._get_mobile_model_contained_types` says: the words in the type table of the *last* function, since
    /// torch keeps only those.
    pub fn types_as_torch(&self) -> std::collections::BTreeSet<&str> {
        let mut all = std::collections::BTreeSet::new();
        let mut seen = std::collections::HashSet::new();
        for ty in self.functions.last().into_iter().flat_map(|function| &function.types) {
            if seen.insert(Arc::as_ptr(&ty.parsed))
                && let Ok(parsed) = &*ty.parsed
            {
                parsed.words(&mut all);
            }
        }
        all
    }
}
