//! What bytecode says of the values that it gives to operators: a walk over the instructions of a function along its jumps. Where ways meet, a value is what
//! it is on each of them; it is an attribute if it is one on any. In FlatBuffers the attributes of the module are beside it: branches that these rule out
//! (`if self.training`) are left out.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::Budget;

use crate::bytecode::types::{BASE, LiteType};
use crate::bytecode::{Effect, Function, Instruction, Op, Opcode, Plain};
use crate::flatbuffer::{Module, ValueKind};

/// How many different whole numbers are kept for an operator.
const KEPT: usize = 256;
/// How much work a function may be: instructions walked over, and values copied.
const BUDGET: u64 = 1 << 22;
/// How many values an instruction takes or leaves at most.
const MOST: usize = 1 << 16;

/// Operators that make views.
const VIEWS: [&str; 9] = [
    "aten::select",
    "aten::slice",
    "aten::view",
    "aten::t",
    "aten::transpose",
    "aten::unsqueeze",
    "aten::squeeze",
    "aten::detach",
    "aten::narrow",
];

/// Operators that write the running mean, their fourth argument, where the sixth is true; that of instances wrote it in any case
/// (`instance_norm` in `aten/src/ATen/native/Normalization.cpp`).
const NORMS: [&str; 2] = ["aten::batch_norm", INSTANCE_NORM];
const INSTANCE_NORM: &str = "aten::instance_norm";

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// It is the attribute with this number of some object, or a view of it.
    attribute: Option<i64>,
    /// It is this number.
    integer: Option<i64>,
    /// It is a list of truth values, or a list of such lists.
    truths: bool,
    /// It is this truth value.
    truth: Option<bool>,
    /// It is this object of the file, by index.
    object: Option<u32>,
    /// It is what an operator made of a text: a device, or a list of one device.
    device: Option<Device>,
    /// Whether it is `None`.
    none: Option<bool>,
}

/// What the conversion of a text to a device is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    Itself,
    List,
}

/// What the calls of one operator of a function give it.
#[derive(Debug, Default)]
pub(in super::super) struct Given {
    /// Whole numbers, with the position of the argument.
    pub(in super::super) integers: BTreeSet<(usize, i64)>,
    /// Whether the first argument is a list of truth values.
    pub(in super::super) truths: bool,
    /// Which arguments are `None`.
    pub(in super::super) nones: Nones,
}

/// Positions of arguments by what calls give there; those of which nothing was seen are in none of the sets.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Nones {
    /// A call gives `None`.
    pub(in super::super) none: BTreeSet<usize>,
    /// A call gives something else.
    pub(in super::super) some: BTreeSet<usize>,
    /// A call gives what is not in the file.
    pub(in super::super) unknown: BTreeSet<usize>,
}

impl Nones {
    pub(in super::super) fn extend(&mut self, other: &Nones) {
        self.none.extend(&other.none);
        self.some.extend(&other.some);
        self.unknown.extend(&other.unknown);
    }

    /// Whether no call gives `None`.
    pub(in super::super) fn is_given(&self, position: usize) -> bool {
        self.some.contains(&position) && !self.none.contains(&position) && !self.unknown.contains(&position)
    }

    /// Whether a call gives `None`, and it is known what the others give.
    pub(in super::super) fn is_left_out(&self, position: usize) -> bool {
        self.none.contains(&position) && !self.unknown.contains(&position)
    }
}

/// What a function gives to its operators.
#[derive(Debug, Default)]
pub(in super::super) struct Values {
    /// By the index of the operator.
    pub(in super::super) given: BTreeMap<usize, Given>,
    /// Where operators in place get an attribute, or a view of one, with the number of the attribute.
    pub(in super::super) writes: BTreeSet<(i64, u64)>,
    /// Where the norm of instances gets a running mean that is not to be changed.
    pub(in super::super) norm: Option<u64>,
    /// Where the length of a list is asked for that has a text as a device in it.
    pub(in super::super) length: Option<u64>,
    /// The numbers of attributes that are replaced.
    pub(in super::super) replaced: BTreeSet<i64>,
}

impl Values {
    /// Walks over a function. Of a program as FlatBuffers, `module` is what the file says.
    pub(in super::super) fn of(function: &Function, module: Option<&Module>) -> Values {
        let mut walk = Walk {
            function,
            module,
            stack: Vec::new(),
            registers: BTreeMap::new(),
            values: Values::default(),
        };
        // The first register is the object whose method it is.
        if let Some(object) = module.and_then(|module| own_object(module, function)) {
            walk.registers.insert(1, Known { object: Some(object), ..Known::default() });
        }
        let jumps = function
            .instructions
            .iter()
            .enumerate()
            .filter(|(_, of)| matches!(of.op, Op::Known(Opcode::JF | Opcode::JMP | Opcode::LOOP)));
        let mut ways =
            Ways { targets: jumps.filter_map(|(at, of)| target(at, of)).collect(), ..Ways::default() };
        walk.reach(0, &mut ways);
        let mut left = Budget::new(BUDGET);
        while let Some(at) = ways.fresh.pop_first() {
            let Some(state) = ways.known.get(&at).cloned() else { continue };
            if !left.spend(state.size()) || left.is_spent() {
                break;
            }
            (walk.stack, walk.registers) = (state.stack, state.registers);
            walk.block(at, &mut ways, &mut left);
        }
        if left.is_spent() {
            // Not all calls were seen.
            walk.values.given.values_mut().for_each(|given| given.nones = Nones::default());
        }
        walk.values
    }
}

