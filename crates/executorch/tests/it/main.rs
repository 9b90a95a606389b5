//! Tests over real files and over files that were broken on purpose.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on panics, and says what it counted"
)]

mod bad;
mod bundle;
mod changes;
mod container;
mod data;
mod edit;
mod genuine;
mod layout;
mod mutants;
mod older;
mod regions;
mod rewrite;
mod score;
mod sharing;
mod smoke;
mod variants;
