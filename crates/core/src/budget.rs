//! [`Budget`]: how much work and memory the bytes of an input justify.
//!
//! Structures can refer to each other, strings are referred to by number, shapes and counts need no bytes behind them, and compressed bytes
//! are few: a small file can ask for more work than anybody waits for and for more memory than there is. A walk that the bytes do not bound
//! spends from a budget in proportion to them, and ends with an error where it is exhausted. Genuine files need a small part of it.

use crate::{Error, ErrorKind, Result, Span};

/// Inflated bytes count as input up to so many times the bytes that they were inflated from.
pub const INFLATION: u64 = 64;

/// Units of work, or bytes of memory, that are left. A unit is about as much work as looking at a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    left: u64,
    limit: u64,
}

impl Budget {
    /// So many units.
    pub const fn new(units: u64) -> Budget {
        Budget { left: units, limit: units }
    }

    /// `each` units for each of so many bytes, and `free` ones that any input has.
    pub fn for_bytes(bytes: usize, each: u64, free: u64) -> Budget {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        Budget::new(bytes.saturating_mul(each).saturating_add(free))
    }

    /// The same for bytes that were inflated from `packed` ones: see [`INFLATION`].
    pub fn for_inflated(inflated: usize, packed: usize, each: u64, free: u64) -> Budget {
        let most = u64::try_from(packed).unwrap_or(u64::MAX).saturating_mul(INFLATION);
        Budget::for_bytes(inflated.min(usize::try_from(most).unwrap_or(usize::MAX)), each, free)
    }

    /// Units that are left.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Units that there were.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Takes so many units; false if they are not left, and then none are.
    #[inline]
    pub fn spend(&mut self, units: usize) -> bool {
        match u64::try_from(units).ok().and_then(|units| self.left.checked_sub(units)) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.left = 0;
                false
            }
        }
    }

    /// Takes so many units; [`ErrorKind::Limit`] with `what`, which says what the units are, where they are not left.
    #[inline]
    pub fn charge(&mut self, units: usize, what: &'static str) -> Result<()> {
        if self.spend(units) {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Limit { what, limit: self.limit }, Span::default()))
    }

    /// Whether nothing is left.
    #[inline]
    pub const fn is_spent(&self) -> bool {
        self.left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn what_is_not_left_is_not_given() {
        let mut budget = Budget::for_bytes(10, 4, 2);
        assert_eq!((budget.left(), budget.limit()), (42, 42));
        assert!(budget.spend(40) && !budget.spend(3) && budget.is_spent() && !budget.spend(1));
        let error = budget.charge(1, "bytes visited").expect_err("nothing is left");
        assert_eq!(error.to_string(), "more than 42 bytes visited (at 0x0)");
    }

    #[test]
    fn inflated_bytes_count_in_proportion_to_the_file() {
        assert_eq!(Budget::for_inflated(1 << 20, 100, 1, 0).limit(), 6400);
        assert_eq!(Budget::for_inflated(150, 100, 1, 0).limit(), 150);
    }
}
