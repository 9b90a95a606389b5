//! Operator sets: their version tables.

mod table;

pub use table::{TableError, VersionedSet};
