//! Calls of operators: what each entry of an operator table becomes, and what each call.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use outlast_opset::history;
use outlast_opset::schema::{Argument, Schema, Value as Literal};

use super::Wanted;
use super::calls::{Called, Plan, Source, plan};
use super::flow::{Known, Replacement, replace};
use super::form::{Code, Slot, is_literal};
use super::meant::{self, Meant};
use super::refusal::{AMBIGUOUS, CALL, HELP_OPERATOR, HELP_UNSOUND, Refusals, UNSOUND};
use super::types::release;
use crate::bytecode::{Instruction, Op, Opcode, Operator};
use crate::pickle::Graph;

/// Operators of which no upgrader for the lite interpreter is made (`EXCLUDED_OP_SET` of `gen_mobile_upgraders.py`).
const NOT_UPGRADED: [&str; 3] = ["aten::full", "aten::full.out", "aten::full.names"];

/// The last bytecode in which calls give all arguments.
const ALL_GIVEN: i64 = 5;

/// What an entry of an operator table becomes.
#[derive(Clone, Debug)]
struct Entry {
    /// The overload, where it has another name.
    overload: Option<String>,
    /// The number of arguments in the table.
    specified: Option<i64>,
    /// What calls become, where that is known.
    plan: Option<Plan>,
    /// Values that a call takes and leaves.
    effect: Option<(usize, usize)>,
}

#[derive(Debug)]
struct Failure {
    ambiguous: bool,
    why: String,
}

/// An entry of an operator table: name, overload, number of arguments, and whether calls give any number.
type Key = (String, String, Option<i64>, bool);

/// Calls that were changed, by a sentence without their number.
pub(super) type Tally = BTreeMap<String, u64>;

pub(super) struct Rewriter<'w, 's, 'g, 'a> {
    pub(super) wanted: &'w Wanted<'s>,
    pub(super) meant: &'w Meant,
    pub(super) graph: &'g Graph<'a>,
    known: HashMap<Key, Rc<Result<Entry, Failure>>>,
    pub(super) tally: Tally,
}

fn full(name: &str, overload: &str) -> String {
    if overload.is_empty() { name.to_string() } else { format!("{name}.{overload}") }
}

impl<'w, 's, 'g, 'a> Rewriter<'w, 's, 'g, 'a> {
    pub(super) fn new(
        wanted: &'w Wanted<'s>,
        meant: &'w Meant,
        graph: &'g Graph<'a>,
    ) -> Rewriter<'w, 's, 'g, 'a> {
        Rewriter { wanted, meant, graph, known: HashMap::new(), tally: Tally::new() }
    }

    /// The schema whose arguments an upgrader of the reader takes from the stack, where one runs in place of the operator.
    fn upgraded(&self, name: &str, overload: &str) -> Option<Schema> {
        let (full, reader) = (full(name, overload), self.wanted.reader.release());
        if reader < release(1, 11) || NOT_UPGRADED.contains(&&*full) {
            return None;
        }
        let mut map = history::torch().version_map(reader);
        let found = map.find(|row| row.operator == full && u64::from(row.bumped_at) > self.wanted.version)?;
        Schema::parse(found.old_schema).ok()
    }

    fn made(&self, operator: &Operator, open: bool) -> Result<Entry, Failure> {
        let (name, wanted) = (&*operator.name, self.wanted);
        let counted = wanted.bytecode > ALL_GIVEN;
        let theirs = self.meant.theirs(wanted.producer, name, &operator.overload).map_err(|why| Failure {
            ambiguous: true,
            why: format!("`{}` cannot be told from others: {why}", operator.full_name().escape_debug()),
        })?;
        // In the reader, another overload may be that operator: those that shared a name got one of their own in 1.7, and others were renamed since.
        let own = meant::ours(wanted.reader, name, &operator.overload);
        let fails = |ours: &Schema| {
            theirs
                .as_ref()
                .is_some_and(|theirs| self.planned(operator, theirs, ours, &operator.overload).is_err())
        };
        let shared = || meant::schemas(wanted.producer, name, &operator.overload).len() > 1;
        let mut overload = None;
        if let Some(theirs) = &theirs
            && (own.as_ref().is_none_or(fails) || shared())
        {
            overload = meant::renamed(wanted.reader, theirs).filter(|found| **found != *operator.overload);
        }
        let ours = match &overload {
            Some(overload) => meant::ours(wanted.reader, name, overload),
            None => own,
        };
        let vararg =
            open || [&theirs, &ours].iter().any(|schema| schema.as_ref().is_some_and(|schema| schema.vararg));
        if vararg {
            // 1.10 fails with -1 where there are no arguments by name.
            let none = |schema: &Schema| schema.arguments.is_empty();
            let bare = theirs.as_ref().or(ours.as_ref()).is_some_and(none)
                && wanted.reader.release() < release(1, 12);
            let specified = counted.then_some(if bare { 0 } else { -1 });
            return Ok(Entry { overload, specified, plan: None, effect: None });
        }
        let (theirs, ours) = match (theirs, ours) {
            (Some(theirs), Some(ours)) => (theirs, ours),
            // What one of them does not have is not judged here.
            (Some(one), None) | (None, Some(one)) => (one.clone(), one),
            (None, None) => {
                let specified = counted.then(|| operator.specified.unwrap_or(-1));
                return Ok(Entry { overload, specified, plan: None, effect: None });
            }
        };
        let named = overload.as_deref().unwrap_or(&operator.overload);
        let plan = self.planned(operator, &theirs, &ours, named).map_err(|why| Failure {
            ambiguous: false,
            why: format!("`{}`: {why}", operator.full_name().escape_debug()),
        })?;
        let specified = counted.then(|| i64::try_from(plan.count()).unwrap_or(i64::MAX));
        let effect = Some((plan.given.saturating_add(plan.outs), theirs.returns.len()));
        Ok(Entry { overload, specified, plan: Some(plan), effect })
    }

