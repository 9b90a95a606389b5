//! A program as it is rewritten, wherever it was read from: what [`Program`] says, with the values of constants beside it, as those of a pickle.

use outlast_opset::schema::Value as Literal;

use crate::bytecode::{Function, Instruction, Operator, Program, Text};
use crate::pickle::{Graph, Pickle, Value, ValueId};

/// A value of the program: one of the pickle that was read, or a new one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Slot {
    Old(ValueId),
    New(Literal),
}

impl Slot {
    /// Whether it is this value.
    pub(crate) fn is(&self, graph: &Graph<'_>, value: &Literal) -> bool {
        match self {
            Slot::Old(id) => is_literal(graph, *id, value),
            Slot::New(new) => new == value,
        }
    }
}

/// An argument or a result of a function.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Text,
    pub(crate) ty: Text,
    pub(crate) default: Slot,
}

/// What a function takes and returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    pub(crate) arguments: Vec<Parameter>,
    pub(crate) returns: Vec<Parameter>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) name: Text,
    pub(crate) at: u64,
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) operators: Vec<Operator>,
    pub(crate) constants: Vec<Slot>,
    /// Types, each with its place.
    pub(crate) types: Vec<(Text, u64)>,
    pub(crate) registers: i64,
    pub(crate) signature: Option<Signature>,
    /// Debug handles, one for each instruction.
    pub(crate) handles: Option<Vec<i64>>,
}

impl Code {
    /// A function of a program, with its constants and signature as the file's values have them.
    pub(crate) fn of(function: &Function, constants: Vec<Slot>, signature: Option<Signature>) -> Code {
        Code {
            name: function.name.clone(),
            at: function.at,
            instructions: function.instructions.clone(),
            operators: function.operators.clone(),
            constants,
            types: function.types.iter().map(|ty| (ty.text.clone(), ty.at)).collect(),
            registers: function.register_size.unwrap_or(0),
            signature,
            handles: function.debug_handles.clone(),
        }
    }
}

/// The functions of a program without faults, with their constants. `None` if the pickle has another form after all.
pub(crate) fn functions(program: &Program, pickle: &Pickle<'_>) -> Option<Vec<Code>> {
    let graph = &pickle.graph;
    let mut elements = graph.tuple(pickle.root?)?;
    if let Some((first, rest)) = elements.split_first()
        && let Value::Int(_) = graph.value(*first)
    {
        elements = rest;
    }
    if elements.len() != program.functions.len() {
        return None;
    }
    elements
        .iter()
        .zip(&program.functions)
        .map(|(id, function)| {
            let parts = graph.tuple(*id)?;
            let code = parts.get(1)?;
            let constants: Vec<Slot> =
                graph.tuple(row(graph, *code, 2)?)?.iter().map(|id| Slot::Old(*id)).collect();
            let signature = match (&function.schema, parts.get(2)) {
                (Some(schema), Some(table)) => {
                    let side = |at: usize, arguments: &[crate::bytecode::Argument]| {
                        let rows = graph.tuple(row(graph, *table, at)?)?;
                        if rows.len() != arguments.len() {
                            return None;
                        }
                        let of = |(id, argument): (&ValueId, &crate::bytecode::Argument)| {
                            Some(Parameter {
                                name: argument.name.clone(),
                                ty: argument.ty.text.clone(),
                                default: Slot::Old(row(graph, *id, 2)?),
                            })
                        };
                        rows.iter().zip(arguments).map(of).collect::<Option<Vec<Parameter>>>()
                    };
                    Some(Signature {
                        arguments: side(0, &schema.arguments)?,
                        returns: side(1, &schema.returns)?,
                    })
                }
                _ => None,
            };
            (constants.len() == function.constants.len()).then(|| Code::of(function, constants, signature))
        })
        .collect()
}

/// The value of a row of a table.
fn row(graph: &Graph<'_>, table: ValueId, at: usize) -> Option<ValueId> {
    match graph.tuple(*graph.tuple(table)?.get(at)?)? {
        [_, value] => Some(*value),
        _ => None,
    }
}

/// Whether a value of a pickle is this one: numbers with their type, lists as lists of numbers of one type are pickled.
pub(crate) fn is_literal(graph: &Graph<'_>, id: ValueId, literal: &Literal) -> bool {
    match (graph.value(id), literal) {
        (Value::None, Literal::None) => true,
        (Value::Bool(one), Literal::Bool(other)) => one == other,
        (Value::Int(one), Literal::Int(other)) => one == other,
        (Value::Float(one), Literal::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Text(one), Literal::Text(other)) => **one == **other,
        (Value::List(items), Literal::List(others)) => are_literals(graph, items, others),
        (Value::Object(call), Literal::List(others)) => {
            let list = graph
                .global(call.callee)
                .is_some_and(|name| name.module == "torch.jit._pickle" && name.name.starts_with("build_"));
            match graph.tuple(call.args) {
                Some([items]) if list => match graph.value(*items) {
                    Value::List(items) => are_literals(graph, items, others),
                    _ => false,
                },
                _ => false,
            }
        }
        _ => false,
    }
}

fn are_literals(graph: &Graph<'_>, items: &[ValueId], others: &[Literal]) -> bool {
    let plain = |id: &ValueId| {
        matches!(
            graph.value(*id),
            Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_)
        )
    };
    items.len() == others.len()
        && items.iter().zip(others).all(|(id, other)| plain(id) && is_literal(graph, *id, other))
}
