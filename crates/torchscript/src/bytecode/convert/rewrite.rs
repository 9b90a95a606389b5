//! Calls of operators: what each entry of an operator table becomes, and what each call.

use std::borrow::Cow;
use std::collections::BTreeMap;

use outlast_opset::schema::{Schema, Value as Literal};

use super::Wanted;
use super::calls::{Plan, Source};
use super::const_prop::Known;
use super::entries::{ALL_GIVEN, Entries, Made, full};
use super::facts::Calls;
use super::flow::{Replacement, replace};
use super::form::{Code, Slot, is_literal};
use super::functions::{Cache, Replaced};
use super::overloads::Meant;
use super::refusal::{AMBIGUOUS, CALL, HELP_OPERATOR, HELP_UNSOUND, Refusals, UNSOUND};
use crate::bytecode::compile::{Function, Places};
use crate::bytecode::{Instruction, Op, Opcode, Operator};
use crate::pickle::Graph;

/// Calls that were changed, by a sentence without their number.
pub(super) type Tally = BTreeMap<String, u64>;

pub(super) struct Rewriter<'w, 's, 'g, 'a> {
    pub(super) wanted: &'w Wanted<'s>,
    pub(super) graph: &'g Graph<'a>,
    pub(super) entries: Entries<'w, 's>,
    /// Functions that take the place of calls.
    pub(super) functions: Cache,
    pub(super) tally: Tally,
}

impl<'w, 's, 'g, 'a> Rewriter<'w, 's, 'g, 'a> {
    pub(super) fn new(
        wanted: &'w Wanted<'s>,
        meant: &'w Meant,
        graph: &'g Graph<'a>,
    ) -> Rewriter<'w, 's, 'g, 'a> {
        let (entries, functions) = (Entries::new(wanted, meant), Cache::default());
        Rewriter { wanted, graph, entries, functions, tally: Tally::new() }
    }

    /// Rewrites all calls of a function.
    pub(super) fn function(&mut self, code: &mut Code, refusals: &mut Refusals) {
        let mut used = vec![(false, false); code.operators.len()];
        for instruction in &code.instructions {
            if let Op::Known(opcode @ (Opcode::OP | Opcode::OPN)) = instruction.op
                && let Some(slot) = index(instruction.x).and_then(|at| used.get_mut(at))
            {
                slot.0 = true;
                slot.1 |= opcode == Opcode::OPN;
            }
        }
        let mut entries = Vec::with_capacity(used.len());
        let mut changed = Vec::with_capacity(used.len());
        for (operator, (called, open)) in code.operators.clone().iter().zip(&used) {
            entries.push(self.entries.entry(operator, *open));
            let theirs = self.wanted.functions.filter(|_| *called && !open);
            let theirs = theirs.and_then(|from| self.entries.theirs(operator).filter(|of| from.knows(of)));
            changed.push(theirs.filter(|of| !of.vararg));
        }
        let added = self.calls(code, &entries, &changed, refusals);
        for (operator, entry) in code.operators.iter_mut().zip(&entries) {
            match &**entry {
                Ok(entry) => {
                    if let Some(overload) = &entry.overload {
                        let now = full(&operator.name, overload);
                        *self
                            .tally
                            .entry(format!("`{}` is `{now}` in the reader", operator.full_name()))
                            .or_default() += 1;
                        operator.overload = overload.as_str().into();
                    }
                    operator.specified = entry.specified;
                }
                // Nothing calls it.
                Err(_) => {
                    operator.specified =
                        (self.wanted.bytecode > ALL_GIVEN).then(|| operator.specified.unwrap_or(-1));
                }
            }
        }
        if !added.is_empty() {
            code.operators.extend(added);
            compact(code, &used);
        }
    }

