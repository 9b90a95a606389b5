//! Lint of record layouts.

mod generate;
mod mutants;
mod mutate;
mod pairs;
mod random;
