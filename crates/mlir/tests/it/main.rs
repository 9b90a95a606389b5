//! Tests of the crate against the corpus, good and bad, and against what becomes of it when bytes change.

// Helpers of tests may fail like tests, and say what they skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod dialects;
mod fuzz;
mod hooks;
mod ledger;
mod malformed;
mod nested;
mod parse;
mod samples;
mod schemas;
mod spelling;
mod test_dialect;
mod vhlo;
mod vhlo_doc;
mod walk;
mod wide;
