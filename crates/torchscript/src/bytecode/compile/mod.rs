//! Functions in the language of TorchScript as bytecode of the lite interpreter: those that do with the operators of a release what others did.
//!
//! | in | what |
//! |---|---|
//! | [`crate::program`] | which overload every call means, and the types of expressions |
//! | `build` | a graph: values that are defined once, and nodes in blocks (`torch/csrc/jit/frontend/ir_emitter.cpp`, `convert_to_ssa.cpp`); functions that are called are put in the place of the call |
//! | `live` | what nobody asks for is left out |
//! | `uses` | where values are used last, and which are computed where they are used |
//! | `emit` | instructions, registers and tables, as `runtime/interpreter/code_impl.h` writes them |
//!
//! The lite interpreter has no functions of the file's own: its `CALL` is for upgraders that it brings along, and `INTERFACE_CALL` for methods of
//! objects. So what is compiled here is put where it is called ([`Function::inlined`]); every lite interpreter runs that.
//!
//! Not compiled are tests of types that are not decided by declarations, dictionaries, comprehensions, loops over several things at once or over
//! tuples, classes, closures and `with`.

mod build;
mod emit;
mod graph;
mod live;
mod uses;

use std::fmt;

use outlast_opset::schema::{Argument, Schema, Value as Literal};

use super::opcode::{Opcode, Operand};
use crate::program::{Operators, Program, traced};
use crate::source::Bytes32;

/// For how many values, nodes and statements of a function there is room. Functions are compiled where they are called, and what follows an early
/// `return` is compiled once for each way that leads there.
const MAX_NODES: usize = 20_000;

/// What a function is compiled for.
pub struct Target<'t> {
    /// The operators of the reader.
    pub operators: &'t dyn Operators,
    /// The version of the bytecode: which instructions there are, and which arguments calls leave out.
    pub bytecode: i64,
    /// How many arguments, out arguments aside, a call of an operator has to give, whatever its defaults are: for those that an upgrader of the
    /// reader runs for.
    pub taken: &'t dyn Fn(&Schema) -> Option<usize>,
}

impl Target<'_> {
    fn taken(&self, schema: &Schema) -> Option<usize> {
        (self.taken)(schema)
    }
}

impl fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target").field("bytecode", &self.bytecode).finish_non_exhaustive()
    }
}

/// An operator that a function calls, as an entry of an operator table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// The name: `aten::div`.
    pub name: String,
    /// The overload.
    pub overload: String,
    /// How many arguments calls give; since bytecode 6.
    pub specified: Option<i64>,
}

/// A compiled function: it begins with its arguments on the stack, and ends, with `RET`, with its results there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// The name.
    pub name: String,
    /// What it takes.
    pub arguments: Vec<Argument>,
    /// How many values it leaves on the stack.
    pub results: usize,
    /// Instructions with their operands.
    pub instructions: Vec<(Opcode, i64, i64)>,
    /// Its operators.
    pub operators: Vec<Called>,
    /// Its constants.
    pub constants: Vec<Literal>,
    /// Types, as annotations.
    pub types: Vec<String>,
    /// How many registers it has.
    pub registers: i64,
}

/// Where a function's tables and registers begin in those of another.
#[derive(Clone, Debug)]
pub struct Places {
    /// For each operator, its index there.
    pub operators: Vec<i64>,
    /// For each constant.
    pub constants: Vec<i64>,
    /// For each type.
    pub types: Vec<i64>,
    /// How many registers are before its own.
    pub registers: i64,
}

impl Function {
    /// The instructions for the place of a call: those of the function up to its `RET`, with the operands of the function that it is put into.
    pub fn inlined(&self, places: &Places) -> Vec<(Opcode, i64, i64)> {
        let body = self.instructions.split_last().map_or(&[][..], |(_, body)| body);
        let of =
            |all: &[i64], x: i64| usize::try_from(x).ok().and_then(|at| all.get(at)).copied().unwrap_or(x);
        let placed = |(opcode, x, n): &(Opcode, i64, i64)| {
            let x = match opcode.operands()[0] {
                Operand::Operator => of(&places.operators, *x),
                Operand::Constant => of(&places.constants, *x),
                Operand::Type => of(&places.types, *x),
                Operand::Register => x.saturating_add(places.registers),
                _ => *x,
            };
            (*opcode, x, *n)
        };
        body.iter().map(placed).collect()
    }
}

/// Why a function cannot be said in bytecode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The bytes of the text.
    pub at: Bytes32,
    /// What was found and what was expected.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {} of the functions)", self.why, self.at.start)
    }
}

impl std::error::Error for Fault {}

/// Compiles a function of a program, by its qualified name, with those that it calls in their places. `results` is how many values it leaves on the
/// stack: of several, it returns a tuple.
///
/// # Errors
///
/// What of it cannot be said in bytecode, or does not compile for the operators of the target.
pub fn compile(
    program: &Program,
    name: &str,
    results: usize,
    target: &Target<'_>,
) -> Result<Function, Fault> {
    let missing = || Fault { at: Bytes32::default(), why: format!("there is no function `{name}`") };
    let function = program.function(name).ok_or_else(missing)?;
    let units = traced(program, target.operators);
    let (mut graph, arguments) = build::graph(program, &units, function, results, target.operators)?;
    live::sweep(&mut graph);
    uses::insert_drops(&mut graph);
    let made = emit::function(&graph, target, name)?;
    let wide = |(_, _, n): &(Opcode, i64, i64)| *n > i64::from(u16::MAX);
    if made.instructions.iter().any(wide) {
        return Err(Fault { at: Bytes32::default(), why: "a list or tuple has too many elements".into() });
    }
    Ok(Function { arguments, results, ..made })
}

#[cfg(test)]
mod tests;
