//! Lint of MLIR dialects.

mod generate;
mod mutants;
mod pairs;
mod questions;
mod releases;
mod sources;
