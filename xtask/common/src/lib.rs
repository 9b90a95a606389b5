//! What `xtask`, the chores of each day, and `evidence`, a workspace of its own, have in common.
//!
//! * [`run`]: running other programs from the root of the repository, and where cargo builds.
//! * [`corpus`]: `corpus/manifest.toml`, which lists every file with its hash.
//! * [`flatc`]: FlatBuffers' compiler, and the official verifier with accessors that it makes.
//! * [`random`]: numbers that are the same in every run.

#![expect(clippy::print_stdout, reason = "for tools of people at a terminal")]

pub mod corpus;
pub mod flatc;
pub mod random;
pub mod run;
