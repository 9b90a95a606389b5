//! Tests of the library on the corpus.

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod actions;
mod api;
mod arrays;
mod bitstreams;
mod bundles;
mod cases;
mod companions;
mod convert;
mod delegates;
mod examples;
mod executorch_sound;
mod hidden;
mod house;
mod lint_operators;
mod llvm_former;
mod llvm_verdicts;
mod matrix;
mod mlir_changes;
mod mlir_convert;
mod mlir_kept;
mod mlir_seen;
mod mlir_sound;
mod mlir_verdicts;
mod opsets;
mod recorded;
mod rooms;
mod sound_streams;
mod stablehlo_verdicts;
mod swift;
mod torch;
mod torch_layouts;
mod torch_sound;
mod views;
