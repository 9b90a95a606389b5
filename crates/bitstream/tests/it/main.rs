//! Tests of the bitstream crate against hand-made streams and, where folders are named, real files.

// Helpers of tests may fail like tests, and say what they skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod carried;
mod edit;
mod flips;
mod fuzz;
mod interop;
mod known;
mod layout;
mod limits;
mod parallel;
mod raw;
mod replay;
mod verify;
mod writer;
#[path = "../../examples/written.rs"]
#[allow(dead_code, clippy::duplicated_attributes)]
mod written;
