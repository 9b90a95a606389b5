//! Instructions of a function, as PyTorch writes them: `torch/csrc/jit/runtime/interpreter/code_impl.h`.

use outlast_core::QuickMap;
use outlast_opset::schema::{Argument, Schema, Value as Literal};

use super::graph::{BlockId, Graph, Kind, NodeId, ValueId};
use super::uses::Uses;
use super::{Called, Fault, Function, Target};
use crate::bytecode::Opcode;
use crate::bytecode::convert::literal;

/// The instruction that an operator is, in bytecode that has it, and its first operand.
fn instruction(schema: &Schema, inputs: usize) -> Option<(Opcode, usize)> {
    let opcode = match (schema.name.name.as_str(), schema.name.overload.as_str()) {
        ("prim::RaiseException", _) => Opcode::RAISE_EXCEPTION,
        ("prim::TupleIndex", _) => Opcode::TUPLE_INDEX,
        ("prim::dtype", _) => Opcode::DTYPE,
        ("prim::device", _) => Opcode::DEVICE,
        ("prim::is_cuda", _) => Opcode::IS_CUDA,
        ("prim::NumToTensor", _) => Opcode::NUM_TO_TENSOR,
        ("aten::dim", _) => Opcode::DIM,
        ("aten::__not__", _) => Opcode::__NOT__,
        ("aten::__is__", _) => Opcode::__IS__,
        ("aten::__isnot__", _) => Opcode::__ISNOT__,
        ("aten::format", _) => return Some((Opcode::FORMAT, inputs)),
        ("aten::__getitem__", overload) if overload.starts_with("Dict") => Opcode::DICT_INDEX,
        _ => return None,
    };
    Some((opcode, 0))
}

pub(super) fn function(graph: &Graph, target: &Target<'_>, name: &str) -> Result<Function, Fault> {
    let uses = Uses::of(graph);
    let mut emitter = Emitter {
        graph,
        target,
        uses,
        out: Function { name: name.to_string(), ..Function::default() },
        registers: QuickMap::default(),
        used: QuickMap::default(),
        constants: QuickMap::default(),
        specified: QuickMap::default(),
    };
    emitter.specify(graph.root())?;
    emitter.parameters(graph.root());
    emitter.block(graph.root())?;
    emitter.push(Opcode::RET, 0, 0);
    Ok(emitter.out)
}

struct Emitter<'g, 't> {
    graph: &'g Graph,
    target: &'g Target<'t>,
    uses: Uses,
    out: Function,
    registers: QuickMap<ValueId, i64>,
    /// How often values were used so far: the last use moves them out of their register.
    used: QuickMap<ValueId, usize>,
    constants: QuickMap<ValueId, i64>,
    /// How many arguments calls of an operator give, out arguments aside: as many as the call that gives most.
    specified: QuickMap<String, usize>,
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Arguments and out arguments.
fn split(schema: &Schema) -> (usize, usize) {
    let outs = schema.arguments.iter().filter(|argument| argument.is_out()).count();
    (schema.arguments.len().saturating_sub(outs), outs)
}

impl Emitter<'_, '_> {
    fn push(&mut self, opcode: Opcode, x: i64, n: i64) {
        self.out.instructions.push((opcode, x, n));
    }