/// Where the ways through a function meet.
#[derive(Debug, Default)]
struct Ways {
    /// Where jumps go.
    targets: BTreeSet<usize>,
    /// What is known there.
    known: BTreeMap<usize, State>,
    /// Those of which that has changed since the walk went on from there.
    fresh: BTreeSet<usize>,
}

/// Where a jump goes.
fn target(at: usize, of: &Instruction) -> Option<usize> {
    index(i64::try_from(at).ok()?.checked_add(of.x)?)
}

/// What is known at one instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    stack: Vec<Known>,
    registers: BTreeMap<i64, Known>,
}

impl State {
    fn size(&self) -> usize {
        self.stack.len().saturating_add(self.registers.len()).saturating_add(1)
    }

    /// What holds whichever way the walk came.
    fn join(&mut self, stack: &[Known], registers: &BTreeMap<i64, Known>) {
        if self.stack.len() == stack.len() {
            self.stack.iter_mut().zip(stack).for_each(|(known, other)| known.join(*other));
        } else {
            self.stack.clear();
        }
        for (register, known) in &mut self.registers {
            known.join(registers.get(register).copied().unwrap_or_default());
        }
        for (register, other) in registers {
            self.registers.entry(*register).or_insert_with(|| Known {
                attribute: other.attribute,
                truths: other.truths,
                ..Known::default()
            });
        }
    }
}

impl Known {
    fn join(&mut self, other: Known) {
        self.attribute = self.attribute.or(other.attribute);
        self.integer = self.integer.filter(|_| self.integer == other.integer);
        self.truths |= other.truths;
        self.truth = self.truth.filter(|_| self.truth == other.truth);
        self.object = self.object.filter(|_| self.object == other.object);
        self.device = self.device.or(other.device);
        self.none = self.none.filter(|_| self.none == other.none);
    }
}

struct Walk<'f> {
    function: &'f Function,
    module: Option<&'f Module>,
    stack: Vec<Known>,
    registers: BTreeMap<i64, Known>,
    values: Values,
}

