//! Which operators PyTorch had in which release, and with which schemas.
//!
//! A row is one schema with the releases that have it, first and last, among those that were asked: `torch._C._jit_get_all_schemas()` of twenty
//! releases, 1.3.1 to 2.15.0. It is in the newest spelling; each release writes it in its own ([`crate::schema::Schema::spelled`]). A schema that a release before 1.13
//! printed with `int` is the row that a later release prints with `ScalarType`, `Layout` or `MemoryFormat`, if nothing else differs: the older ones
//! had no other word for these types. Where `int` became `SymInt`, there are two rows.
//!
//! `schemas/torch.txt` has the schemas and version maps, `schemas/registry.txt` what schemas do not say of operators: in which order a release tries
//! those of one name, and which functions it compiles from its own text and offers beside them. Scripts make both; they are compiled to one
//! blob, which is searched in place ([`History`]).

mod printed;
mod set;
mod table;

pub use outlast_core::{Interval, Release};

pub use printed::Printed;
pub use set::{OperatorSet, Origin, Variant, Variants, candidates};
pub use table::{Entry, History, Upgrader, encode};

/// The table of this library.
pub fn torch() -> History {
    History::open(include_bytes!("../../schemas/torch.blob")).unwrap_or_default()
}

/// The newest release in the table of this library.
pub fn newest() -> Release {
    torch().releases().next_back().unwrap_or(Release::new(0, 0, 0))
}

/// The texts that the blob is compiled from.
pub fn sources() -> [&'static str; 2] {
    [include_str!("../../schemas/torch.txt"), include_str!("../../schemas/registry.txt")]
}
