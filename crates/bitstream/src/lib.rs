//! LLVM bitstreams: the container of LLVM IR, Clang modules, serialized diagnostics, remarks and Swift modules.
//!
//! * [`Stream`], [`unwrap`]: where a stream starts, and what its magic says.
//! * [`Cursor`]: its tokens, one after the other; [`Item`], [`Block`], [`Record`], [`Abbrev`].
//! * [`BlockInfo`]: abbreviations and names for blocks of other ids.
//! * [`mod@analyze`]: what `llvm-bcanalyzer` prints, byte for byte; [`names`]: readable names.
//! * [`BitstreamFile`]: a whole file; [`mod@verify`]: whether it is sound.
//! * [`Writer`]: streams from nothing; [`replay()`]: a stream decoded and encoded again.
//! * [`rewrite`]: single tokens of a stream changed, the rest kept as bits, positions in LLVM IR repaired.
//! * [`layout`], [`record_layout!`], [`block_layout!`], [`value_enum!`]: records described once, read and written by type.
//! * [`mod@ir`]: what modules of LLVM IR need of a reader, and LLVM IR in short.
//! * [`regions()`]: every bit of a file and what it means.
//! * [`Fault`]: why a stream cannot be read, with LLVM's own words.
//!
//! The container is specified in LLVM's "Bitcode File Format"; where LLVM's reader differs, the reader counts.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod abbrev;
pub mod analyze;
mod bits;
mod block_info;
pub mod clang;
mod cursor;
pub mod diagnostics;
mod edit;
mod fault;
mod fields;
mod file;
pub mod hash_table;
pub mod ir;
pub mod layout;
mod module_hash;
pub mod names;
mod places;
pub mod program;
mod record;
mod regions;
pub mod remarks;
mod replay;
mod stream;
pub mod swift;
pub mod verify;
mod write;

pub use abbrev::{Abbrev, Op};
pub use bits::{NoWatch, Watch};
pub use block_info::{AbbrevList, BlockInfo, BlockInfoEntry};
pub use cursor::{Block, Cursor, Item, MAX_DEPTH};
pub use edit::{Change, Edit, EditError, Moves, NewToken, rewrite, rewrite_stream};
pub use fault::{Fault, FaultKind};
pub use file::{BitstreamFile, looks_like_stream, stream_extent};
pub use record::Record;
pub use regions::regions;
pub use replay::{replay, replay_stream};
pub use stream::{Stream, StreamKind, Wrapper, unwrap};
pub use write::{NewRecord, Slot, Wrapping, WriteError, WriteErrorKind, Writer, wrap};
