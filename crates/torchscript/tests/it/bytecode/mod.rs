//! Programs of the lite interpreter, in pickles.

mod damage;
pub(crate) mod listings;
