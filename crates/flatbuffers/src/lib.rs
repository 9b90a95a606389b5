//! FlatBuffers with the hood open.
//!
//! * [`schema`]: the schema model, a parser of the whole `.fbs` language, a printer, a reader of `.bfbs`, generations.
//! * [`view`]: tables, vectors and strings at their places; every access checked; no schema needed.
//! * [`walk()`]: a whole buffer under a schema: every fault, every object, every field that the schema does not know.
//! * [`coverage`]: who owns each byte, and what the gaps are.
//! * [`regions`]: every byte, in file order.
//! * [`build`]: bytes from nothing; [`edit`]: changes that lose nothing.
//! * [`mod@repack`], [`mod@replay`]: a buffer rewritten, and decoded and encoded at its place.
//! * [`json`]: the text that `flatc --json` writes.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod buffer;
pub mod build;
pub mod coverage;
pub mod edit;
mod explain;
mod gap;
mod header;
pub mod json;
mod object;
pub mod regions;
pub mod repack;
pub mod replay;
pub mod schema;
mod seen;
pub mod view;
mod walk;

pub use buffer::Buffer;
pub use header::ContainerHeader;
pub use object::{Object, ObjectKind};
pub use walk::{Limits, UnknownSlot, Walk, walk};
