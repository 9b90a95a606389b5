//! What the hash of a module covers beside its bytes: the names of its symbols, as `BitcodeWriter` adds them to the string table.

use std::ops::Range;

/// Names of a string table, one after the other, in the order of the module's records; equal names stand there once and count
/// each time. None if they are not all there, or are together so much longer than the table that no writer made them.
pub(crate) fn names(table: &[u8], places: &[Range<u64>]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for place in places {
        let index = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX);
        bytes.extend_from_slice(table.get(index(place.start)..index(place.end))?);
        if bytes.len() / 8 > table.len() {
            return None;
        }
    }
    Some(bytes)
}
