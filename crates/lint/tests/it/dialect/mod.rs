//! Lint of MLIR dialects.

mod generate;
mod mutants;
pub(crate) mod pairs;
mod questions;
mod releases;
mod sources;
