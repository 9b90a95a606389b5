//! [`Marks`]: which entries of a table were met.

/// A set of indices into one table: a flag for each entry. A number beyond the table is in no such set.
#[derive(Clone, Debug, Default)]
pub struct Marks(Vec<bool>);

impl Marks {
    /// None of so many entries.
    pub fn none(len: usize) -> Marks {
        Marks(vec![false; len])
    }

    /// Marks an entry; whether it exists and was not marked before, so that a walk goes on only where this is true.
    pub fn insert(&mut self, at: usize) -> bool {
        self.0.get_mut(at).is_some_and(|mark| !std::mem::replace(mark, true))
    }

    /// Takes a mark away.
    pub fn remove(&mut self, at: usize) {
        if let Some(mark) = self.0.get_mut(at) {
            *mark = false;
        }
    }

    /// Whether an entry is marked.
    pub fn contains(&self, at: usize) -> bool {
        self.0.get(at).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn entries_are_marked_once_and_others_never() {
        let mut marks = Marks::none(2);
        assert!(marks.insert(1) && !marks.insert(1) && !marks.insert(2));
        assert_eq!([0, 1, 2].map(|at| marks.contains(at)), [false, true, false]);
        marks.remove(1);
        assert!(!marks.contains(1));
    }
}
