//! Where layouts come from: a description in TOML, what `crates/bitstream` lists, files that exist.

mod infer;
mod schema;
mod table;
mod toml;

pub use infer::{Inference, infer};
pub use schema::of_bitstream_crate;
pub use toml::read_toml;
