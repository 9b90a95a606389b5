//! Lint of MLIR dialects.

mod pairs;
mod releases;
