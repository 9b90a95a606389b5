//! The values of a module and of the function that is open, by number, as far as types and callees depend on them.

use super::dead::Flow;
use super::types::{Type, Types};
use super::uses::Spot;
use crate::quick::{QuickMap, QuickSet};

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
    /// Functions that `callbr` calls.
    pub(super) branched: QuickSet<usize>,
    /// Values of the open function that are used before they are defined, and the types that they were used with.
    pub(super) ahead: QuickMap<usize, Option<usize>>,
    /// What the open function needs no longer be held to: something in it was not understood.
    pub(super) lost: bool,
    /// The largest number of a value that a constant of the open function is made of, and that constant.
    pub(super) made_of: (u64, Spot),
    /// Codes of the instructions of the open function.
    pub(super) instructions: Vec<u32>,
    /// Basic blocks of it that have ended.
    pub(super) ended: u64,
    outside: usize,
    body: usize,
}

fn index(op: u64) -> usize {
    usize::try_from(op).unwrap_or(usize::MAX)
}

impl Values {
    /// A variable, function, alias or ifunc.
    pub(super) fn global(&mut self, kind: Option<usize>) {
        self.all.push(Value { kind, source: Source::Global, used: false });
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, kind: u64) {
        self.all.push(Value { kind: Some(index(kind)), source: Source::Constant, used: false });
    }

    /// A body: that of the next function that has one.
    pub(super) fn enter(&mut self, types: &Types) {
        self.outside = self.all.len();
        self.bundles.clear();
        self.ahead.clear();
        self.flow.clear();
        self.instructions.clear();
        self.made_of = Default::default();
        (self.lost, self.ended) = (false, 0);
        let kind = self.defined.get(self.body).copied().unwrap_or(u64::MAX);
        self.body += 1;
        if let Some(Type::Function(_, params, _)) = types.function(kind) {
            let arguments =
                params.iter().map(|kind| Value { kind: Some(*kind), source: Source::Argument, used: false });
            self.all.extend(arguments);
        }
    }

    /// Whether functions that have a body are as many as bodies.
    pub(super) fn is_whole(&self) -> bool {
        self.body == self.defined.len()
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
    pub(super) fn uses(&mut self, number: Option<usize>) {
        if let Some(value) = number.and_then(|number| self.all.get_mut(number)) {
            value.used = true;
        }
    }

    /// The value of a number.
    pub(super) fn get(&self, number: Option<usize>) -> Option<Value> {
        self.all.get(number?).copied()
    }
}
