//! Lint of record layouts.

mod analyzer;
mod bitstream;
mod generate;
mod inferred;
mod mutants;
mod mutate;
pub(crate) mod pairs;
mod random;
mod texts;
