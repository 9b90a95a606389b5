//! The vocabulary that every format crate of Outlast speaks.
//!
//! * [`Error`]: one failure to read, with a code, the place and what to do about it.
//! * [`Place`], [`Span`], [`Path`]: where in the bytes, and where in the structure.
//! * [`Source`]: in which file inside the file.
//! * [`Region`] and [`RegionSink`]: every byte belongs to one region; regions are visited.
//! * [`Diagnostic`]: one finding; [`Findings`]: what a verifier finds, up to a bound. Never printed here.
//! * [`Need`]: one thing that a program needs of its reader.
//! * [`Output`]: a file about to be written, as pieces; [`Image`]: the same as readers see it, without its bulk data.
//! * [`Budget`]: how much work and memory the bytes of an input justify.
//! * [`Release`], [`Interval`], [`table`]: what releases have, as texts that are compiled to blobs; [`Basis`]: what that rests on.
//! * [`Bytes`]: checked little-endian access that knows its absolute offset.
//!
//! * [`QuickMap`], [`QuickSet`]: tables for loops that look up every record; [`Marks`]: which entries of a table were met;
//!   [`SortShort`]: sorting of what is sorted once.
//!
//! No dependency except a hash function, no I/O, no global state except the numbers at which hashes start.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod basis;
mod budget;
mod bytes;
mod code;
mod diagnostic;
mod error;
mod findings;
mod image;
mod marks;
mod need;
mod output;
mod place;
mod quick;
mod region;
mod release;
mod sort;
mod source;
pub mod table;

pub use basis::Basis;
pub use budget::{Budget, INFLATION};
pub use bytes::{Bytes, to_index, write_at};
pub use code::{Code, CodeInfo};
pub use diagnostic::{Diagnostic, Related, Severity};
pub use error::{Error, ErrorKind, LIMIT, Result};
pub use findings::Findings;
pub use image::{Contents, Image, offset_in, settle};
pub use marks::Marks;
pub use need::{Key, Need, Value};
pub use output::{Output, Piece};
pub use place::{Path, Place, Span, Step};
pub use quick::{QuickMap, QuickSet};
pub use region::{Descend, Region, RegionKind, RegionSink};
pub use release::{Interval, Release};
pub use sort::SortShort;
pub use source::{Source, SourceKind, SourcePart};