    /// What calls become for an operator of the reader.
    fn planned(
        &self,
        operator: &Operator,
        theirs: &Schema,
        ours: &Schema,
        overload: &str,
    ) -> Result<Plan, String> {
        let (name, wanted) = (&*operator.name, self.wanted);
        let upgraded = self.upgraded(name, overload);
        // The lite interpreter has a function of its own for it, which takes all arguments.
        let own = name == "prim::RaiseException" && wanted.reader.release() >= release(1, 11);
        let outs = theirs.arguments.iter().any(Argument::is_out);
        let explicit =
            wanted.bytecode <= ALL_GIVEN || own || upgraded.is_some() || wanted.bytecode == 6 && outs;
        let ours = upgraded.as_ref().unwrap_or(ours);
        plan(&Called { name, given: operator.arguments(), theirs, ours, explicit })
    }

    fn entry(&mut self, operator: &Operator, open: bool) -> Rc<Result<Entry, Failure>> {
        let key = (operator.name.to_string(), operator.overload.to_string(), operator.specified, open);
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let made = Rc::new(self.made(operator, open));
        self.known.insert(key, Rc::clone(&made));
        made
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
            let entry = self.entry(operator, *open);
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
    fn calls(&mut self, code: &mut Code, entries: &[Rc<Result<Entry, Failure>>], refusals: &mut Refusals) {
        let mut known = Known::new(code);
        let mut replacements: Vec<Replacement> = vec![None; code.instructions.len()];
        let mut constants: Vec<(Literal, i64)> = Vec::new();
        let (mut registers, mut changed) = (code.registers, false);
        for (at, replacement) in replacements.iter_mut().enumerate() {
            let Some(instruction) = code.instructions.get(at).copied() else { break };
            known.reach(at);
            let called = matches!(instruction.op, Op::Known(Opcode::OP | Opcode::OPN));
            let entry = index(instruction.x)
                .filter(|_| called)
                .and_then(|at| entries.get(at))
                .and_then(|entry| entry.as_ref().as_ref().ok());
            let plan =
                entry.and_then(|entry| entry.plan.as_ref()).map(|plan| self.fitted(code, &known, plan));
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
                if self.may_drop(code, &known, plan, &name, instruction, refusals) {
                    *replacement = Some(self.emit(code, plan, instruction, &mut registers, &mut constants));
                    changed = true;
                    *self.tally.entry(sentence(plan, &name)).or_default() += 1;
                }
            }
            let effect = match instruction.op {
                Op::Known(Opcode::OPN) => None,
                _ => entry.and_then(|entry| entry.effect),
            };
            known.step(&instruction, effect);
        }
        code.registers = registers;
        if changed && let Err(at) = replace(code, &replacements) {
            let why =
                format!("the jump at instruction {at} of `{}` has become too far", code.name.escape_debug());
            refusals.add(UNSOUND, &code.name, why, HELP_UNSOUND, (code.at, &code.name));
        }
    }

    /// The constant that a call gives as an argument, if it does.
    fn given<'c>(code: &'c Code, known: &Known, plan: &Plan, argument: usize) -> Option<&'c Slot> {
        let below = plan.given.checked_sub(1)?.checked_sub(argument)?.checked_add(plan.outs)?;
        known.constant(below).and_then(index).and_then(|at| code.constants.get(at))
    }

    /// The plan for one call: where the reader does not take a `None`, it is given its default. The error is the number of an argument without one.
    fn fitted<'p>(&self, code: &Code, known: &Known, plan: &'p Plan) -> Result<Cow<'p, Plan>, usize> {
        let mut fitted = Cow::Borrowed(plan);
        for (place, value) in &plan.nones {
            let Some(Source::Given(argument)) = plan.sources.get(*place) else { continue };
            let none = match Self::given(code, known, plan, *argument) {
                Some(Slot::Old(id)) => is_literal(self.graph, *id, &Literal::None),
                Some(Slot::New(value)) => *value == Literal::None,
                None => false,
            };
            if none {
                let value = value.clone().ok_or(*argument)?;
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
        name: &str,
        at: Instruction,
        refusals: &mut Refusals,
    ) -> bool {
        for dropped in &plan.dropped {
            let Some(only) = &dropped.only else { continue };
            let constant = Self::given(code, known, plan, dropped.argument);
            let same = match constant {
                Some(Slot::Old(id)) => is_literal(self.graph, *id, only),
                Some(Slot::New(value)) => value == only,
                None => false,
            };
            if !same {
                let found =
                    if constant.is_some() { "another constant" } else { "a value that is not in the file" };
                let why = format!(
                    "`{name}` of {} has no argument `{}`; it may be left out where it is `{only}`, and a call gives {found}",
                    self.wanted.reader.release(),
                    dropped.name
                );
                refusals.add(CALL, name, why, HELP_OPERATOR, (at.at, &code.name));
                return false;
            }
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
