//! Integration tests: one binary.

mod bfbs;
mod errors;
mod executorch;
mod flatc;
mod generations;
#[path = "gen.rs"]
mod generator;
mod language;
mod print;
mod robust;
