//! For tests only: what must hold for any input, of whatever family.
//!
//! The smoke test of this crate runs these functions over the corpus and over seeded mutations of it; the targets in `fuzz/` run the
//! same functions over inputs that libFuzzer makes. An oracle panics where an invariant is broken, and says which one.
//!
//! * [`program()`]: a file of a family, through the library `outlast`: detected, opened, verified, partitioned into regions, replayed,
//!   summed up, judged for every target, compared with itself, dumped.
//! * [`schema()`], [`bfbs()`]: FlatBuffers schemas, as text and binary.
//! * [`arrays()`]: `.npz`, `.npy` and `.safetensors`.
//! * [`seeds`]: files of the corpus that fuzzing starts from.

mod arrays;
mod dump;
mod library;
mod program;
mod schema;
pub mod seeds;

pub use arrays::arrays;
pub use library::Family;
pub use program::{Seen, program};
pub use schema::{bfbs, schema};
