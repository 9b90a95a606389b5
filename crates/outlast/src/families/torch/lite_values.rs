//! What bytecode says of the values that it gives to operators: a walk over the instructions of a function in their order. Of values that come from
//! another branch nothing is known.

use std::collections::{BTreeMap, BTreeSet};

use outlast_torchscript::bytecode::types::{BASE, LiteType};
use outlast_torchscript::bytecode::{Effect, Function, Instruction, Op, Opcode, Plain};

/// How many different whole numbers are kept for an operator.
const KEPT: usize = 256;
/// How many values an instruction takes or leaves at most.
const MOST: usize = 1 << 16;

/// Operators that make views.
const VIEWS: [&str; 9] = [
    "aten::select", "aten::slice", "aten::view", "aten::t", "aten::transpose", "aten::unsqueeze", "aten::squeeze", "aten::detach", "aten::narrow",
];

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// It is an attribute of the module, or a view of one.
    attribute: bool,
    /// It is this number.
    integer: Option<i64>,
    /// It is a list of truth values, or a list of such lists.
    truths: bool,
}

/// What the calls of one operator of a function give it.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Whole numbers, with the position of the argument.
    pub(super) integers: BTreeSet<(usize, i64)>,
    /// Whether the first argument is a list of truth values.
    pub(super) truths: bool,
}

/// What a function gives to its operators.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// By the index of the operator.
    pub(super) given: BTreeMap<usize, Given>,
    /// Where an operator in place gets an attribute, or a view of one.
    pub(super) writes: Option<u64>,
}

impl Values {
    /// Walks over a function.
    pub(super) fn of(function: &Function) -> Values {
        let mut walk = Walk { function, stack: Vec::new(), registers: BTreeMap::new(), values: Values::default() };
        for of in &function.instructions {
            match of.op {
                Op::Known(opcode) => walk.step(of, opcode),
                _ => walk.stack.clear(),
            }
        }
        walk.values
    }
}

struct Walk<'f> {
    function: &'f Function,
    stack: Vec<Known>,
    registers: BTreeMap<i64, Known>,
    values: Values,
}

impl Walk<'_> {
    fn pop(&mut self, many: usize) -> Vec<Known> {
        self.stack.split_off(self.stack.len().saturating_sub(many))
    }

    fn step(&mut self, of: &Instruction, opcode: Opcode) {
        match opcode {
            Opcode::LOAD | Opcode::MOVE => {
                let value = self.registers.get(&of.x).copied().unwrap_or_default();
                self.stack.push(value);
            }
            Opcode::LOADC => {
                let integer = match index(of.x).and_then(|at| self.function.constants.get(at)).map(|constant| &constant.value) {
                    Some(Plain::Int(number)) => Some(*number),
                    _ => None,
                };
                self.stack.push(Known { integer, ..Known::default() });
            }
            Opcode::STORE => {
                let value = self.pop(1).pop().unwrap_or_default();
                self.registers.insert(of.x, value);
            }
            Opcode::STOREN => {
                for (at, value) in (0_i64..).zip(self.pop(count(of.n))) {
                    self.registers.insert(of.x.saturating_add(at), value);
                }
            }
            Opcode::GET_ATTR => {
                self.pop(1);
                self.stack.push(Known { attribute: true, ..Known::default() });
            }
            Opcode::LIST_CONSTRUCT => {
                self.pop(count(of.n));
                let ty = index(of.x).and_then(|at| self.function.types.get(at));
                let truths = ty.and_then(|ty| ty.parsed.as_ref().as_ref().ok()).is_some_and(of_truths);
                self.stack.push(Known { truths, ..Known::default() });
            }
            Opcode::OP | Opcode::OPN => self.call(of, opcode),
            other => match other.effect() {
                Effect::Fixed(takes, leaves) => {
                    self.pop(usize::from(takes));
                    self.stack.extend(std::iter::repeat_n(Known::default(), usize::from(leaves)));
                }
                Effect::TakesX => {
                    self.pop(count(of.x));
                    self.stack.push(Known::default());
                }
                Effect::TakesN => {
                    self.pop(count(of.n));
                    self.stack.push(Known::default());
                }
                _ => self.stack.clear(),
            },
        }
    }

    fn call(&mut self, of: &Instruction, opcode: Opcode) {
        let Some((at, operator)) = index(of.x).and_then(|at| Some((at, self.function.operators.get(at)?))) else {
            return self.stack.clear();
        };
        let counted = operator.arguments().and_then(|given| usize::try_from(given).ok());
        let values = match (opcode, counted) {
            (Opcode::OPN, _) => self.pop(count(of.n)),
            (_, Some(given)) => self.pop(given.min(MOST)),
            // How many it takes is not in the file: the last one is given to it, and nothing is known of what is below.
            (_, None) => {
                let last = self.pop(1);
                self.stack.clear();
                last
            }
        };
        let first = values.first().copied().unwrap_or_default();
        if first.attribute && operator.name.ends_with('_') && !operator.name.ends_with("__") {
            self.values.writes.get_or_insert(operator.at);
        }
        if counted.is_some() {
            let given = self.values.given.entry(at).or_default();
            given.truths |= first.truths;
            for (position, number) in values.iter().enumerate().filter_map(|(position, value)| Some((position, value.integer?))) {
                if given.integers.len() < KEPT {
                    given.integers.insert((position, number));
                }
            }
        }
        // A view of an attribute is one, too.
        let attribute = first.attribute && VIEWS.contains(&&*operator.name);
        self.stack.push(Known { attribute, ..Known::default() });
    }
}

fn index(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}

fn count(number: i64) -> usize {
    index(number).unwrap_or(0).min(MOST)
}

/// Whether a type is a list of truth values, or of such lists.
fn of_truths(ty: &LiteType) -> bool {
    match ty {
        LiteType::List(of) => match &**of {
            LiteType::Base(base) => BASE.get(*base) == Some(&"bool"),
            of => of_truths(of),
        },
        _ => false,
    }
}
