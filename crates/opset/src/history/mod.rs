//! Which operators PyTorch had in which release, and with which schemas.
//!
//! A row is one schema with the releases that have it, first and last, among those that were asked: `torch._C._jit_get_all_schemas()` of twenty
//! releases, 1.3.1 to 2.15.0. It is in the newest spelling; each release writes it in its own ([`crate::schema::Schema::spelled`]). A schema that a release before 1.13
//! printed with `int` is the row that a later release prints with `ScalarType`, `Layout` or `MemoryFormat`, if nothing else differs: the older ones
//! had no other word for these types. Where `int` became `SymInt`, there are two rows.
//!
//! The table is a blob that is searched in place ([`History`]); `schemas/torch.txt` is its text, made by a script.

mod blob;
mod registry;
mod set;
pub mod text;

use std::fmt;

use outlast_core::Result;

pub use blob::{Entry, History, Upgrader};
pub use registry::{Registry, encode_registry, registry, registry_source};
pub use set::{OperatorSet, Origin, Variant, Variants, candidates};

use crate::schema::Spelling;

/// A release: major, minor and patch number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Release {
    /// `2` in `2.15.0`.
    pub major: u16,
    /// `15` in `2.15.0`.
    pub minor: u16,
    /// `0` in `2.15.0`.
    pub patch: u16,
}

impl Release {
    /// Reads `2.15.0`.
    pub fn parse(text: &str) -> Option<Release> {
        let mut parts = text.split('.').map(|part| part.parse().ok());
        let release = Release { major: parts.next()??, minor: parts.next()??, patch: parts.next()?? };
        parts.next().is_none().then_some(release)
    }

    /// How this release writes schemas.
    pub fn spelling(self) -> Spelling {
        Spelling::of_release(self.major, self.minor)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Releases that have something: from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The first release that was asked and has it. An earlier one may have it only if it is older than all that were asked, or lies between this and
    /// the one asked before it.
    pub first: Release,
    /// The last release that has it; `None` if the newest one that was asked does.
    pub last: Option<Release>,
}

impl Interval {
    /// Whether a release is in it.
    pub fn contains(&self, release: Release) -> bool {
        self.first <= release && self.last.is_none_or(|last| release <= last)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) if last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}-{last}", self.first),
            None => write!(f, "{}-", self.first),
        }
    }
}

/// The table of this library.
pub fn torch() -> History<'static> {
    History::open(include_bytes!("../../schemas/torch.blob")).unwrap_or_default()
}

/// The text that the blob is compiled from.
pub fn source() -> &'static str {
    include_str!("../../schemas/torch.txt")
}

/// Compiles a text to a blob.
///
/// # Errors
///
/// The line that is no row, with what is wrong with it; more rows or strings than a blob can have.
pub fn encode(text: &str) -> Result<Vec<u8>> {
    blob::encode(&text::Table::parse(text)?)
}
