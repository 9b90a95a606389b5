//! Integration tests: one binary.

#![allow(clippy::unwrap_used)] // A test fails where they panic.

mod bounds;
mod exported;
mod files;
mod flat;
mod globals;
mod hostile;
mod lite;
mod lite_damage;
mod json;
mod mutated;
mod pickles;
mod regions;
mod program;
mod resolved;
mod source;
mod syntax;
mod tensors;
mod tricks;
mod written;
