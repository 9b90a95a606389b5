//! Integration tests: one binary.

// Helpers of tests may fail like tests, and say what they skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod comparisons;

/// Lint of MLIR dialects.
mod dialect {
    mod generate;
    mod mutants;
    pub(crate) mod pairs;
    mod questions;
    mod releases;
    mod sources;
}

mod history;
mod hostile;

/// Lint of record layouts.
mod layout {
    mod analyzer;
    mod bitstream;
    mod generate;
    mod inferred;
    mod mutants;
    mod mutate;
    pub(crate) mod pairs;
    mod random;
    mod texts;
}

mod masking;
mod mutants;
mod pairs;
mod questions;
mod support;
