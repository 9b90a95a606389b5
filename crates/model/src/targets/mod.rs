//! Targets: profiles of readers, by name (`executorch-1.0.1`) or from a file.
//!
//! Built-in profiles are read off the real releases; the tables beside this crate's sources are the text, blobs made
//! from them are what is compiled in. Which families have targets, their definitions say.

mod nearest;
mod profile;
mod release;
mod rows;
mod slots;
mod table;
mod target;

pub use nearest::nearest;
pub use profile::Cell;
pub use profile::{Overlay, SCHEMA, list, quoted};
pub use profile::{Profile, ProfileError};
pub use release::Release;
pub use rows::{Behaviour, Does, Form, RowKind};
pub use table::{Builder, Row, Table, encode};
pub use target::{Resolved, Target, TargetError};
