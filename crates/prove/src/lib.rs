//! Programs run in real runtimes, each in a process of its own, and what they compute compared with what was recorded.
//!
//! * [`Change`]: a folder with a program, its inputs and recorded outputs, and the readers that must compute them: `change.toml`.
//! * [`Runtime`]: a real runtime at hand; [`Session`]: one that stays open for many programs.
//! * [`Given`]: a case: from a bundle, from files of arrays, or made up; [`Trial`]: the cases of one program, run.
//! * [`compare`]: two sets of outputs.
//! * [`tools`]: tools of a compiler as runtimes, and programs compared by what these print.
//!
//! Arrays travel as `.npz` files. A tensor is an array `input_0`; anything else has its type behind it: `input_1.int`, `.float`, `.bool`, `.str`
//! (bytes of UTF-8), `.none`, `.ints`, `.floats`, `.channels_last` (a tensor in that order in memory). Outputs are the leaves of the result, in order, under `output_0` and so on; elements that files of
//! arrays do not have are kept as others, with their type behind the name: `.bfloat16`, `.complex` (pairs), `.quantised` (their values).

mod cases;
mod change;
mod compare;
mod families;
mod files;
mod generate_inputs;
mod given;
mod process;
mod runner;
mod runtime;
mod session;
pub mod tools;
mod tree;
mod trial;
mod validate_inputs;

pub use cases::{Given, methods, program_of_bundle};
pub use change::{Change, ChangeError, Direction, Reader};
pub use compare::{Difference, Measured, Tolerance, compare, elements, measure};
pub use process::{Limits, stop_all};
pub use runner::RUNNER_WORDS;
pub use runtime::{Call, Case, Described, Failure, How, Load, Ran, Request, Runtime, Verification};
pub use session::Session;
pub use trial::{Trial, Tried};
