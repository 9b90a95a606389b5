//! The values of a module and of the function that is open, by number, as far as types and callees depend on them.

use super::types::{Type, Types};
use crate::quick::QuickSet;

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
    /// Functions that are called: numbers of globals.
    pub(super) called: QuickSet<usize>,
    /// Functions that `callbr` calls.
    pub(super) branched: QuickSet<usize>,
    outside: usize,
    body: usize,
}

fn index(op: u64) -> usize {
    usize::try_from(op).unwrap_or(usize::MAX)
}

impl Values {
    /// A variable, function, alias or ifunc.
    pub(super) fn global(&mut self) {
        self.all.push(Value { kind: None, source: Source::Global });
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, kind: u64) {
        self.all.push(Value { kind: Some(index(kind)), source: Source::Constant });
    }

    /// What an instruction makes.
    pub(super) fn result(&mut self, kind: Option<usize>) {
        self.all.push(Value { kind, source: Source::Instruction });
    }

    /// A body: that of the next function that has one.
    pub(super) fn enter(&mut self, types: &Types) {
        self.outside = self.all.len();
        self.bundles.clear();
        let kind = self.defined.get(self.body).copied().unwrap_or(u64::MAX);
        self.body += 1;
        if let Some(Type::Function(_, params, _)) = types.function(kind) {
            let arguments = params.iter().map(|kind| Value { kind: Some(*kind), source: Source::Argument });
            self.all.extend(arguments);
        }
    }

    /// The end of a body.
    pub(super) fn leave(&mut self) {
        self.all.truncate(self.outside);
    }

    /// The number of a value that is this far back; distances are 32-bit numbers that wrap.
    pub(super) fn number(&self, distance: u64) -> Option<usize> {
        self.all.len().checked_sub(index(distance & 0xffff_ffff))
    }

    /// The value of a number.
    pub(super) fn get(&self, number: Option<usize>) -> Option<Value> {
        self.all.get(number?).copied()
    }
}
