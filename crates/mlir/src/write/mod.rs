//! Writing files.
//!
//! *Index-preserving*: every table and the operations are decoded and encoded with the indices they have; works with dialects that
//! nobody knows. [`replay()`] does so and compares.

mod layout;
mod replay;

pub use layout::{Layout, encode};
pub use replay::{Replay, replay};
