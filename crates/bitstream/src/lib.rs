//! LLVM bitstreams: the container of LLVM IR, Clang modules, serialized diagnostics, remarks and Swift modules.
//!
//! * [`Stream`], [`unwrap`]: where a stream starts, and what its magic says.
//! * [`Cursor`]: its tokens, one after the other; [`Item`], [`Block`], [`Record`], [`Abbrev`].
//! * [`BlockInfo`]: abbreviations and names for blocks of other ids.
//! * [`mod@analyze`]: what `llvm-bcanalyzer` prints, byte for byte; [`names`]: readable names.
//! * [`Fault`]: why a stream cannot be read, with LLVM's own words.
//!
//! The container is specified in LLVM's "Bitcode File Format"; where LLVM's reader differs, the reader counts.

mod abbrev;
pub mod analyze;
mod bits;
mod block_info;
pub mod clang;
mod cursor;
pub mod diagnostics;
mod fault;
mod fields;
pub mod hash_table;
pub mod names;
mod record;
pub mod remarks;
mod stream;
pub mod swift;

pub use abbrev::{Abbrev, Op};
pub use bits::{NoWatch, Watch};
pub use block_info::{AbbrevList, BlockInfo, BlockInfoEntry};
pub use cursor::{Block, Cursor, Item, MAX_DEPTH};
pub use fault::{Fault, FaultKind};
pub use record::Record;
pub use stream::{Stream, StreamKind, Wrapper, unwrap};
