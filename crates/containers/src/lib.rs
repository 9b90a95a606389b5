//! Files that hold others: object files, static libraries, universal files of Apple, XAR archives, bundles of code for offloading.
//!
//! * [`holders`]: which of them a file is; [`parts`]: what is in it; [`bundles`]: images for offloading; [`compressed`]: what is compressed.
//! * [`foreign`]: files that no target reads, which are recognised.
//! * [`images`]: programs and libraries of a machine, and what these load.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

pub mod bundles;
pub mod compressed;
mod fat_binary;
pub mod foreign;
pub mod holders;
pub mod images;
mod part;
pub mod parts;
