//! Integration tests: one binary.

// Helpers of tests may fail like tests, and say what they skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod comparisons;
mod dialect;
mod history;
mod hostile;
mod layout;
mod masking;
mod mutants;
mod pairs;
mod questions;
mod support;
