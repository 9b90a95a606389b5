//! Where layouts come from: a description in TOML, what `crates/bitstream` lists, files that exist.

mod infer;
mod schema;
mod table;
mod text;
mod toml;

pub use infer::{Inference, infer};
pub use schema::{is_listing, of_bitstream_crate, read_listing};
pub use text::write_toml;
pub use toml::read_toml;

use super::model::Layout;

/// What readers of LLVM IR put up with, for [`infer`]: no records.
///
/// # Errors
///
/// None: the description is part of this crate.
pub fn llvm_ir_readers() -> outlast_core::Result<Layout> {
    read_toml("llvm-ir.toml", include_str!("llvm-ir.toml"))
}
