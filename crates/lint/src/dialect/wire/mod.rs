//! Files with one operation, written as a release writes them, and a model of how a release reads them.
//!
//! [`write()`] makes a module that has the operation, or an attribute of the code, that a [`Content`] asks for. [`read()`] reads it by the definitions of a
//! release as upstream's reader does it: fields in order without a look at what is behind the last one, classes of attributes where they are known, and
//! then what the verifier asks of required attributes, of sizes of segments and of the numbers of operands, results and regions.

mod blob;
mod entry;
mod read;
mod sample;
mod write;

pub use entry::Fields;
pub use read::{About, Reading, Refusal, Seen, read};
pub use sample::{Content, Encoded};
pub use write::write;