    /// How many arguments every operator gets.
    fn specify(&mut self, block: BlockId) -> Result<(), Fault> {
        for id in &self.graph.block(block).nodes {
            let node = self.graph.node(*id);
            if let Kind::Operator(schema) = &node.kind
                && !schema.vararg
            {
                let (plain, outs) = split(schema);
                let name = schema.name.to_string();
                let given = match self.target.taken(schema) {
                    Some(taken) => {
                        // What an upgrader of the reader does not take must be what it means without.
                        let more = schema.arguments.iter().zip(&node.inputs).take(plain).skip(taken);
                        if !more.into_iter().all(|(argument, input)| self.is_default(argument, *input)) {
                            let why = format!(
                                "an upgrader of the reader runs for `{name}`, and does not take all arguments"
                            );
                            return Err(Fault { at: node.at, why });
                        }
                        taken.min(plain)
                    }
                    None if self.target.bytecode <= 5 || self.target.bytecode == 6 && outs > 0 => plain,
                    None => {
                        let own = |at: &usize| {
                            let argument = schema.arguments.get(*at).zip(node.inputs.get(*at));
                            argument.is_some_and(|(argument, input)| self.is_default(argument, *input))
                        };
                        (0..plain).rev().skip_while(own).count()
                    }
                };
                let most = self.specified.entry(name).or_default();
                *most = given.max(*most);
            }
            for inner in &node.blocks {
                self.specify(*inner)?;
            }
        }
        Ok(())
    }

    /// Whether a call gives what it would get anyway.
    fn is_default(&self, argument: &Argument, input: ValueId) -> bool {
        let default = argument.default.as_ref().and_then(|default| literal(default, &argument.ty).ok());
        default.is_some() && default.as_ref() == self.graph.constant(input)
    }

    fn parameters(&mut self, block: BlockId) {
        let parameters = self.graph.block(block).parameters.clone();
        self.store(&parameters);
    }

    fn store(&mut self, values: &[ValueId]) {
        let first = self.out.registers.saturating_add(1);
        for value in values {
            self.out.registers = self.out.registers.saturating_add(1);
            self.registers.insert(*value, self.out.registers);
        }
        match values.len() {
            0 => {}
            1 => self.push(Opcode::STORE, first, 0),
            count => self.push(Opcode::STOREN, first, number(count)),
        }
    }

    fn block(&mut self, block: BlockId) -> Result<(), Fault> {
        for id in &self.graph.block(block).nodes {
            if !self.uses.is_inline(*id) {
                self.node(*id)?;
                self.store(&self.graph.node(*id).outputs);
            }
        }
        self.load(&self.graph.block(block).returns)
    }

    fn load(&mut self, values: &[ValueId]) -> Result<(), Fault> {
        values.iter().try_for_each(|value| self.emit_value(*value, false))
    }

    fn literal(&mut self, literal: &Literal) -> i64 {
        self.out.constants.push(literal.clone());
        number(self.out.constants.len().saturating_sub(1))
    }

    /// Puts a value on the stack, or clears it.
    fn emit_value(&mut self, value: ValueId, drop: bool) -> Result<(), Fault> {
        if let super::graph::Def::Output(node, _) = self.graph.def(value)
            && self.uses.is_inline(*node)
        {
            self.node(*node)?;
            if drop {
                self.push(Opcode::DROP, 0, 0);
            }
            return Ok(());
        }
        if let Some(literal) = self.graph.constant(value) {
            let at = match self.constants.get(&value) {
                Some(known) => *known,
                None => {
                    let at = self.literal(literal);
                    self.constants.insert(value, at);
                    at
                }
            };
            self.push(Opcode::LOADC, at, 0);
            return Ok(());
        }
        let Some(register) = self.registers.get(&value).copied() else {
            // Values are defined before they are used.
            return Err(Fault {
                at: crate::source::Bytes32::default(),
                why: "a value is used before it is there".into(),
            });
        };
        let used = self.used.entry(value).or_default();
        *used = used.saturating_add(1);
        let opcode = match (drop, *used == self.uses.count(value)) {
            (true, _) => Opcode::DROPR,
            (false, true) => Opcode::MOVE,
            (false, false) => Opcode::LOAD,
        };
        self.push(opcode, register, 0);
        Ok(())
    }

    fn types(&mut self, ty: &str) -> i64 {
        self.out.types.push(ty.to_string());
        number(self.out.types.len().saturating_sub(1))
    }

