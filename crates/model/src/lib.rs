//! Answers as data, and what a family of files is: [`Verdict`], [`Converted`], [`Target`], [`Summary`], [`FamilyDef`].
//!
//! A family is a crate of its own, which depends on this one: it gives a [`FamilyDef`], and opens files as [`Opened`]. This crate knows no
//! family, no release and no format.

pub mod conversion;
pub mod cost;
pub mod difference;
pub mod error;
pub mod family;
pub mod interpolate;
pub mod kind;
pub mod options;
pub mod prepared;
pub mod program;
pub mod remedy;
pub mod risk;
pub mod selection;
#[cfg(feature = "serde")]
pub mod serialize;
mod setters;
pub mod summary;
pub mod targets;
pub mod verdict;

pub use conversion::Converted;
pub use family::FamilyDef;
pub use program::Opened;
pub use summary::Summary;
pub use targets::Target;
pub use verdict::Verdict;
