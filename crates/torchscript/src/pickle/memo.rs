//! The memo of a pickle.

use super::graph::ValueId;
use outlast_core::QuickMap;

/// What the memo has, by number. Numbers count up in genuine pickles; others cost no more than what was put there.
#[derive(Default)]
pub(super) struct Memo {
    dense: Vec<ValueId>,
    sparse: QuickMap<u64, ValueId>,
}

impl Memo {
    pub(super) fn put(&mut self, number: u64, value: ValueId) {
        let at = usize::try_from(number);
        if let Some(known) = at.ok().and_then(|at| self.dense.get_mut(at)) {
            *known = value;
            return;
        }
        match at {
            // What a number beyond the end was given stands apart, and stays there: it is asked first.
            Ok(at) if at == self.dense.len() && !self.sparse.contains_key(&number) => self.dense.push(value),
            _ => _ = self.sparse.insert(number, value),
        }
    }

    pub(super) fn get(&self, number: u64) -> Option<ValueId> {
        let dense = usize::try_from(number).ok().and_then(|at| self.dense.get(at)).copied();
        self.sparse.get(&number).copied().or(dense)
    }

    pub(super) fn len(&self) -> u64 {
        (self.dense.len() + self.sparse.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Memo, ValueId};

    #[test]
    fn the_memo_is_a_map() {
        let mut memo = Memo::default();
        for (number, value) in
            [(0, 1), (5, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (1 << 40, 8), (6, 9), (0, 10)]
        {
            memo.put(number, ValueId(value));
        }
        let found: Vec<_> = (0..8).map(|n| memo.get(n).map_or(0, |v| v.0)).collect();
        assert_eq!(found, [10, 3, 4, 5, 6, 7, 9, 0]);
        assert_eq!((memo.get(1 << 40), memo.len()), (Some(ValueId(8)), 8));
    }
}
