//! Programs of the lite interpreter, as FlatBuffers.

mod programs;
