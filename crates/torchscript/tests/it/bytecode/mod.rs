//! Programs of the lite interpreter, in pickles.

mod convert;
mod damage;
pub(crate) mod listings;
