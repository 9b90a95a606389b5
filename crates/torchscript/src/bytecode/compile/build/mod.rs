//! The graph of a function, from its syntax tree and what the compiler of code found out about it.
//!
//! Each call and each conversion that was found must be put into the graph: one that is not is a construct that cannot be compiled.

mod calls;
mod expr;
mod flow;
mod loops;
mod stmt;

use std::collections::BTreeMap;
use std::rc::Rc;

use outlast_core::QuickSet;
use outlast_opset::schema::{Argument, Schema, Value as Literal};

use super::graph::{BlockId, Graph, Kind, ValueId};
use super::{Fault, MAX_NODES};
use crate::program::trace::Trace;
use crate::program::{Operators, Program, Unit};
use crate::source::{Bytes32, Tree};
use flow::{Frame, Segment};

/// How deep blocks, and calls of functions, may nest.
const MAX_DEPTH: usize = 48;

/// What the function returns, as a variable.
const VALUE: &str = "%value";

/// What an expression stands for. Tuples are made when somebody asks for one.
#[derive(Clone, PartialEq, Debug)]
enum V {
    One(ValueId),
    Parts(Vec<V>),
}

/// Variables.
type Env = BTreeMap<String, V>;

struct Builder<'p> {
    program: &'p Program,
    units: &'p [Rc<Unit>],
    graph: Graph,
    /// What raises an exception.
    raise: Schema,
    /// Functions that are being compiled, from the outside in.
    open: Vec<usize>,
    depth: usize,
    steps: usize,
}

/// A function in the place of a call of it.
struct Body<'b, 'p> {
    builder: &'b mut Builder<'p>,
    tree: &'p Tree,
    trace: &'p Trace,
    env: Env,
    /// The block that nodes are added to.
    block: BlockId,
    /// Calls that were put into the graph: where they are, and which they are of those that are there.
    used: QuickSet<(Bytes32, usize)>,
}

fn fault<T>(at: Bytes32, why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { at, why: why.into() })
}

/// The graph of a function that leaves so many values, and what it takes.
pub(super) fn graph(
    program: &Program,
    units: &[Rc<Unit>],
    function: usize,
    results: usize,
    operators: &dyn Operators,
) -> Result<(Graph, Vec<Argument>), Fault> {
    let raise = calls::exception(operators);
    let mut builder =
        Builder { program, units, graph: Graph::new(), raise, open: Vec::new(), depth: 0, steps: 0 };
    let Some((arguments, _)) = program.declared(function) else {
        return fault(Bytes32::default(), "the head of the function cannot be read");
    };
    let root = builder.graph.root();
    let parameters = arguments.iter().map(|_| V::One(builder.graph.parameter(root))).collect();
    let value = builder.inlined(function, parameters, root, Bytes32::default())?;
    let returns = builder.results(value, results, root)?;
    builder.graph.block_mut(root).returns = returns;
    Ok((builder.graph, arguments))
}

impl<'p> Builder<'p> {
    /// Counts work.
    fn step(&mut self, at: Bytes32) -> Result<(), Fault> {
        self.steps = self.steps.saturating_add(1);
        if self.steps > MAX_NODES || self.graph.len() > MAX_NODES {
            return fault(at, "the function is too large");
        }
        Ok(())
    }

    /// A function in the place of a call: what it returns.
    fn inlined(&mut self, function: usize, args: Vec<V>, block: BlockId, at: Bytes32) -> Result<V, Fault> {
        let (Some((_, tree, code)), Some(unit)) = (self.program.code(function), self.units.get(function))
        else {
            return fault(at, "a function that is called cannot be read");
        };
        if let Some(problem) = unit.problems.first() {
            return fault(problem.place.span, problem.message.clone());
        }
        let Some(trace) = unit.trace.as_deref() else { return fault(at, "a function was not compiled") };
        if unit.unknown > 0 {
            return fault(code.span, "a type in the function cannot be determined");
        }
        if self.open.contains(&function) {
            return fault(at, "a function calls itself");
        }
        if self.open.len() >= MAX_DEPTH {
            return fault(at, "functions call each other too deeply");
        }
        self.open.push(function);
        let names = code.parameters.iter().map(|parameter| tree.name(parameter.name).to_string());
        let env: Env = names.zip(args).collect();
        let mut body = Body { builder: self, tree, trace, env, block, used: QuickSet::default() };
        body.run(vec![Segment::Statements(&code.body)], &Frame::Function)?;
        let none = V::One(body.constant(Literal::None));
        let value = body.env.remove(VALUE).unwrap_or(none);
        let used = body.used;
        for (at, calls) in &trace.calls {
            if let Some((_, call)) =
                calls.iter().enumerate().find(|(index, _)| !used.contains(&(*at, *index)))
            {
                let what = if call.name.is_empty() { "a function" } else { &call.name };
                return fault(*at, format!("the call of `{what}` has no form in bytecode here"));
            }
        }
        self.open.pop();
        Ok(value)
    }

    /// What a function leaves on the stack.
    fn results(&mut self, value: V, count: usize, block: BlockId) -> Result<Vec<ValueId>, Fault> {
        let at = Bytes32::default();
        match (value, count) {
            (_, 0) => Ok(Vec::new()),
            (value, 1) => Ok(vec![self.whole(value, block, at)]),
            (V::Parts(parts), count) if parts.len() == count => {
                Ok(parts.into_iter().map(|part| self.whole(part, block, at)).collect())
            }
            (V::One(one), count) => {
                let node = self.graph.add(block, Kind::TupleUnpack, (vec![one], count), Vec::new(), at);
                Ok(self.graph.node(node).outputs.clone())
            }
            (V::Parts(parts), count) => {
                fault(at, format!("the function returns {} values, and the operator {count}", parts.len()))
            }
        }
    }

    /// One value: a tuple is made where there are parts.
    fn whole(&mut self, value: V, block: BlockId, at: Bytes32) -> ValueId {
        match value {
            V::One(one) => one,
            V::Parts(parts) => {
                let inputs = parts.into_iter().map(|part| self.whole(part, block, at)).collect();
                let node = self.graph.add(block, Kind::Tuple, (inputs, 1), Vec::new(), at);
                let output = self.graph.node(node).outputs.first().copied();
                output.unwrap_or_else(|| self.graph.literal(Literal::None))
            }
        }
    }
}

impl Body<'_, '_> {
    fn constant(&mut self, literal: Literal) -> ValueId {
        self.builder.graph.literal(literal)
    }

    /// A node in the block where the walk is: its outputs.
    fn node(
        &mut self,
        kind: Kind,
        inputs: Vec<ValueId>,
        outputs: usize,
        at: Bytes32,
    ) -> Result<Vec<ValueId>, Fault> {
        self.builder.step(at)?;
        let node = self.builder.graph.add(self.block, kind, (inputs, outputs), Vec::new(), at);
        Ok(self.builder.graph.node(node).outputs.clone())
    }

    /// A node with one output.
    fn value_of(&mut self, kind: Kind, inputs: Vec<ValueId>, at: Bytes32) -> Result<ValueId, Fault> {
        let outputs = self.node(kind, inputs, 1, at)?;
        Ok(outputs.first().copied().unwrap_or_else(|| self.constant(Literal::None)))
    }

    fn whole(&mut self, value: V, at: Bytes32) -> ValueId {
        self.builder.whole(value, self.block, at)
    }
}
