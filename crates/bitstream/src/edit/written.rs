//! [`Written`]: the edited stream, and where each token went.

use std::collections::BTreeMap;

/// The edited stream.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    /// Where tokens were and where they are; those between two move as the first of the two does.
    moves: Vec<(u64, u64)>,
    /// By record that holds positions: the bit behind it.
    ends: BTreeMap<u64, u64>,
    /// By block that was walked, by the bit at which it began: the first bit in it.
    bodies: BTreeMap<u64, u64>,
}

impl Written {
    /// Where the token at this bit went, if it is still there.
    pub(super) fn place(&self, bit: u64) -> u64 {
        let index = self.moves.partition_point(|(old, _)| *old <= bit);
        let Some((old, new)) = index.checked_sub(1).and_then(|index| self.moves.get(index)) else {
            return bit;
        };
        bit - old + new
    }

    /// The bit behind a record that holds positions.
    pub(super) fn end_of(&self, bit: u64) -> Option<u64> {
        self.ends.get(&bit).copied()
    }

    /// The first bit in a block that was walked, by the bit at which the block began. That is not where its first token
    /// went: something may have been inserted before it.
    pub(super) fn body_of(&self, block: u64) -> Option<u64> {
        self.bodies.get(&block).copied()
    }

    /// The first token that is elsewhere now.
    pub(super) fn first_moved(&self) -> Option<u64> {
        self.moves.iter().find(|(old, new)| old != new).map(|(old, _)| *old)
    }

    /// Says where a token went.
    pub(super) fn moved(&mut self, old: u64, new: u64) {
        let same = self.moves.last().is_some_and(|(from, to)| old - from == new - to);
        if !same {
            self.moves.push((old, new));
        }
    }

    /// Says where the record that holds positions ends.
    pub(super) fn ends(&mut self, record: u64, end: u64) {
        self.ends.insert(record, end);
    }

    /// Says where the first bit in a block that was walked is.
    pub(super) fn begins(&mut self, block: u64, first: u64) {
        self.bodies.insert(block, first);
    }
}
