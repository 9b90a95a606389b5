//! Programs of `torch.export`: `.pt2` files of all layouts, without their weights.
//!
//! * [`Package`]: which record of an archive has what.
//! * [`crate::json`]: the text of a program, with places.
//! * [`Program`], [`Graph`]: what it says, read when it is asked for.
//! * [`defs`]: what programs consist of in each release; [`check`]: what a release's reader does not know of a text, or misses in it.
//! * [`render`]: a program as text.
//! * [`convert`]: a program in the layout and schema of another release.
//!
//! ```
//! use outlast_torchscript::archive::TorchArchive;
//! use outlast_torchscript::export::{Package, Program, json_text, read, render};
//!
//! # fn show(file: &[u8]) -> outlast_core::Result<String> {
//! let archive = TorchArchive::open(file)?;
//! let mut shown = String::new();
//! for model in Package::of(&archive)?.models {
//!     let text = json_text(&archive, &model.program)?;
//!     let document = read(&archive, &model.program, &text)?;
//!     render(Program::new(document.root()), 1 << 20, &mut shown).unwrap();
//! }
//! # Ok(shown)
//! # }
//! ```

mod check;
mod containers;
pub mod convert;
pub mod defs;
mod graph;
mod layout;
mod program;
mod render;

pub use check::{Finding, FindingKind, Findings, PAYLOADS, PROGRAM, check};
pub use containers::registers;
pub use graph::{Argument, Graph, Node, Shape, Target, Tensor, Uses, uses};
pub use layout::{Constant, Model, Package, Tensors, json_text, listed, read};
pub use program::{Payload, Program, Range, Spec, payloads};
pub use render::{dtype, render};
