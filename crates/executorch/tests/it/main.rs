//! Tests over real files and over files that were broken on purpose.

mod bad;
mod edit;
mod genuine;
mod mutants;
mod regions;
mod score;
mod smoke;
