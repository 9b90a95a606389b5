//! What code calls, by types.

mod forms;
mod resolved;
mod types;
mod values;
