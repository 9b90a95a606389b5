//! How much work and text the bytes of a file justify: [`Budget`], in one place for all walks of this crate.
//!
//! Attributes and types can have each other inside, strings are referred to by number, and shapes say counts that need no bytes behind
//! them: a file of some hundred bytes can ask for more text than there is memory, and for more steps than anybody waits for. A walk whose
//! steps the bytes do not bound spends from a budget that is proportional to them, and ends with an error where it is exhausted. A genuine
//! file needs a small part of it.

use crate::tables::Tables;

/// Units for each byte of a file's tables.
const EACH: u64 = 64;
/// Units that any file has.
const FREE: u64 = 1 << 26;

/// Units that are left: bytes of text that is made, and steps of about as much work.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// What so many bytes justify.
    pub fn of_bytes(bytes: usize) -> Budget {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        Budget { left: bytes.saturating_mul(EACH).saturating_add(FREE) }
    }

    /// What the tables of a file justify: their entries, strings and properties. Blobs of resources are not among them.
    pub(crate) fn of(tables: &Tables<'_>) -> Budget {
        let entries = tables.attrs.iter().chain(tables.types.iter()).map(|entry| entry.bytes.len() + 1);
        let strings = tables.strings.iter().map(|string| string.len() + 1);
        let properties = tables.properties.iter().map(|blob| blob.len() + 1);
        Budget::of_bytes(entries.chain(strings).chain(properties).fold(0, usize::saturating_add))
    }

    /// How many units there are.
    pub fn left(self) -> u64 {
        self.left
    }

    /// Takes so many units; false if they are not there any more.
    #[inline]
    pub fn spend(&mut self, units: usize) -> bool {
        let units = u64::try_from(units).unwrap_or(u64::MAX);
        match self.left.checked_sub(units) {
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

    /// Whether nothing is left.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }
}
