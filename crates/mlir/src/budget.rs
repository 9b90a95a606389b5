//! How much work and text the bytes of a file justify: a [`Budget`], in one place for all walks of this crate.
//!
//! Attributes and types can have each other inside, strings are referred to by number, and shapes say counts that need no bytes behind
//! them: a file of some hundred bytes can ask for more text than there is memory, and for more steps than anybody waits for.

use outlast_core::Budget;

use crate::tables::Tables;

/// Units for each byte of a file's tables: bytes of text that is made, and steps of about as much work.
const EACH: u64 = 64;
/// Units that any file has.
const FREE: u64 = 1 << 26;

/// What so many bytes justify.
pub fn budget_for(bytes: usize) -> Budget {
    Budget::for_bytes(bytes, EACH, FREE)
}

/// What the tables of a file justify: their entries, strings and properties. Blobs of resources are not among them.
pub(crate) fn budget_for_tables(tables: &Tables<'_>) -> Budget {
    let entries = tables.attrs.iter().chain(tables.types.iter()).map(|entry| entry.bytes.len() + 1);
    let strings = tables.strings.iter().map(|string| string.len() + 1);
    let properties = tables.properties.iter().map(|blob| blob.len() + 1);
    budget_for(entries.chain(strings).chain(properties).fold(0, usize::saturating_add))
}
