//! Two programs, compared by meaning: entry points, operators, values, constants by content, delegates, memory; not by
//! layout: the order of tables, the header, padding and offsets do not matter.

use crate::program::Program;

pub use crate::difference::{Change, DiffError, Difference, Side};

/// Compares two programs of one kind; an empty list means that they say the same.
///
/// # Errors
///
/// Where one of them cannot be read, and where they are of different kinds.
pub fn diff(before: &Program<'_>, after: &Program<'_>) -> Result<Vec<Difference>, DiffError> {
    if before.kind() != after.kind() {
        let (one, other) = (before.kind().title(), after.kind().title());
        return Err(DiffError::Impossible(format!("one is an {one}, the other an {other}")));
    }
    before.opened().diff(after)
}
