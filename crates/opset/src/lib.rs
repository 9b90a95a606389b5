//! Operators of PyTorch.
//!
//! * [`schema`]: the language of operator schemas, in the spellings of all releases.
//! * [`compat`]: whether a schema is compatible with an older one, and why not.
//! * [`history`]: which operators each release has, with which schemas, and which upgraders.
//! * [`types`]: the types of TorchScript, and which is a subtype of which.

pub mod compat;
pub mod history;
pub mod schema;
pub mod types;