    /// Rewrites the instructions that call operators.
    fn calls(
        &mut self,
        code: &mut Code,
        entries: &[Made],
        changed: &[Option<Schema>],
        refusals: &mut Refusals,
    ) -> Vec<Operator> {
        let asks =
            |plan: &Plan| plan.dropped.iter().any(|dropped| dropped.only.is_some()) || !plan.nones.is_empty();
        let asked = entries
            .iter()
            .any(|entry| entry.as_ref().as_ref().is_ok_and(|entry| entry.plan.as_ref().is_some_and(asks)))
            || changed.iter().any(Option::is_some);
        let known = match asked {
            true => Known::of(&code.instructions, &Calls::new(code, entries, changed, self.graph)),
            false => Known::default(),
        };
        let mut replacements: Vec<Replacement> = vec![None; code.instructions.len()];
        let mut constants: Vec<(Literal, i64)> = Vec::new();
        let (mut registers, mut done) = (code.registers, false);
        let mut added: Vec<Operator> = Vec::new();
        for (at, replacement) in replacements.iter_mut().enumerate() {
            let Some(instruction) = code.instructions.get(at).copied() else { break };
            let called = matches!(instruction.op, Op::Known(Opcode::OP | Opcode::OPN));
            let operator =
                index(instruction.x).filter(|_| called).and_then(|at| code.operators.get(at).cloned());
            let theirs = index(instruction.x).filter(|_| called).and_then(|at| changed.get(at)?.as_ref());
            if let (Some(operator), Some(theirs)) = (&operator, theirs) {
                match self.replaced((code, &known, at), (operator, theirs), &instruction, refusals) {
                    Replaced::No => {}
                    Replaced::Refused => continue,
                    Replaced::By(function, plan) => {
                        let Ok(function) = function.as_ref() else { continue };
                        if let Some(plan) =
                            self.taken_by((code, &known, at), &plan, operator, &instruction, refusals)
                        {
                            let mut rows = self.arguments(code, &plan, &mut registers, &mut constants);
                            let places =
                                self.places(code, function, &mut added, &mut constants, &instruction);
                            registers = registers.max(code.registers.saturating_add(function.registers));
                            rows.extend(function.inlined(&places));
                            let more = rows.len().saturating_sub(1);
                            self.functions.added = self.functions.added.saturating_add(more);
                            *replacement = Some(rows);
                            done = true;
                            let name = function.name.rsplit('.').next().unwrap_or_default().to_string();
                            *self.functions.replaced.entry((operator.full_name(), name)).or_default() += 1;
                        }
                        continue;
                    }
                }
            }
            let made = index(instruction.x).filter(|_| called).and_then(|at| entries.get(at));
            if let (Some(operator), Some(Err(failure))) = (&operator, made.map(AsRef::as_ref)) {
                let code_of = if failure.ambiguous { AMBIGUOUS } else { CALL };
                let place = (operator.at, &*code.name);
                refusals.add(code_of, &operator.full_name(), failure.why.clone(), HELP_OPERATOR, place);
                continue;
            }
            let entry = index(instruction.x)
                .filter(|_| called)
                .and_then(|at| entries.get(at))
                .and_then(|entry| entry.as_ref().as_ref().ok());
            let plan =
                entry.and_then(|entry| entry.plan.as_ref()).map(|plan| self.fitted(code, &known, plan, at));
            let name = || operator.as_ref().map(Operator::full_name).unwrap_or_default();
            if let Some(Err(argument)) = plan {
                self.no_none(code, &name(), argument, &instruction, refusals);
            } else if let Some(plan) = plan.and_then(Result::ok).filter(|plan| !plan.is_idle()) {
                let (plan, name) = (plan.as_ref(), name());
                if self.may_drop(code, &known, plan, (&name, at), refusals) {
                    let mut rows = self.arguments(code, plan, &mut registers, &mut constants);
                    rows.push((Opcode::OP, instruction.x, instruction.n));
                    *replacement = Some(rows);
                    done = true;
                    *self.tally.entry(sentence(plan, &name)).or_default() += 1;
                }
            }
        }
        code.registers = registers;
        if done && let Err(at) = replace(code, &replacements) {
            let why =
                format!("the jump at instruction {at} of `{}` has become too far", code.name.escape_debug());
            refusals.add(UNSOUND, &code.name, why, HELP_UNSOUND, (code.at, &code.name));
        }
        added
    }

    #[cold]
    fn no_none(&self, code: &Code, name: &str, argument: usize, call: &Instruction, refusals: &mut Refusals) {
        let reader = self.wanted.reader.release();
        let why = format!(
            "`{name}` is given `None` as its argument {argument}, which the operator of {reader} does not take"
        );
        refusals.add(CALL, name, why, HELP_OPERATOR, (call.at, &code.name));
    }

