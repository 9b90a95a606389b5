//! Alias annotations: which arguments and results may share memory.

/// `(a! -> b|*)`: the alias sets that a value is in before and after the operator, and whether the operator writes to it.
///
/// A list has its own sets, and those of its elements in `contained`. In `Tensor(a)[]` the list itself is in no set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Alias {
    /// Whether the operator writes: `!`.
    pub write: bool,
    /// Sets before, sorted. `*` is the set that anything may be in.
    pub before: Vec<String>,
    /// Sets after, sorted; the same as before where the annotation says nothing else.
    pub after: Vec<String>,
    /// Those of the elements, for a list.
    pub contained: Option<Box<Alias>>,
}

/// The set that anything may be in.
pub const WILDCARD: &str = "*";
/// How the sets begin that PyTorch makes for `Tensor!`, which names none. The number after it counts them.
pub(crate) const FRESH: char = '$';

impl Alias {
    /// Whether this names a set.
    pub fn is_named(&self) -> bool {
        !self.before.is_empty() || !self.after.is_empty()
    }

    /// Whether it is `!` alone.
    pub(crate) fn is_fresh(&self) -> bool {
        self.write && self.after.is_empty() && matches!(&self.before[..], [set] if set.starts_with(FRESH))
    }

    /// The annotation of a list whose elements have `elements`, with what stands behind the brackets.
    pub(super) fn of_list(elements: Option<Alias>, list: Option<Alias>) -> Option<Alias> {
        let Some(elements) = elements else { return list };
        let list = list.unwrap_or_else(|| Alias { write: elements.write, ..Alias::default() });
        Some(Alias { contained: Some(Box::new(elements)), ..list })
    }
}