    fn operator(&mut self, called: Called) -> i64 {
        let known = self.out.operators.iter().position(|one| *one == called && called.specified != Some(-1));
        number(known.unwrap_or_else(|| {
            self.out.operators.push(called);
            self.out.operators.len().saturating_sub(1)
        }))
    }

    fn node(&mut self, id: NodeId) -> Result<(), Fault> {
        let node = self.graph.node(id);
        let count = number(node.inputs.len());
        match &node.kind {
            Kind::Operator(schema) => return self.call(schema, &node.inputs),
            Kind::List(ty) => {
                self.load(&node.inputs)?;
                let ty = self.types(ty);
                self.push(Opcode::LIST_CONSTRUCT, ty, count);
            }
            Kind::Tuple => {
                self.load(&node.inputs)?;
                self.push(Opcode::TUPLE_CONSTRUCT, count, 0);
            }
            Kind::TupleUnpack => {
                self.load(&node.inputs)?;
                let specified = (self.target.bytecode > 5).then_some(1);
                let (name, overload) = ("prim::TupleUnpack".into(), String::new());
                let at = self.operator(Called { name, overload, specified });
                self.push(Opcode::OP, at, 0);
            }
            Kind::ListUnpack => {
                self.load(&node.inputs)?;
                self.push(Opcode::LIST_UNPACK, number(node.outputs.len()), 0);
            }
            Kind::Drop => {
                for value in &node.inputs {
                    self.emit_value(*value, true)?;
                }
            }
            Kind::If => {
                self.load(&node.inputs)?;
                let test = self.out.instructions.len();
                self.push(Opcode::JF, 0, 0);
                node.blocks.first().map_or(Ok(()), |then| self.block(*then))?;
                let end = self.out.instructions.len();
                self.push(Opcode::JMP, 0, 0);
                self.jump(test, self.out.instructions.len());
                node.blocks.get(1).map_or(Ok(()), |otherwise| self.block(*otherwise))?;
                self.jump(end, self.out.instructions.len());
            }
            Kind::Loop => {
                let zero = self.literal(&Literal::Int(0));
                self.push(Opcode::LOADC, zero, 0);
                self.load(&node.inputs)?;
                let start = self.out.instructions.len();
                self.push(Opcode::LOOP, 0, count);
                if let Some(body) = node.blocks.first() {
                    self.parameters(*body);
                    self.block(*body)?;
                }
                let end = self.out.instructions.len();
                self.push(Opcode::JMP, 0, 0);
                self.jump(end, start);
                self.jump(start, self.out.instructions.len());
            }
        }
        Ok(())
    }

    /// Sets where an instruction jumps to.
    fn jump(&mut self, from: usize, to: usize) {
        if let Some((_, x, _)) = self.out.instructions.get_mut(from) {
            *x = number(to).saturating_sub(number(from));
        }
    }

    fn call(&mut self, schema: &Schema, inputs: &[ValueId]) -> Result<(), Fault> {
        let promoted = instruction(schema, inputs.len()).filter(|_| self.target.bytecode >= 8);
        if let Some((opcode, x)) = promoted {
            self.load(inputs)?;
            self.push(opcode, number(x), 0);
            return Ok(());
        }
        let (name, overload) = (schema.name.name.clone(), schema.name.overload.clone());
        if schema.vararg {
            self.load(inputs)?;
            let specified = (self.target.bytecode > 5).then_some(-1);
            let at = self.operator(Called { name, overload, specified });
            self.push(Opcode::OPN, at, number(inputs.len()));
            return Ok(());
        }
        let (plain, outs) = split(schema);
        let given = self.specified.get(&schema.name.to_string()).copied().unwrap_or(plain).min(plain);
        self.load(inputs.get(..given).unwrap_or_default())?;
        self.load(inputs.get(plain..).unwrap_or_default())?;
        let specified = (self.target.bytecode > 5).then(|| number(given.saturating_add(outs)));
        let at = self.operator(Called { name, overload, specified });
        self.push(Opcode::OP, at, 0);
        Ok(())
    }
}
