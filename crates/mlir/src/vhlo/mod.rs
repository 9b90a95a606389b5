//! VHLO: the dialect of StableHLO's portable artifacts, whose versions are a promise.
//!
//! VHLO only ever grows: an entity is called `name_vN` and has a window of versions; what changes gets a successor. A portable artifact is a
//! file whose producer is `StableHLO_vX.Y.Z`, the version that it was written for. A reader of version R takes it if all that is in it was
//! known in R, and turns older operations into their successors.

mod artifact;
mod convert;
mod expand;
mod facts;
pub mod legal;
mod rules;
mod values;

pub use crate::vhlo_defs as defs;
pub use crate::vhlo_defs::Version;

pub use artifact::{Reader, RewriteError, Rewritten, as_stablehlo, as_vhlo, rewrite};
pub use convert::{Done, Refusal, Vhlo, Why};
pub use defs::{Expansion, Limit};
pub use facts::{CustomCall, Foreign, Shape, Use, VhloFacts, facts, foreign, limit_since};
pub use rules::{Entity, Hindrance};
