//! ExecuTorch files: programs (`.pte`), tensor data (`.ptd`) and bundled programs (`.bpte`).
//!
//! * [`ProgramFile`], [`FlatTensorFile`], [`BundledFile`]: the files, opened; [`tables`]: their tables.
//! * [`xnnpack`]: the payload of delegates for XNNPACK; [`backends`]: those of others, as far as their containers tell.
//! * [`facts`]: what a program needs of its reader.
//! * [`steps`]: conversions and edits, one file each.
//! * [`edit`]: changes that lose nothing; [`Output`]: a file about to be written.
//! * [`verify`]: whether a file is sound.
//! * [`schemas`]: every generation of the schemas.
//!
//! * [`family`]: verdicts, conversions and summaries; what readers have, release by release. [`arrays`]: NumPy and safetensors files.
//!
//! Nothing beside [`family`] knows releases of the runtime, except for the release in which a field or type first appeared.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

pub mod arrays;
pub mod backends;
mod bundled;
pub mod defs;
pub mod edit;
pub mod facts;
pub mod family;
mod flat_tensor;
mod header;
mod layout_version;
pub mod operators;
mod program;
mod put;
pub mod regions;
pub mod schemas;
pub mod steps;
pub mod tables;
pub mod verify;
mod visits;
mod walk_cost;
pub mod work;
pub mod xnnpack;

pub use bundled::{
    BundledFile, InputUse, Mismatch, Parameter, Side, Signature, TestCase, TestSuite, TestValue, input_uses,
    make_bundle, rename_cases, with_program,
};
pub use flat_tensor::order::{contiguous, reorder};
pub use flat_tensor::{DataEditor, Entry, FlatTensorFile, Layout, NewEntry, build_data, convert_data};
pub use header::{ExtendedHeader, FlatTensorHeader, HEAD_BYTES};
pub use layout_version::LayoutVersion;
pub use outlast_core::{Output, Piece};
pub use program::{ProgramFile, Storage};