    /// The plan for a call that becomes code; `None` if it cannot be: a reason says why.
    fn taken_by<'p>(
        &self,
        (code, known, at): (&Code, &Known, usize),
        plan: &'p Plan,
        operator: &Operator,
        call: &Instruction,
        refusals: &mut Refusals,
    ) -> Option<Cow<'p, Plan>> {
        let name = operator.full_name();
        match self.fitted(code, known, plan, at) {
            Ok(plan) => self.may_drop(code, known, &plan, (&name, at), refusals).then_some(plan),
            Err(argument) => {
                self.no_none(code, &name, argument, call, refusals);
                None
            }
        }
    }

    /// Where the tables and registers of a function begin in those of the function that it is put into. New operators are `added`.
    fn places(
        &self,
        code: &mut Code,
        function: &Function,
        added: &mut Vec<Operator>,
        constants: &mut Vec<(Literal, i64)>,
        call: &Instruction,
    ) -> Places {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let mut operators = Vec::with_capacity(function.operators.len());
        for of in &function.operators {
            let same = |one: &Operator| {
                *one.name == *of.name && *one.overload == *of.overload && one.specified == of.specified
            };
            let at = added.iter().position(same).unwrap_or_else(|| {
                let (name, overload) = (of.name.as_str().into(), of.overload.as_str().into());
                added.push(Operator { name, overload, specified: of.specified, at: call.at });
                added.len().saturating_sub(1)
            });
            operators.push(number(code.operators.len().saturating_add(at)));
        }
        let constants =
            function.constants.iter().map(|value| self.constant(code, value, constants)).collect();
        let mut types = Vec::with_capacity(function.types.len());
        for ty in &function.types {
            let at = code.types.iter().position(|(one, _)| **one == **ty).unwrap_or_else(|| {
                code.types.push((ty.as_str().into(), call.at));
                code.types.len().saturating_sub(1)
            });
            types.push(number(at));
        }
        Places { operators, constants, types, registers: code.registers }
    }

    /// The constant that a call gives as an argument, if it does.
    fn given<'c>(code: &'c Code, known: &Known, plan: &Plan, at: usize, argument: usize) -> Option<&'c Slot> {
        let below = plan.given.checked_sub(1)?.checked_sub(argument)?.checked_add(plan.outs)?;
        known.constant(at, below).and_then(index).and_then(|at| code.constants.get(at))
    }

    fn number(&self, slot: Option<&Slot>) -> Option<i64> {
        match slot? {
            Slot::Old(id) => self.graph.int(*id),
            Slot::New(Literal::Int(number)) => Some(*number),
            Slot::New(_) => None,
        }
    }

    /// The plan for one call: where the reader does not take a `None`, it is given its default. The error is the number of an argument without one.
    fn fitted<'p>(
        &self,
        code: &Code,
        known: &Known,
        plan: &'p Plan,
        at: usize,
    ) -> Result<Cow<'p, Plan>, usize> {
        let mut fitted = Cow::Borrowed(plan);
        for (place, value) in &plan.nones {
            let Some(Source::Given(argument)) = plan.sources.get(*place) else { continue };
            if Self::given(code, known, plan, at, *argument)
                .is_some_and(|slot| slot.is(self.graph, &Literal::None))
            {
                let step = plan.step.map(|step| self.number(Self::given(code, known, plan, at, step)));
                let forward = step.is_none_or(|step| step.is_some_and(|step| step > 0));
                let value = value.clone().filter(|_| forward).ok_or(*argument)?;
                if let Some(source) = fitted.to_mut().sources.get_mut(*place) {
                    *source = Source::Constant(value);
                }
            }
        }
        Ok(fitted)
    }

    /// Whether all values that the reader does not take are the ones that it means without them.
    fn may_drop(
        &self,
        code: &Code,
        known: &Known,
        plan: &Plan,
        call: (&str, usize),
        refusals: &mut Refusals,
    ) -> bool {
        let (name, at) = call;
        for dropped in &plan.dropped {
            let Some(only) = &dropped.only else { continue };
            let constant = Self::given(code, known, plan, at, dropped.argument);
            if constant.is_some_and(|slot| slot.is(self.graph, only)) || known.is_never_reached(at) {
                continue;
            }
            let found =
                if constant.is_some() { "another constant" } else { "a value that is not in the file" };
            let why = format!(
                "`{name}` of {} has no argument `{}`; it may be left out where it is `{only}`, and a call gives {found}",
                self.wanted.reader.release(),
                dropped.name
            );
            let place = code.instructions.get(at).map_or(code.at, |call| call.at);
            refusals.add(CALL, name, why, HELP_OPERATOR, (place, &code.name));
            return false;
        }
        true
    }

    /// The instructions before a call: values that stay where they are, then what is pushed; where values are in the way, they go through registers of their own.
    fn arguments(
        &self,
        code: &mut Code,
        plan: &Plan,
        registers: &mut i64,
        constants: &mut Vec<(Literal, i64)>,
    ) -> Vec<(Opcode, i64, i64)> {
        let kept = plan.kept_count();
        let rest = plan.sources.get(kept..).unwrap_or_default();
        let moved = plan.given.saturating_sub(kept);
        let mut out = Vec::new();
        let straight = plan.outs == 0 && !rest.iter().any(|source| matches!(source, Source::Given(_)));
        let idle = rest.is_empty() && moved == 0;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let first = code.registers.saturating_add(1);
        if straight {
            out.extend((0..moved).map(|_| (Opcode::DROP, 0, 0)));
        } else if !idle {
            let total = number(moved.saturating_add(plan.outs));
            *registers = (*registers).max(code.registers.saturating_add(total));
            out.push(if total == 1 { (Opcode::STORE, first, 0) } else { (Opcode::STOREN, first, total) });
        }
        for source in rest {
            out.push(match source {
                Source::Given(at) => (Opcode::MOVE, first.saturating_add(number(at.saturating_sub(kept))), 0),
                Source::Constant(value) => (Opcode::LOADC, self.constant(code, value, constants), 0),
            });
        }
        if !straight && !idle {
            for dropped in plan.dropped.iter().filter(|dropped| dropped.argument >= kept) {
                out.push((
                    Opcode::DROPR,
                    first.saturating_add(number(dropped.argument.saturating_sub(kept))),
                    0,
                ));
            }
            let outs = (0..plan.outs).map(|out| first.saturating_add(number(moved.saturating_add(out))));
            out.extend(outs.map(|register| (Opcode::MOVE, register, 0)));
        }
        out
    }

    /// The constant with this value: one of the function, or a new one.
    fn constant(&self, code: &mut Code, value: &Literal, known: &mut Vec<(Literal, i64)>) -> i64 {
        let bits = |value: &Literal| match value {
            Literal::Float(number) => Some(number.to_bits()),
            _ => None,
        };
        if let Some((_, at)) = known.iter().find(|(one, _)| one == value && bits(one) == bits(value)) {
            return *at;
        }
        // Lists are not shared: an operator might change one.
        let same = |slot: &Slot| matches!(slot, Slot::Old(id) if !matches!(value, Literal::List(_)) && is_literal(self.graph, *id, value));
        let at = code.constants.iter().position(same).unwrap_or_else(|| {
            code.constants.push(Slot::New(value.clone()));
            code.constants.len() - 1
        });
        let at = i64::try_from(at).unwrap_or(i64::MAX);
        known.push((value.clone(), at));
        at
    }
}

