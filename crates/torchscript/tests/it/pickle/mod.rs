//! Pickles.

mod bounds;
mod globals;
mod hostile;
pub(crate) mod listings;
