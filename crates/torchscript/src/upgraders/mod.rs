//! Upgraders and downgraders: functions of TorchScript that do with the operators of one version what those of another did.
//!
//! * [`Pack`]: the functions, parsed one by one as they are asked for.
//! * [`Condition`]: what a version table says of the arguments of a call.
//! * [`Bridge`]: a version table with a pack, between two versions of an operator set.
//! * [`rewrite`]: code whose calls of changed operators become calls of the functions, which are put beside it.
//! * [`SetAt`]: what a set has at a version.
//! * [`check`]: whether the functions of a table parse, compile, and take what their schema takes.
//!
//! Chains come by themselves: a function is code of the version that its change led to, and its calls of operators that changed again are rewritten in the
//! same way. Names are fresh: the functions are in a module of their own.

mod bridge;
mod check;
mod condition;
mod pack;
mod rewrite;
mod set_at;

pub use bridge::{Bridge, Needed, Sets};
pub use check::{Finding, check};
pub use condition::Condition;
pub use pack::{Pack, Parsed, QUALIFIER};
pub use rewrite::{Refusal, Rewritten, functions, marked, rewrite, unmarked, version_of_program};
pub use set_at::SetAt;
