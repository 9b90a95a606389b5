//! Archives: zip of every generation, and legacy files.

pub(crate) mod files;
mod tensors;
mod tricks;
mod written;
