//! Lint of record layouts.

mod analyzer;
mod bitstream;
mod generate;
mod inferred;
mod mutants;
mod mutate;
mod pairs;
mod random;
mod texts;
