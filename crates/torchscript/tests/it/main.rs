//! Integration tests: one binary, with a folder for each room of the crate.

#![allow(clippy::unwrap_used)] // A test fails where they panic.

mod archive;
mod bytecode;
mod export;
mod flatbuffer;
mod mutated;
mod pickle;
mod program;
mod regions;
mod source;
mod verify;
