//! The values of a module and of the function that is open, by number, as far as types and callees depend on them.

use super::graph::Graph;
use super::numbers::Expressions;
use super::types::{Type, Types};
use super::unreachable_calls::Flow;
use super::uses::Spot;
use outlast_core::{QuickMap, QuickSet};

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Global,
    Constant,
    Argument,
    Instruction,
}

/// A value: its type, where it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) kind: Option<usize>,
    pub(super) source: Source,
    /// Whether an instruction uses it.
    pub(super) used: bool,
    /// A constant of 32 bits, which chooses an element of a structure.
    pub(super) small: Option<u32>,
    /// A constant that is a number, or null, and no expression.
    pub(super) plain: bool,
}

/// All values in order: globals, constants, then those of the open function.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) all: Vec<Value>,
    /// Types of functions that have a body, in order.
    pub(super) defined: Vec<u64>,
    /// Tags of operand bundles.
    pub(super) tags: Vec<Vec<u8>>,
    /// Bundles of the next call: tag, and whether the first operand is a constant.
    pub(super) bundles: Vec<(u64, bool)>,
    /// Functions that are declared, with what their attributes say for `dead`.
    pub(super) declared: QuickMap<usize, u8>,
    /// Declared functions that are called: numbers of globals.
    pub(super) called: QuickSet<usize>,
    /// Declared functions of which there are calls that code generators leave out.
    pub(super) unused: QuickSet<usize>,
    /// What the open function calls.
    pub(super) flow: Flow,
    /// Its basic blocks, and where values are made and used.
    pub(super) graph: Graph,
    /// The place of the instruction that is read, counted from 1; 0 for what is none, and for `phi`, which uses values elsewhere.
    pub(super) at: usize,
    /// The type of the open function, and what it returns.
    pub(super) own: Option<usize>,
    pub(super) result: Option<usize>,
    /// Functions that instructions use otherwise than to call them.
    pub(super) addressed: QuickMap<usize, Spot>,
    /// Places on the stack that are `swifterror`.
    pub(super) errors: QuickSet<usize>,
    /// Functions that `callbr` calls.
    pub(super) branched: QuickSet<usize>,
    /// Values of the open function that are used before they are defined, and the types that they were used with.
    pub(super) ahead: QuickMap<usize, Option<usize>>,
    /// As `ahead`, of values that only metadata has so far.
    pub(super) noted: QuickMap<usize, Option<usize>>,
    /// What the open function needs no longer be held to: something in it was not understood.
    pub(super) lost: bool,
    /// The largest number of a value that a constant of the open function is made of, and that constant.
    pub(super) made_of: (u64, Spot),
    /// Codes of the instructions of the open function.
    pub(super) instructions: Vec<u32>,
    /// Expressions among the constants of the module and of the open function.
    pub(super) expressions: Expressions,
    /// Basic blocks of it that have ended.
    pub(super) ended: u64,
    outside: usize,
    body: usize,
}

impl Values {
    /// A variable, function, alias or ifunc.
    pub(super) fn global(&mut self, kind: Option<usize>) {
        self.all.push(Value { kind, source: Source::Global, used: false, small: None, plain: false });
    }

    /// A constant of a type, with its value if that is small, and whether it is a number or null.
    pub(super) fn constant(&mut self, kind: Option<usize>, small: Option<u64>, plain: bool) {
        let small = small.and_then(|small| u32::try_from(small).ok());
        self.all.push(Value { kind, source: Source::Constant, used: false, small, plain });
    }

    /// A body: that of the next function that has one.
    pub(super) fn enter(&mut self, types: &Types) {
        self.outside = self.all.len();
        self.bundles.clear();
        self.errors.clear();
        self.ahead.clear();
        self.noted.clear();
        self.flow.clear();
        self.graph.clear();
        (self.own, self.result) = (None, None);
        self.instructions.clear();
        self.expressions.enter();
        self.made_of = Default::default();
        (self.lost, self.ended) = (false, 0);
        let kind = self.defined.get(self.body).copied().unwrap_or(u64::MAX);
        self.body += 1;
        if let Some(Type::Function(result, params, _)) = types.function(kind) {
            self.result = Some(*result);
            let number = usize::try_from(kind).ok();
            self.own = match types.get(kind) {
                Some(Type::Pointer(to, _)) => *to,
                _ => number,
            };
            let argument = |kind: &usize| Value {
                kind: Some(*kind),
                source: Source::Argument,
                used: false,
                small: None,
                plain: false,
            };
            self.all.extend(params.iter().map(argument));
        }
    }

    /// How many functions that have a body have none; below zero where there are more bodies.
    pub(super) fn missing_bodies(&self) -> i64 {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        count(self.defined.len()).saturating_sub(count(self.body))
    }

    /// The end of a body.
    pub(super) fn leave(&mut self) {
        self.all.truncate(self.outside);
    }

    /// The number of a value that is this far back; distances are 32-bit numbers that wrap.
    pub(super) fn number(&self, distance: u64) -> Option<usize> {
        let next = u64::try_from(self.all.len()).ok()?;
        usize::try_from(next.wrapping_sub(distance) & 0xffff_ffff).ok()
    }

    /// Notes that an instruction uses a value.
    pub(super) fn uses(&mut self, number: Option<usize>, spot: Spot) {
        if self.at != 0
            && let Some(number) = number
        {
            self.graph.uses(number, self.ended, self.at);
            if self.all.get(number).is_some_and(|value| value.source == Source::Global) {
                self.addressed.entry(number).or_insert(spot);
            }
        }
        if let Some(value) = number.and_then(|number| self.all.get_mut(number)) {
            value.used = true;
        }
    }

    /// Notes that a call uses what it calls.
    pub(super) fn uses_callee(&mut self, number: Option<usize>) {
        if let Some(number) = number {
            self.graph.uses(number, self.ended, self.at);
        }
    }

    /// The value of a number.
    pub(super) fn get(&self, number: Option<usize>) -> Option<Value> {
        self.all.get(number?).copied()
    }
}
