//! Tests of the bitstream crate against hand-made streams and, where folders are named, real files.

mod raw;
mod replay;
mod writer;
