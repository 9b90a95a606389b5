//! Tests of the archive crate: archives made by hand as real writers make them, hostile ones, mutated ones, and real files where
//! they are named.

// Helpers of tests may fail like tests, and say what they skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod build;
mod genuine;
mod hostile;
mod mutated;
