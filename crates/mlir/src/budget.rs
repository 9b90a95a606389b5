//! How much work and text the bytes of a file justify: a [`Budget`], in one place for all walks of this crate.
//!
//! Attributes and types can have each other inside, strings are referred to by number, and shapes say counts that need no bytes behind
//! them: a file of some hundred bytes can ask for more text than there is memory, and for more steps than anybody waits for.

use outlast_core::Budget;

/// Units for each byte of a file's tables: bytes of text that is made, and steps of about as much work.
const EACH: u64 = 64;
/// Units that any file has.
const FREE: u64 = 1 << 26;

/// What so many bytes justify.
pub fn budget_for(bytes: usize) -> Budget {
    Budget::for_bytes(bytes, EACH, FREE)
}
