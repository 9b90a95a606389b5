//! What bytecode needs of the lite interpreter, gathered from a program.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Path, Place, Source, Span};
use outlast_torchscript::bytecode::types::LiteType;
use outlast_torchscript::bytecode::{self, Effect, Op, Opcode, Plain};

/// What a program needs of the lite interpreter.
#[derive(Debug, Default)]
pub(super) struct Lite {
    /// The version of the bytecode, as readers take it.
    pub(super) bytecode: i64,
    /// The version of the operators, which decides on upgraders.
    pub(super) operators_version: u64,
    /// Operators by name and overload, with the numbers of arguments that they are called with.
    pub(super) operators: Vec<LiteOperator>,
    /// Names of opcodes, each with its first place.
    pub(super) opcodes: Vec<(String, Place)>,
    /// Words of types, each with the first place, and types that no reader takes, with why.
    pub(super) types: Vec<(String, Place)>,
    pub(super) broken_types: Vec<(String, Place)>,
    /// Classes of C++ in types and constants.
    pub(super) custom: Vec<(String, Place)>,
    /// Names of methods that are called on interfaces.
    pub(super) interfaces: Vec<(String, Place)>,
    /// Functions of a program as FlatBuffers that may write into a tensor of the module: its memory is the file's.
    pub(super) writes: Option<Place>,
    /// Qualified names of functions.
    pub(super) functions: Vec<String>,
}

/// An operator that bytecode calls.
#[derive(Debug)]
pub(super) struct LiteOperator {
    pub(super) name: String,
    pub(super) overload: String,
    /// How many arguments calls give; `None` where the file does not say.
    pub(super) given: Vec<Option<u64>>,
    pub(super) place: Place,
}

impl Lite {
    pub(super) fn of(program: &bytecode::Program, operators_version: u64, base: u64, source: &Source) -> Lite {
        let place = |at: u64| {
            Place::new(Span::at(base.saturating_add(at), 1).in_source(source), Path::root())
        };
        let mut operators: BTreeMap<(String, String), LiteOperator> = BTreeMap::new();
        let mut opcodes: BTreeMap<String, Place> = BTreeMap::new();
        let (mut types, mut broken, mut custom) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let (mut interfaces, mut writes) = (Vec::new(), None);
        for function in &program.functions {
            for call in function.instructions.iter().filter(|of| of.op == Op::Known(Opcode::INTERFACE_CALL)) {
                let constant = usize::try_from(call.x).ok().and_then(|at| function.constants.get(at));
                if let Some(Plain::Text(name)) = constant.map(|constant| &constant.value) {
                    interfaces.push((name.to_string(), place(call.at)));
                }
            }
            if let Some(at) = writes_attribute(function) {
                writes.get_or_insert_with(|| place(at));
            }
            for operator in &function.operators {
                let key = (operator.name.to_string(), operator.overload.to_string());
                let known = operators.entry(key).or_insert_with_key(|(name, overload)| LiteOperator {
                    name: name.clone(),
                    overload: overload.clone(),
                    given: Vec::new(),
                    place: place(operator.at),
                });
                let given = operator.arguments();
                if !known.given.contains(&given) {
                    known.given.push(given);
                }
            }
            let mut seen: Vec<Op> = Vec::new();
            for instruction in &function.instructions {
                if !seen.contains(&instruction.op) {
                    seen.push(instruction.op);
                    let name = program.mnemonic(instruction.op).into_owned();
                    opcodes.entry(name).or_insert_with(|| place(instruction.at));
                }
            }
            let schema = function.schema.iter().flat_map(|schema| schema.arguments.iter().chain(&schema.returns));
            for ty in function.types.iter().chain(schema.map(|argument| &argument.ty)) {
                match &*ty.parsed {
                    Ok(parsed) => note(parsed, &place(ty.at), &mut types, &mut custom),
                    Err(error) => {
                        broken.entry(format!("`{}`: {error}", ty.text.escape_debug())).or_insert_with(|| place(ty.at));
                    }
                }
            }
        }
        Lite {
            bytecode: program.effective_version(),
            operators_version,
            operators: operators.into_values().collect(),
            opcodes: opcodes.into_iter().collect(),
            types: types.into_iter().collect(),
            broken_types: broken.into_iter().collect(),
            custom: custom.into_iter().collect(),
            interfaces,
            writes,
            functions: program.functions.iter().map(|function| function.name.to_string()).collect(),
        }
    }
}

/// Where a function calls an operator in place on a tensor that is an attribute, or a view of one. Instructions are followed in their order: values
/// that come from another branch are taken for no attributes.
fn writes_attribute(function: &bytecode::Function) -> Option<u64> {
    let mut stack: Vec<bool> = Vec::new();
    let mut registers: BTreeMap<i64, bool> = BTreeMap::new();
    for of in &function.instructions {
        let Op::Known(opcode) = of.op else { continue };
        let count = |number: i64| usize::try_from(number).unwrap_or(0).min(1 << 16);
        let mut pop = |many: usize| stack.split_off(stack.len().saturating_sub(many));
        match opcode {
            Opcode::LOAD | Opcode::MOVE => stack.push(registers.get(&of.x).copied().unwrap_or(false)),
            Opcode::STORE => {
                let value = pop(1).pop().unwrap_or(false);
                registers.insert(of.x, value);
            }
            Opcode::STOREN => {
                let values = pop(count(of.n));
                for (index, value) in (0_i64..).zip(values) {
                    registers.insert(of.x.saturating_add(index), value);
                }
            }
            Opcode::GET_ATTR => {
                pop(1);
                stack.push(true);
            }
            Opcode::OP | Opcode::OPN => {
                let operator = function.operators.get(count(of.x))?;
                let given = operator.arguments().map_or(1, |given| usize::try_from(given).unwrap_or(1));
                let first = pop(if opcode == Opcode::OPN { count(of.n) } else { given }).first().copied().unwrap_or(false);
                if first && operator.name.ends_with('_') && !operator.name.ends_with("__") {
                    return Some(operator.at);
                }
                // A view of an attribute is one, too.
                stack.push(first && VIEWS.contains(&&*operator.name));
            }
            other => match other.effect() {
                Effect::Fixed(takes, leaves) => {
                    pop(usize::from(takes));
                    stack.extend(std::iter::repeat_n(false, usize::from(leaves)));
                }
                Effect::TakesX => {
                    pop(count(of.x));
                    stack.push(false);
                }
                Effect::TakesN => {
                    pop(count(of.n));
                    stack.push(false);
                }
                _ => stack.clear(),
            },
        }
    }
    None
}

/// Operators that make views.
const VIEWS: [&str; 9] = [
    "aten::select", "aten::slice", "aten::view", "aten::t", "aten::transpose", "aten::unsqueeze", "aten::squeeze", "aten::detach", "aten::narrow",
];

/// The words and classes of a type.
fn note(
    ty: &LiteType,
    place: &Place,
    types: &mut BTreeMap<String, Place>,
    custom: &mut BTreeMap<String, Place>,
) {
    let mut words = BTreeSet::new();
    ty.words(&mut words);
    if ty.has_union() {
        words.insert("Union");
    }
    for word in words {
        types.entry(word.to_string()).or_insert_with(|| place.clone());
    }
    if let Some(class) = ty.custom_class() {
        custom.entry(class.to_string()).or_insert_with(|| place.clone());
    }
}
