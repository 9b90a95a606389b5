//! Tests of the operator-schema crate, on the schemas of twenty releases and on schemas that are made here.

// Helpers of tests may fail like tests.
#![allow(clippy::unwrap_used)]

mod calls;
mod compat;
mod history;
mod lint;
mod mutated;
mod resolve;
mod schema;
mod types;
