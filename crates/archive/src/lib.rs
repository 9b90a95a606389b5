//! Zip archives, read with places.
//!
//! ```text
//! member     "PK\3\4" … name, extra | data | [descriptor: "PK\7\8", checksum, sizes]     one per file
//! directory  "PK\1\2" … name, extra, comment      one record per member: sizes, checksum, place
//! end        ["PK\6\6" zip64 end] ["PK\6\7" its locator]  "PK\5\6" size and place of the directory, comment
//! ```
//!
//! The specification is PKWARE's APPNOTE.TXT; section numbers in this crate are those of version 6.3.10. An archive is opened
//! from its end: [`Archive::open`] reads the end record, the first call of [`Archive::entries`] the directory, and
//! [`Archive::member`] the header of that member, which must say what the directory says. Data of members are borrowed where they
//! are stored, and their checksums are computed only when asked for: the cost of opening a file does not depend on its weights.
//!
//! Readers of zip archives disagree on archives that contradict themselves, which makes files that are one thing to a scanner and
//! another to a runtime. Where this reader would have to choose, it gives an error.
//!
//! ```
//! # fn sizes(file: &[u8]) -> outlast_core::Result<()> {
//! let archive = outlast_archive::Archive::open(file)?;
//! if let Some(entry) = archive.find("model/data.pkl")? {
//!     let member = archive.member(entry)?;
//!     let content = member.content(1 << 20)?;
//!     member.check(&content)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Writing is not here.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod archive;
mod directory;
mod entry;
mod extra;
mod inflate;
mod layout;
mod member;
mod name;
mod regions;

use outlast_core::{Bytes, Error, ErrorKind};

pub use archive::Archive;
pub use crc32fast::{Hasher as Crc32, hash as crc32};
pub use entry::{Entry, Method};
pub use inflate::MAX_RATIO;
pub use member::Member;
pub use regions::{Contents, regions};

/// An archive that contradicts the format or itself.
#[cold]
fn invalid(file: Bytes<'_>, at: usize, len: usize, why: impl Into<String>) -> Error {
    Error::new(ErrorKind::Invalid { what: "zip archive", why: why.into() }, file.span(at, len))
}

/// A 64-bit number of a file as an index or size: lossless, and out of every range where it would not be.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
