//! LLVM bitstreams: the container of LLVM IR, Clang modules, serialized diagnostics, remarks and Swift modules.
//!
//! * [`Stream`], [`unwrap`]: where a stream starts, and what its magic says.
//! * [`Cursor`]: its tokens, one after the other; [`Item`], [`Block`], [`Record`], [`Abbrev`].
//! * [`BlockInfo`]: abbreviations and names for blocks of other ids.
//! * [`mod@analyze`]: what `llvm-bcanalyzer` prints, byte for byte; [`names`]: readable names.
//! * [`mod@ir`]: what modules of LLVM IR need of a reader.
//! * [`Fault`]: why a stream cannot be read, with LLVM's own words.
//!
//! The container is specified in LLVM's "Bitcode File Format"; where LLVM's reader differs, the reader counts.

mod abbrev;
pub mod analyze;
mod bits;
mod block_info;
mod cursor;
mod fault;
pub mod ir;
pub mod names;
mod record;
mod stream;

pub use abbrev::{Abbrev, Op};
pub use bits::{NoWatch, Watch};
pub use block_info::{AbbrevList, BlockInfo, BlockInfoEntry};
pub use cursor::{Block, Cursor, Item, MAX_DEPTH};
pub use fault::{Fault, FaultKind};
pub use record::Record;
pub use stream::{Stream, StreamKind, Wrapper, unwrap};
