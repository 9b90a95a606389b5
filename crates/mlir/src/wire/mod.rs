//! The primitives of MLIR bytecode: bytes, prefix varints, NUL-terminated strings, sections; decoded and encoded.
//!
//! "MLIR Bytecode Format", *Primitives* and *Sections*.

mod marks;
mod reader;
mod writer;

pub(crate) use marks::{Marks, What};
pub use reader::{Reader, Section};
pub(crate) use writer::varint_of;
pub use writer::{Emitter, Piece, sparse_sizes, svarint, varint, varint_len};

/// The byte that fills the space before aligned data.
pub const PADDING: u8 = 0xcb;
