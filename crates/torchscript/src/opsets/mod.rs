//! Operator sets: what declares them, their version tables, and what a change of one does to programs.
//!
//! * [`OperatorSet`]: the operators of a dump of schemas, a `native_functions.yaml`, a set file, a profile or a target.
//! * [`VersionedSet`] is `operator_versions.yaml`, [`read_allowances`] reads allow-lists.
//! * [`mod@lint`]: what changed, what breaks, and what to do about it.

mod allow;
pub(crate) mod compiled;
mod dump;
mod functions;
pub mod lint;
mod native;
mod set;
mod table;
mod target;

pub use allow::read_allowances;
pub use functions::{Pack, check_functions};
pub use set::{OperatorSet, SetKind, read_set};
pub use table::{TableError, VersionedSet};
pub use target::set_of_target;
