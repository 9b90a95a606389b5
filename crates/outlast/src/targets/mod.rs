//! Targets: profiles of readers, by name (`executorch-1.0.1`) or from a file.
//!
//! Built-in profiles are taken from the real releases; the tables beside this crate's sources are the text, blobs made
//! from them are what is compiled in. Which families have targets, [`crate::families`] says.

mod profile;
mod release;
mod rows;
mod slots;
mod table;
mod target;

#[cfg(feature = "executorch")]
pub(crate) use profile::Cell;
#[cfg(any(feature = "executorch", feature = "torch"))]
pub(crate) use profile::{Overlay, SCHEMA, list, quoted};
pub use profile::{Profile, ProfileError};
pub use release::Release;
pub use rows::{Behaviour, Does, Form, RowKind};
pub use table::{Builder, Row, Table, encode};
pub use target::{Resolved, Target, TargetError};
