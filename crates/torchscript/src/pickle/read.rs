//! [`Pickle`]: what reading a pickle gives.

use outlast_core::{Budget, Error, Span};

use super::graph::{Graph, ValueId};
use super::lex::Op;
use super::uses::Uses;

/// The newest protocol.
pub const NEWEST: i64 = 5;

/// Bounds of what a pickle may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of memory for values, stack and memo, at most: a pickle gets no more than 40 for each of its bytes, which is more than one of a
    /// genuine file needs, and 16 MiB.
    pub memory: u64,
    /// How many pickles may be nested in each other's bytes and texts.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 1 << 29, depth: 4 }
    }
}

impl Limits {
    /// The memory for a pickle in so many bytes.
    pub(super) fn budget(self, bytes: usize) -> Budget {
        const EACH: u64 = 40;
        const FREE: u64 = 16 << 20;
        Budget::new(self.memory.min(Budget::for_bytes(bytes, EACH, FREE).limit()))
    }
}

/// A pickle that was read: its values, what it asks of its reader, and how far it could be read.
#[derive(Clone, Debug)]
pub struct Pickle<'a> {
    /// Its values.
    pub graph: Graph<'a>,
    /// The value that it stands for; `None` if it cannot be read to its end.
    pub root: Option<ValueId>,
    /// What it imports, calls and changes, up to its end or to the error.
    pub uses: Uses<'a>,
    /// The highest number behind `PROTO`; 0 without.
    pub protocol: u8,
    /// The highest protocol that its opcodes are of.
    pub needs: u8,
    /// Opcodes that were run.
    pub ops: u64,
    /// Values that are left on the stack, or marks, besides the one that the pickle stands for.
    pub left: usize,
    /// Bytes up to and including `STOP`, or up to the opcode that is in error.
    pub len: usize,
    /// Why it cannot be read to its end. What a reader executes before it comes to this is executed.
    pub error: Option<Error>,
    /// The largest number that the memo was asked to keep something under, with its place.
    pub memo: Option<(u64, Span)>,
    /// The place of the first opcode whose protocol is higher than `PROTO` says.
    pub beyond: Option<Op<'a>>,
}
