//! Programs of the lite interpreter, as FlatBuffers.

mod convert;
mod programs;
