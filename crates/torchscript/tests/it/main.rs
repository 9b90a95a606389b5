//! Integration tests: one binary.

#![allow(clippy::unwrap_used)] // A test fails where they panic.

mod bounds;
mod exported;
mod files;
mod flat;
mod forms;
mod globals;
mod hostile;
mod json;
mod lite;
mod lite_damage;
mod mutated;
mod pickles;
mod program;
mod reexported;
mod regions;
mod resolved;
mod runs;
mod source;
mod syntax;
mod tensors;
mod tricks;
mod values;
mod written;