/// What becomes of calls, for people.
fn sentence(plan: &Plan, name: &str) -> String {
    let constants = plan.sources.iter().filter(|source| matches!(source, Source::Constant(_))).count();
    let dropped: Vec<String> = plan.dropped.iter().map(|dropped| format!("`{}`", dropped.name)).collect();
    let arguments = if constants == 1 { "argument" } else { "arguments" };
    match (constants, &*dropped) {
        (0, []) => format!("`{name}` takes its arguments in another order"),
        (0, _) => {
            format!("`{name}` is called without {}, which the reader does not have", dropped.join(", "))
        }
        (_, []) => format!("`{name}` is given {constants} default {arguments}"),
        _ => format!(
            "`{name}` is given {constants} default {arguments}, and called without {}, which the reader does not have",
            dropped.join(", ")
        ),
    }
}

/// Removes operators that were called and are not any more: the reader may not have them.
fn compact(code: &mut Code, used: &[(bool, bool)]) {
    let mut called = vec![false; code.operators.len()];
    let calls =
        |of: &Instruction| index(of.x).filter(|_| matches!(of.op, Op::Known(Opcode::OP | Opcode::OPN)));
    for at in code.instructions.iter().filter_map(calls) {
        called.get_mut(at).into_iter().for_each(|called| *called = true);
    }
    let mut places: Vec<i64> = Vec::with_capacity(called.len());
    let mut kept = Vec::with_capacity(called.len());
    let was = used.iter().map(|(called, _)| *called).chain(std::iter::repeat(true));
    for ((operator, called), was) in std::mem::take(&mut code.operators).into_iter().zip(called).zip(was) {
        places.push(i64::try_from(kept.len()).unwrap_or(i64::MAX));
        if called || !was {
            kept.push(operator);
        }
    }
    code.operators = kept;
    for instruction in &mut code.instructions {
        if let Some(place) = calls(instruction).and_then(|at| places.get(at)) {
            instruction.x = *place;
        }
    }
}

pub(super) fn index(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}
