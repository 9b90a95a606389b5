//! Calls of operators: what each entry of an operator table becomes, and what each call.

use std::borrow::Cow;
use std::collections::BTreeMap;

use outlast_opset::schema::Value as Literal;

use super::Wanted;
use super::calls::{Plan, Source};
use super::entries::{ALL_GIVEN, Entries, Made, full};
use super::facts::Calls;
use super::flow::{Replacement, replace};
use super::form::{Code, Slot, is_literal};
use super::known::Known;
use super::meant::Meant;
use super::refusal::{AMBIGUOUS, CALL, HELP_OPERATOR, HELP_UNSOUND, Refusals, UNSOUND};
use crate::bytecode::{Instruction, Op, Opcode, Operator};
use crate::pickle::Graph;

/// Calls that were changed, by a sentence without their number.
pub(super) type Tally = BTreeMap<String, u64>;

pub(super) struct Rewriter<'w, 's, 'g, 'a> {
    wanted: &'w Wanted<'s>,
    graph: &'g Graph<'a>,
    entries: Entries<'w, 's>,
    pub(super) tally: Tally,
}

impl<'w, 's, 'g, 'a> Rewriter<'w, 's, 'g, 'a> {
    pub(super) fn new(
        wanted: &'w Wanted<'s>,
        meant: &'w Meant,
        graph: &'g Graph<'a>,
    ) -> Rewriter<'w, 's, 'g, 'a> {
        Rewriter { wanted, graph, entries: Entries::new(wanted, meant), tally: Tally::new() }
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
        for (operator, (called, open)) in code.operators.clone().iter().zip(&used) {
            let entry = self.entries.of(operator, *open);
            if let Err(failure) = &*entry
                && *called
            {
                let code_of = if failure.ambiguous { AMBIGUOUS } else { CALL };
                refusals.add(
                    code_of,
                    &operator.full_name(),
                    failure.why.clone(),
                    HELP_OPERATOR,
                    (operator.at, &code.name),
                );
            }
            entries.push(entry);
        }
        self.calls(code, &entries, refusals);
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
    }

    /// Rewrites the instructions that call operators.
    fn calls(&mut self, code: &mut Code, entries: &[Made], refusals: &mut Refusals) {
        let asks =
            |plan: &Plan| plan.dropped.iter().any(|dropped| dropped.only.is_some()) || !plan.nones.is_empty();
        let asked = entries
            .iter()
            .any(|entry| entry.as_ref().as_ref().is_ok_and(|entry| entry.plan.as_ref().is_some_and(asks)));
        let known = match asked {
            true => Known::of(code, &Calls::new(code, entries, self.graph)),
            false => Known::default(),
        };
        let mut replacements: Vec<Replacement> = vec![None; code.instructions.len()];
        let mut constants: Vec<(Literal, i64)> = Vec::new();
        let (mut registers, mut changed) = (code.registers, false);
        for (at, replacement) in replacements.iter_mut().enumerate() {
            let Some(instruction) = code.instructions.get(at).copied() else { break };
            let called = matches!(instruction.op, Op::Known(Opcode::OP | Opcode::OPN));
            let entry = index(instruction.x)
                .filter(|_| called)
                .and_then(|at| entries.get(at))
                .and_then(|entry| entry.as_ref().as_ref().ok());
            let plan =
                entry.and_then(|entry| entry.plan.as_ref()).map(|plan| self.fitted(code, &known, plan, at));
            let name = || {
                let operator = index(instruction.x).and_then(|at| code.operators.get(at));
                operator.map(Operator::full_name).unwrap_or_default()
            };
            if let Some(Err(argument)) = plan {
                let (name, reader) = (name(), self.wanted.reader.release());
                let why = format!(
                    "`{name}` is given `None` as its argument {argument}, which the operator of {reader} does not take"
                );
                refusals.add(CALL, &name, why, HELP_OPERATOR, (instruction.at, &code.name));
            } else if let Some(plan) = plan.and_then(Result::ok).filter(|plan| !plan.is_idle()) {
                let (plan, name) = (plan.as_ref(), name());
                if self.may_drop(code, &known, plan, (&name, at), refusals) {
                    *replacement = Some(self.emit(code, plan, instruction, &mut registers, &mut constants));
                    changed = true;
                    *self.tally.entry(sentence(plan, &name)).or_default() += 1;
                }
            }
        }
        code.registers = registers;
        if changed && let Err(at) = replace(code, &replacements) {
            let why =
                format!("the jump at instruction {at} of `{}` has become too far", code.name.escape_debug());
            refusals.add(UNSOUND, &code.name, why, HELP_UNSOUND, (code.at, &code.name));
        }
    }

    /// The constant that a call gives as an argument, if it does.
    fn given<'c>(code: &'c Code, known: &Known, plan: &Plan, at: usize, argument: usize) -> Option<&'c Slot> {
        let below = plan.given.checked_sub(1)?.checked_sub(argument)?.checked_add(plan.outs)?;
        known.constant(at, below).and_then(index).and_then(|at| code.constants.get(at))
    }

    fn is(&self, slot: &Slot, value: &Literal) -> bool {
        match slot {
            Slot::Old(id) => is_literal(self.graph, *id, value),
            Slot::New(new) => new == value,
        }
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
            if Self::given(code, known, plan, at, *argument).is_some_and(|slot| self.is(slot, &Literal::None))
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
            if constant.is_some_and(|slot| self.is(slot, only)) || known.is_never_reached(at) {
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

    /// The instructions of a call: values that stay where they are, then what is pushed; where values are in the way, they go through registers of their own.
    fn emit(
        &self,
        code: &mut Code,
        plan: &Plan,
        call: Instruction,
        registers: &mut i64,
        constants: &mut Vec<(Literal, i64)>,
    ) -> Vec<(Opcode, i64, i64)> {
        let kept = plan.kept();
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
        out.push((Opcode::OP, call.x, call.n));
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
    match (constants, &*dropped) {
        (0, []) => format!("`{name}` takes its arguments in another order"),
        (0, _) => {
            format!("`{name}` is called without {}, which the reader does not have", dropped.join(", "))
        }
        (_, []) => format!("`{name}` is given {constants} default arguments"),
        _ => format!(
            "`{name}` is given {constants} default arguments, and called without {}, which the reader does not have",
            dropped.join(", ")
        ),
    }
}

fn index(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}
