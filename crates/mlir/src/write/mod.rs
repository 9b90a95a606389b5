//! Writing files.
//!
//! *Index-preserving*: every table and the operations are decoded and encoded with the indices they have; works with unknown
//! dialects. [`replay()`] does so and compares.
//!
//! *Canonical*: everything is renumbered, as upstream's writer does it ([`canonical`]).

mod canonical;
mod layout;
mod replay;
mod spelling;
mod widen;

pub(crate) use canonical::{AsWritten, renumber_or_back};
pub use canonical::{CanonicalError, Opaque, canonical, renumber};
pub use layout::{Layout, encode};
pub use replay::{Replay, Unusual, replay};
pub use widen::widened;
