//! A file in one screen: what `outlast inspect` shows, as data. [`Program::summary`] sums up a program, [`container`] a file that holds
//! others.
//!
//! [`Program::summary`]: crate::Program::summary

pub use crate::detect::container;
pub use crate::summary::{Fact, Listing, Said, Summary, said};