impl Walk<'_> {
    /// The walk comes to where ways meet.
    fn reach(&self, at: usize, ways: &mut Ways) {
        let changed = match ways.known.get_mut(&at) {
            None => {
                ways.known.insert(at, State { stack: self.stack.clone(), registers: self.registers.clone() });
                true
            }
            Some(known) => {
                let before = known.clone();
                known.join(&self.stack, &self.registers);
                *known != before
            }
        };
        if changed {
            ways.fresh.insert(at);
        }
    }

    /// Walks from one instruction on, to where ways meet or part for good.
    fn block(&mut self, mut at: usize, ways: &mut Ways, left: &mut Budget) {
        while let Some(of) = self.function.instructions.get(at).filter(|_| left.spend(1)) {
            let truth = self.stack.last().and_then(|value| value.truth);
            let target = target(at, of);
            at = at.saturating_add(1);
            let Op::Known(opcode) = of.op else {
                self.stack.clear();
                continue;
            };
            self.step(of, opcode);
            let jumps = match opcode {
                Opcode::JF => truth != Some(true),
                Opcode::JMP | Opcode::LOOP => true,
                Opcode::RET => return,
                _ => false,
            };
            if let Some(target) = target.filter(|_| jumps) {
                left.spend(self.stack.len().saturating_add(self.registers.len()));
                self.reach(target, ways);
            }
            if opcode == Opcode::JMP || opcode == Opcode::JF && truth == Some(false) {
                return;
            }
            if ways.targets.contains(&at) {
                left.spend(self.stack.len().saturating_add(self.registers.len()));
                return self.reach(at, ways);
            }
        }
    }

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
                let constant = index(of.x)
                    .and_then(|at| self.function.constants.get(at))
                    .map(|constant| &constant.value);
                let none =
                    constant.filter(|value| **value != Plain::Other).map(|value| *value == Plain::None);
                let value = match constant {
                    Some(Plain::Int(number)) => Known { integer: Some(*number), none, ..Known::default() },
                    Some(Plain::Bool(truth)) => Known { truth: Some(*truth), none, ..Known::default() },
                    _ => Known { none, ..Known::default() },
                };
                self.stack.push(value);
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
                let object = self.pop(1).pop().and_then(|value| value.object);
                let value = object.map_or(Known { attribute: Some(of.x), ..Known::default() }, |object| {
                    self.attribute(object, of.x)
                });
                self.stack.push(value);
            }
            Opcode::SET_ATTR => {
                self.pop(2);
                self.values.replaced.insert(of.x);
            }
            Opcode::LIST_CONSTRUCT => {
                let items = self.pop(count(of.n));
                let device = items.iter().any(|item| item.device.is_some()).then_some(Device::List);
                let ty = index(of.x).and_then(|at| self.function.types.get(at));
                let truths = ty.and_then(|ty| ty.parsed.as_ref().as_ref().ok()).is_some_and(of_truths);
                self.stack.push(Known { truths, device, none: Some(false), ..Known::default() });
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

    /// An attribute of an object of the file.
    fn attribute(&self, object: u32, slot: i64) -> Known {
        let value = |at: u32| self.module?.values.get(usize::try_from(at).ok()?);
        let Some(ValueKind::Object { attributes, .. }) = value(object).map(|value| &value.kind) else {
            return Known { attribute: Some(slot), ..Known::default() };
        };
        let Some(at) = index(slot).and_then(|slot| attributes.get(slot)) else { return Known::default() };
        match value(*at).map(|value| &value.kind) {
            Some(ValueKind::Bool(truth)) => Known { truth: Some(*truth), ..Known::default() },
            Some(ValueKind::Object { .. }) => Known { object: Some(*at), ..Known::default() },
            Some(ValueKind::None) => Known::default(),
            _ => Known { attribute: Some(slot), ..Known::default() },
        }
    }

    fn call(&mut self, of: &Instruction, opcode: Opcode) {
        let Some((at, operator)) = index(of.x).and_then(|at| Some((at, self.function.operators.get(at)?)))
        else {
            return self.stack.clear();
        };
        let counted = operator.arguments().and_then(|given| usize::try_from(given).ok());
        let values = match (opcode, counted) {
            (Opcode::OPN, _) => self.pop(count(of.n)),
            (_, Some(given)) => {
                let known = self.pop(given.min(MOST));
                // Of what lies below, nothing is known.
                let below = given.min(MOST).saturating_sub(known.len());
                std::iter::repeat_n(Known::default(), below).chain(known).collect()
            }
            // How many it takes is not in the file: the last one is given to it, and nothing is known of what is below.
            (_, None) => {
                let last = self.pop(1);
                self.stack.clear();
                last
            }
        };
        let first = values.first().copied().unwrap_or_default();
        if let Some(slot) =
            first.attribute.filter(|_| operator.name.ends_with('_') && !operator.name.ends_with("__"))
        {
            self.values.writes.insert((slot, operator.at));
        }
        // That is how 1.6 wrote the length of a text; the compiler leaves the conversion out, and the lite interpreter runs it.
        if &*operator.name == "aten::len"
            && values.last().and_then(|value| value.device) == Some(Device::List)
        {
            self.values.length.get_or_insert(operator.at);
        }
        if NORMS.contains(&&*operator.name)
            && let Some(slot) = values.get(3).and_then(|mean| mean.attribute)
        {
            if values.get(5).is_none_or(|training| training.truth != Some(false)) {
                self.values.writes.insert((slot, operator.at));
            } else if &*operator.name == INSTANCE_NORM {
                self.values.norm.get_or_insert(operator.at);
            }
        }
        if counted.is_some() {
            let given = self.values.given.entry(at).or_default();
            given.truths |= first.truths;
            for (position, value) in values.iter().enumerate().take(KEPT) {
                let set = match value.none {
                    Some(true) => &mut given.nones.none,
                    Some(false) => &mut given.nones.some,
                    None => &mut given.nones.unknown,
                };
                set.insert(position);
            }
            for (position, number) in
                values.iter().enumerate().filter_map(|(position, value)| Some((position, value.integer?)))
            {
                if given.integers.len() < KEPT {
                    given.integers.insert((position, number));
                }
            }
        }
        // A view of an attribute is one, too.
        let attribute = first.attribute.filter(|_| VIEWS.contains(&&*operator.name));
        let device = (&*operator.name == "aten::device").then_some(Device::Itself);
        self.stack.push(Known { attribute, device, ..Known::default() });
    }
}

/// The object whose method a function is, where it is the module itself.
fn own_object(module: &Module, function: &Function) -> Option<u32> {
    let (class, _) = function.method()?;
    let value = module.values.get(usize::try_from(module.state).ok()?)?;
    let ValueKind::Object { class: of, .. } = &value.kind else { return None };
    let own = module.classes.get(usize::try_from(*of).ok()?)?;
    (*own.name == *class).then_some(module.state)
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
