//! Tests on the corpus.

// Helpers of tests may fail like tests.
#![allow(clippy::unwrap_used)]

mod parse;
mod schemas;
