//! Which constants calls get: a walk over the instructions of a function along its jumps. Where ways meet, a value is known if it is the same on each of them;
//! ways that are never taken (behind an exception, or behind a constant condition) are left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytecode::{Effect, Flow, Instruction, Op, Opcode};
use outlast_core::QuickMap;

/// How much work a function may be: instructions walked over, and values copied.
const BUDGET: usize = 1 << 22;

/// What the file says about a function beyond its instructions.
pub(super) trait Facts {
    /// The values that a call takes and leaves, if that is known.
    fn effect(&self, call: &Instruction) -> Option<(usize, usize)>;
    /// Whether the interpreter never comes behind a call.
    fn ends(&self, call: &Instruction) -> bool;
    /// A number for the value of a constant: constants with one number are equal.
    fn constant(&self, index: i64) -> i64;
    /// The constant as a truth value.
    fn truth(&self, constant: i64) -> Option<bool>;
    /// Whether it is asked what an instruction finds on the stack.
    fn asks(&self, instruction: &Instruction) -> bool;
}

/// What is known before an instruction: constants, the top of the stack last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    stack: Vec<Option<i64>>,
    registers: BTreeMap<i64, i64>,
}

impl State {
    fn size(&self) -> usize {
        self.stack.len().saturating_add(self.registers.len()).saturating_add(1)
    }

    /// What holds whichever way the walk came.
    fn join(&mut self, other: &State) {
        let len = self.stack.len().min(other.stack.len());
        self.stack.drain(..self.stack.len().saturating_sub(len));
        let others = other.stack.iter().skip(other.stack.len().saturating_sub(len));
        for (one, other) in self.stack.iter_mut().zip(others) {
            *one = one.filter(|_| *one == *other);
        }
        self.registers.retain(|register, known| other.registers.get(register) == Some(known));
    }

    fn pop(&mut self, many: i64) -> Vec<Option<i64>> {
        let many = usize::try_from(many).unwrap_or(usize::MAX);
        self.stack.split_off(self.stack.len().saturating_sub(many))
    }

    fn push(&mut self, many: usize) {
        // Nobody asks for more.
        self.stack.extend((0..many.min(1 << 10)).map(|_| None));
    }

    fn store(&mut self, register: i64, value: Option<i64>) {
        match value {
            Some(value) => self.registers.insert(register, value),
            None => self.registers.remove(&register),
        };
    }

    fn step(&mut self, of: &Instruction, facts: &dyn Facts) {
        let Op::Known(opcode) = of.op else { return *self = State::default() };
        match opcode {
            Opcode::LOADC => self.stack.push(Some(facts.constant(of.x))),
            Opcode::LOAD => self.stack.push(self.registers.get(&of.x).copied()),
            Opcode::MOVE => {
                let value = self.registers.remove(&of.x);
                self.stack.push(value);
            }
            Opcode::DROPR => self.store(of.x, None),
            Opcode::STORE => {
                let value = self.pop(1).pop().flatten();
                self.store(of.x, value);
            }
            Opcode::STOREN => {
                let values = self.pop(of.n);
                // Values that are not known lie below those that are.
                let first =
                    i64::try_from(values.len()).ok().and_then(|len| of.n.checked_sub(len)).unwrap_or(0);
                let start = of.x.saturating_add(first);
                let end = of.x.saturating_add(of.n.max(0));
                self.registers.retain(|register, _| !(of.x..end).contains(register));
                for (register, value) in (start..end).zip(values) {
                    self.store(register, value);
                }
            }
            _ => match opcode.effect() {
                Effect::Fixed(takes, leaves) => {
                    self.pop(takes.into());
                    self.push(leaves.into());
                }
                Effect::TakesX => {
                    self.pop(of.x);
                    self.push(1);
                }
                Effect::TakesN => {
                    self.pop(of.n);
                    self.push(1);
                }
                Effect::StoresN => drop(self.pop(of.n)),
                Effect::Operator => match facts.effect(of) {
                    Some((takes, leaves)) => {
                        self.pop(i64::try_from(takes).unwrap_or(i64::MAX));
                        self.push(leaves);
                    }
                    None => self.stack.clear(),
                },
                // A round of a loop changes what lies there.
                Effect::LeavesX | Effect::Loop | Effect::Unknown => self.stack.clear(),
            },
        }
    }
}

/// What calls find on the stack.
#[derive(Debug, Default)]
pub(super) struct Known {
    found: QuickMap<usize, Vec<Option<i64>>>,
    complete: bool,
}

impl Known {
    /// The constant so many values below the top of the stack before an instruction.
    pub(super) fn constant(&self, at: usize, below: usize) -> Option<i64> {
        let stack = self.found.get(&at)?;
        let at = stack.len().checked_sub(below)?.checked_sub(1)?;
        stack.get(at).copied().flatten()
    }

    /// Whether no way leads to an instruction that was asked for.
    pub(super) fn is_never_reached(&self, at: usize) -> bool {
        self.complete && !self.found.contains_key(&at)
    }

    /// Walks over a function. If that is too much work, nothing is known.
    pub(super) fn of(instructions: &[Instruction], facts: &dyn Facts) -> Known {
        let mut targets = BTreeSet::new();
        for (at, of) in instructions.iter().enumerate() {
            targets.extend(target(at, of));
        }
        let mut states: BTreeMap<usize, State> = BTreeMap::from([(0, State::default())]);
        let mut fresh = BTreeSet::from([0]);
        let mut found = Known { complete: true, ..Known::default() };
        let mut left = BUDGET;
        while let Some(start) = fresh.pop_first() {
            let Some(mut state) = states.get(&start).cloned() else { continue };
            let mut at = start;
            while let Some(of) = instructions.get(at) {
                let spent = if at == start { state.size() } else { 1 };
                let Some(rest) = left.checked_sub(spent) else { return Known::default() };
                left = rest;
                if facts.asks(of) {
                    found.found.insert(at, state.stack.clone());
                    left = left.saturating_sub(state.stack.len());
                }
                let truth = state.stack.last().copied().flatten().and_then(|constant| facts.truth(constant));
                state.step(of, facts);
                let (flow, opcode) = match of.op {
                    Op::Known(opcode) => (opcode.flow(), Some(opcode)),
                    _ => (Flow::Next, None),
                };
                let constant = truth.filter(|_| opcode == Some(Opcode::JF));
                let jumps = matches!(flow, Flow::Jump | Flow::Branch) && constant != Some(true);
                let goes_on =
                    matches!(flow, Flow::Next | Flow::Branch) && constant != Some(false) && !facts.ends(of);
                let mut reach = |to: usize, state: &State| {
                    left = left.saturating_sub(state.size());
                    let changed = match states.get_mut(&to) {
                        None => states.insert(to, state.clone()).is_none(),
                        Some(known) => {
                            let before = known.clone();
                            known.join(state);
                            *known != before
                        }
                    };
                    if changed {
                        fresh.insert(to);
                    }
                };
                if let Some(to) = target(at, of).filter(|_| jumps) {
                    reach(to, &state);
                }
                at = at.saturating_add(1);
                if !goes_on {
                    break;
                }
                if targets.contains(&at) {
                    reach(at, &state);
                    break;
                }
            }
        }
        found
    }
}

/// Where an instruction jumps.
fn target(at: usize, of: &Instruction) -> Option<usize> {
    match of.op {
        Op::Known(opcode) if matches!(opcode.flow(), Flow::Branch | Flow::Jump) => {
            usize::try_from(i64::try_from(at).ok()?.checked_add(of.x)?).ok()
        }
        _ => None,
    }
}
