//! Integration tests: one binary, with a folder for each room of the crate.

#![allow(clippy::unwrap_used)] // A test fails where they panic.

mod archive;
mod bytecode;
mod export;
mod family;
mod flatbuffer;
mod mutated;
mod opsets;
mod pickle;
mod program;
mod regions;
mod source;
mod upgraders;
mod verify;
