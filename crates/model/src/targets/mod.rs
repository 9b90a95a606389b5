//! Targets: profiles of readers, by name (`executorch-1.0.1`) or from a file.
//!
//! Built-in profiles are taken from the real releases; the tables beside this crate's sources are the text, blobs made
//! from them are what is compiled in. Which families have targets, their definitions say.

mod nearest;
mod profile;
mod rows;
mod target;

pub use nearest::nearest;
pub use outlast_core::Release;
pub use outlast_core::table::{Builder, Row, Table};
pub use profile::Cell;
pub use profile::{Overlay, SCHEMA, list, quoted};
pub use profile::{Profile, ProfileError};
pub use rows::{Behaviour, Does, Form, RowKind, check};
pub use target::{Resolved, Target, TargetError};
