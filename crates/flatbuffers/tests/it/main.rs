//! Integration tests: one binary.

// Helpers of tests may fail like tests, and say what they skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod bfbs;
mod buffers;
mod damaged;
mod errors;
mod executorch;
mod flatc;
mod future;
mod generations;
#[path = "gen.rs"]
mod generator;
mod language;
mod print;
mod rewritten;
mod robust;
mod sessions;
mod values;
