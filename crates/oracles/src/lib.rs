//! For tests only: what must hold for any input, of whatever family.
//!
//! The smoke test of this crate runs these functions over the corpus and over seeded mutations of it; the targets in `fuzz/` run the
//! same functions over inputs that libFuzzer makes. An oracle panics where an invariant is broken, and says which one.
//!
//! * [`program()`]: a file of a family, through the library `outlast`: detected, opened, verified, partitioned into regions, replayed,
//!   summed up, judged for every target, compared with itself, dumped.
//!   MLIR bytecode is converted to every version of the container.
//! * [`schema()`], [`bfbs()`]: FlatBuffers schemas, as text and binary.
//! * [`arrays()`]: `.npz`, `.npy` and `.safetensors`.
//! * [`edits()`], [`bundles()`], [`data()`]: changes of ExecuTorch's files, through the functions behind `outlast edit`, `convert --step`,
//!   `bundle` and `data`: their results are sound, and say what they should.
//! * [`imports()`]: what `outlast targets import` reads.
//! * [`opset_tables()`], [`opset_lints()`]: version tables with their functions, operator sets and allow-lists, as people write them.
//! * [`torch_records()`]: records of PyTorch's archives, changed in an archive whose checksums are right; [`torch_source()`]: the language of
//!   `code/*.py`; [`torch_pickles()`]: pickles, and programs of the lite interpreter in them.
//! * [`seeds`]: files of the corpus that fuzzing starts from.

mod arrays;
mod bundles;
mod changed;
mod data;
mod dump;
mod edits;
mod imports;
mod library;
mod opsets;
mod parts;
mod program;
mod schema;
pub mod seeds;
mod torch;
mod versions;

pub use arrays::arrays;
pub use bundles::bundles;
pub use changed::Changed;
pub use data::data;
pub use edits::edits;
pub use imports::imports;
pub use library::Family;
pub use opsets::{opset_lints, opset_tables};
pub use program::{Seen, program};
pub use schema::{bfbs, schema};
pub use torch::{torch_pickles, torch_records, torch_source};
