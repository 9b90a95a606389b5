//! [`Text`]: what text is appended to; [`Arena`]: text that no file can make larger than its bytes justify.

use std::ops::Deref;

use outlast_core::Budget;

/// What text is appended to.
pub(crate) trait Text {
    /// Appends a byte.
    fn push(&mut self, byte: u8);
    /// Appends bytes.
    fn extend_from_slice(&mut self, bytes: &[u8]);
    /// Appends a byte so many times.
    fn repeat(&mut self, byte: u8, count: usize);
    /// Whether it takes no more: whoever appends in a loop whose rounds need no bytes of a file ends it then.
    fn is_full(&self) -> bool {
        false
    }
    /// Counts work that is not in proportion to what it appends.
    fn spend(&mut self, _: usize) {}
}

impl Text for Vec<u8> {
    #[inline]
    fn push(&mut self, byte: u8) {
        self.push(byte);
    }

    #[inline]
    fn extend_from_slice(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn repeat(&mut self, byte: u8, count: usize) {
        self.extend(std::iter::repeat_n(byte, count));
    }
}

/// Text with a budget: past it nothing is appended, and it is full for ever.
#[derive(Debug)]
pub(crate) struct Arena {
    bytes: Vec<u8>,
    budget: Budget,
}

impl Arena {
    pub(crate) fn new(budget: Budget) -> Arena {
        Arena { bytes: Vec::new(), budget }
    }

    /// Forgets what stands behind a place. What was spent for it is spent.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Appends a part of itself.
    pub(crate) fn extend_from_within(&mut self, range: std::ops::Range<usize>) {
        if self.budget.spend(range.len()) {
            self.bytes.extend_from_within(range);
        }
    }
}

impl Text for Arena {
    #[inline]
    fn push(&mut self, byte: u8) {
        if self.budget.spend(1) {
            self.bytes.push(byte);
        }
    }

    #[inline]
    fn extend_from_slice(&mut self, bytes: &[u8]) {
        if self.budget.spend(bytes.len()) {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn repeat(&mut self, byte: u8, count: usize) {
        if self.budget.spend(count) {
            self.bytes.extend(std::iter::repeat_n(byte, count));
        }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.budget.is_spent()
    }

    fn spend(&mut self, work: usize) {
        self.budget.spend(work);
    }
}

impl Deref for Arena {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
